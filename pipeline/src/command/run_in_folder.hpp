// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "command/knowledge.hpp"
#include "command/run_request.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "run/interruption.hpp"
#include "session/preparation.hpp"
#include "session/run_host.hpp"
#include "session/stage_clock.hpp"
#include "session/whole_run.hpp"

namespace leafwise::pipeline::detail {

/// A run of the program: its files, its words on the terminal, its signals, and what the algebra
/// finds beside it. One at a time: while it lives, Ctrl-C is its own.
class RunInFolder final : public RunHost {
 public:
  /// @pre what it refers to outlives it
  RunInFolder(const Problem& problem,
              const std::string& sha256,
              const RunRequest& request,
              StageClock& clock);

  /// Integrates, writes the files and tells how it ended.
  ExitCode finish(Prepared prepared);

  [[nodiscard]] const algebra::Cancellation& cancellation() const override;
  void let_go() override;
  void hold() override;
  [[nodiscard]] std::function<void(const algebra::CompletionProgress&)> watcher_of_completion()
      override;
  /// Writes decomposition.json: from then on a signal may end the program at once.
  void decomposed(const DecompositionReport& report) override;
  [[nodiscard]] Outcome<Integration> integrate(const Prepared& prepared) override;
  void completes_after_all() override;
  void begins_again(const Prepared& prepared) override;

 private:
  /// Of the results; claimed when there is something to put into it.
  const std::filesystem::path& folder();
  [[nodiscard]] ExitCode refuse(const std::string& reason, ExitCode code) const;
  template <typename Value>
  [[nodiscard]] ExitCode refused(const Outcome<Value>& outcome) const;
  [[nodiscard]] bool asks_for_knowledge(const Prepared& prepared) const;
  ExitCode write(const Prepared& prepared, const Integration& integration);
  void write_and_show(const RunRecord& record);
  /// What was found beside the run goes to decomposition.json and to the page.
  std::optional<DecompositionReport> knowledge(const Prepared& prepared);

  const Problem& problem_;
  const std::string& sha256_;
  const RunRequest& request_;
  const Interruption interruption_;
  StageClock& clock_;
  std::optional<std::filesystem::path> folder_;
  bool keeps_tables_;  ///< the folder holds tables that this run goes on with
  std::optional<Knowledge> knowledge_;
};

/// All of it: read, complete, select, integrate, write.
ExitCode run_whole(const RunRequest& wanted);

}  // namespace leafwise::pipeline::detail
