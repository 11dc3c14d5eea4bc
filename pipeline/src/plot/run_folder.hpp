// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "plot/run_table.hpp"

/// The files of a run in its folder.
namespace leafwise::pipeline::detail {

/// The part of summary.json that pictures use.
struct RunSummary {
  std::string title;
  std::string file;  ///< the problem's
  std::string sha256;
  std::string branch;
  std::string method;
  std::string reason;
  std::size_t steps = 0;
  std::size_t rejected = 0;
  std::vector<std::string> invariants;
  std::vector<std::pair<std::string, double>> defects;  ///< largest of runs without completion
};

struct RunFolder {
  std::filesystem::path path;
  std::string name;  ///< for legends, if there are several
  RunSummary summary;
  DecompositionReport decomposition;
  RunTable trajectory;
  RunTable curves;  ///< the trajectory, and points between its rows
};

/// The folder that is meant: itself, or the default folder of a problem file or of its name.
/// @throws InvalidInput if there is none, or if it is a sweep's
[[nodiscard]] std::filesystem::path find_run(const std::string& argument);

/// @throws InvalidInput naming the file that is missing or damaged
[[nodiscard]] RunFolder read_run(const std::filesystem::path& path);
[[nodiscard]] RunSummary read_summary(const std::filesystem::path& path);
[[nodiscard]] DecompositionReport read_run_decomposition(const std::filesystem::path& path);

}  // namespace leafwise::pipeline::detail
