// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "command/run_preparation.hpp"
#include "command/run_request.hpp"
#include "command/stage_clock.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "run/interruption.hpp"
#include "write/checkpoint_file.hpp"

namespace leafwise::pipeline::detail {

[[nodiscard]] ExitCode exit_code_of(const integrator::Report<double>& report);

/// @pre what it refers to outlives the record
[[nodiscard]] RunRecord record_of(const Problem& problem,
                                  const DecompositionReport& decomposition,
                                  const Selection& selection,
                                  const Integration& integration,
                                  const RunRequest& request,
                                  const std::string& sha256,
                                  const StageClock& clock);

/// The note of a build that cannot write report.html.
inline constexpr const char* no_report_notice =
    "note: no report.html: this program was built without it (esbuild bundles it; docs/report.md)";

/// What is written when a run has ended. Returns the summary, which is written last: a folder that
/// has one is whole.
std::string write_results(const std::filesystem::path& folder, const RunRecord& record);

/// Integrates, writes the files and reports the end. Where a local leaf ends early, once more on
/// the completed one, if that is to be had.
ExitCode integrate_and_write(const Problem& problem,
                             const std::string& sha256,
                             const RunRequest& request,
                             Prepared prepared,
                             const Interruption& interruption,
                             StageClock& clock);

/// All of it: read, complete, select, integrate, write.
ExitCode run_whole(const RunRequest& wanted);

}  // namespace leafwise::pipeline::detail
