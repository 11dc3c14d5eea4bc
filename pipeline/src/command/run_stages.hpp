// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command/run_request.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "run/interruption.hpp"
#include "write/checkpoint_file.hpp"

namespace leafwise::pipeline::detail {

/// Seconds by stage, for the summary.
class StageClock {
 public:
  /// Ends the stage that has been running since the last call, or the start.
  void end(const std::string& stage);
  [[nodiscard]] std::vector<std::pair<std::string, double>> with_total() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::vector<std::pair<std::string, double>> seconds_;
};

/// What there is to integrate on: by the algebra, steered by the initial point where it selects.
struct Prepared {
  DecompositionReport decomposition;
  std::string json;  ///< what decomposition.json says
  Outcome<Selection> selection;
  std::filesystem::path folder;                             ///< of the results
  std::shared_ptr<const CheckpointFile> resumed = nullptr;  ///< from where the run goes on
};

/// The algebra and the selection. A steered completion that does not leave one leaf is made again
/// with all leaves, so that what is said names them as `decompose` does. The leaf that was selected
/// is called `here`. Writes decomposition.json before it selects: from then on a signal may end the
/// program at once.
[[nodiscard]] Prepared prepare(const Problem& problem,
                               const std::string& sha256,
                               const RunRequest& request,
                               const Interruption& interruption,
                               StageClock& clock);

/// The algebra alone. @param steered by the initial point, where that selects the leaf
[[nodiscard]] DecompositionReport prepared_report(const Problem& problem,
                                                  const std::string& sha256,
                                                  const RunRequest& request,
                                                  const Interruption& interruption,
                                                  bool steered);

[[nodiscard]] ExitCode exit_code_of(const integrator::Report<double>& report);

/// @pre what it refers to outlives the record
[[nodiscard]] RunRecord record_of(const Problem& problem,
                                  const DecompositionReport& decomposition,
                                  const Selection& selection,
                                  const Integration& integration,
                                  const RunRequest& request,
                                  const std::string& sha256,
                                  const StageClock& clock);

/// What people are told once by a build that cannot write report.html.
inline constexpr const char* no_report_notice =
    "note: no report.html: this program was built without it (esbuild bundles it; docs/report.md)";

/// What is written when a run has ended. Returns the summary, which is written last: a folder that
/// has one is whole.
std::string write_results(const std::filesystem::path& folder, const RunRecord& record);

/// Integrates, writes the files and tells how it ended.
ExitCode integrate_and_write(const Problem& problem,
                             const std::string& sha256,
                             const RunRequest& request,
                             const Prepared& prepared,
                             const Interruption& interruption,
                             StageClock& clock);

/// All of it: read, complete, select, integrate, write.
ExitCode run_whole(const RunRequest& wanted);

}  // namespace leafwise::pipeline::detail
