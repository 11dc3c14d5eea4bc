// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/run_files.hpp"

/// Where results go if no folder is named: `leafwise-out/NAME`, or with a number behind it where
/// that one holds results of another file, command or settings.
namespace leafwise::pipeline::detail {

/// The identity of results: the command, the file (as seen from here, so that the folder
/// of both can be moved) and all options that change them.
[[nodiscard]] std::string results_identity(const std::string& command,
                                           const std::string& file,
                                           const boost::program_options::variables_map& options);

/// The default folder of a problem file, if it is free.
[[nodiscard]] std::filesystem::path default_folder(const std::string& file);

/// The first of NAME, NAME-2, … that is new or holds results with this identity. It exists
/// afterwards, and no other process that runs at the same time gets it for another identity.
/// `leafwise-out/last` points to it.
/// @throws OutputFailure
[[nodiscard]] std::filesystem::path claim_results_folder(const std::string& file,
                                                         const std::string& identity);

/// The newest folder with results of this problem file, of whatever command and settings.
[[nodiscard]] std::optional<std::filesystem::path> newest_results(const std::string& file);

/// Removes the results of an earlier run, which would be taken for those of this one, and writes
/// what the new one goes on. @param certificate of the leaf at the start; empty: there is none
/// @param keeps_tables they are of this run @throws OutputFailure
void begin_results(const std::filesystem::path& folder,
                   const DecompositionReport& decomposition,
                   const std::string& certificate,
                   bool keeps_tables = false);

/// What is written when a run has ended: slopes, page, summary. Returns the summary, which is
/// written last: a folder that has one is whole. @throws OutputFailure
std::string write_results(const std::filesystem::path& folder, const RunRecord& record);

}  // namespace leafwise::pipeline::detail
