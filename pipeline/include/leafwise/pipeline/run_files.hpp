// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/integration.hpp"

/// The files of a run: docs/run.md.
namespace leafwise::pipeline {

/// A run with all data of its files.
struct RunRecord {
  const Problem* problem = nullptr;
  const DecompositionReport* decomposition = nullptr;
  /// The same and what was found beside the run, which decides nothing of it; null: nothing was.
  const DecompositionReport* knowledge = nullptr;
  const Selection* selection = nullptr;
  const Integration* integration = nullptr;
  std::string command;
  std::string sha256;  ///< of the problem file
  std::string signal;  ///< "SIGTERM": what cancelled the run, if a signal did
  std::uint64_t seed = 1;
  std::vector<std::pair<std::string, double>> seconds;  ///< by stage
};

/// At each row of the trajectory the derivatives of its columns by arc length; empty if the run had
/// no leaf to take them from, or more rows than pictures have pixels.
[[nodiscard]] std::string slopes_csv(const RunRecord& record);

/// The last row without `_s`, `_h` and `_residual`.
[[nodiscard]] std::vector<std::pair<std::string, double>> final_state(const RunRecord& record);

/// docs/schemas/summary.schema.json
[[nodiscard]] std::string summary_json(const RunRecord& record);

/// A text for the terminal: the leaf of the run, and how it ended.
[[nodiscard]] std::string summary_text(const RunRecord& record);

/// False in a build without reports: LEAFWISE_WITH_REPORT=OFF, or no esbuild.
[[nodiscard]] bool has_report_html();

/// A page with all results, in a single file: docs/report.md. @pre has_report_html()
[[nodiscard]] std::string report_html(const RunRecord& record);

/// The same of a decomposition without a run. @pre has_report_html()
[[nodiscard]] std::string decomposition_html(const Problem& problem,
                                             const DecompositionReport& report,
                                             const std::string& command);

}  // namespace leafwise::pipeline
