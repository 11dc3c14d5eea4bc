// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "command/run_request.hpp"
#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "write/checkpoint_file.hpp"

/// `--checkpoint` and `--resume` of `leafwise run`, and of the runs of a sweep.
namespace leafwise::pipeline::detail {

/// What must be equal in a continued run; limits may differ.
[[nodiscard]] RunIdentity identity_of(const Problem& problem,
                                      const std::string& sha256,
                                      const RunRequest& request);

/// The checkpoint to go on from, if there is to be one. The request then takes its leaf's way, and
/// its folder where none is named.
/// @throws InvalidInput if it is not one of this run
[[nodiscard]] std::shared_ptr<const CheckpointFile> resumed_run(const Problem& problem,
                                                                const std::string& sha256,
                                                                RunRequest& request);

/// Writes checkpoints of a run: seldom enough to cost nothing that is noticed, often enough that a
/// run that is killed loses a tenth of its time at most, or a second.
class CheckpointKeeper final : public RunKeeper {
 public:
  /// @param start all but the run and its tables' places
  /// @param stream of the tables; outlives it, and is null where none are written
  /// @param is_there the file is the one from which the run went on
  CheckpointKeeper(std::filesystem::path file,
                   CheckpointFile start,
                   RunStream* stream,
                   bool is_there);

  bool is_due() override;
  void keep(const RunCheckpoint& checkpoint) override;
  /// A run that has ended by itself cannot continue: its checkpoints are removed.
  void finish(const integrator::Report<double>& report);

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path file_;
  CheckpointFile content_;
  RunStream* stream_;
  bool is_there_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point due_;
};

/// Lets stream and options go on from a checkpoint, and keep others, as far as that is wanted.
/// @param resumed, stream may be null @return null: none are kept
[[nodiscard]] std::unique_ptr<CheckpointKeeper> go_on_and_keep(const RunRequest& request,
                                                               RunIdentity identity,
                                                               const CheckpointFile* resumed,
                                                               const Selection& selection,
                                                               const std::filesystem::path& folder,
                                                               RunStream* stream,
                                                               IntegrationOptions& options);

}  // namespace leafwise::pipeline::detail
