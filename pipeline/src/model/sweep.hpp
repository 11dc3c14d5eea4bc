// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/read_problem.hpp"

/// Many runs of one problem: the product of the lists of [sweep].
namespace leafwise::pipeline::detail {

/// One run of a sweep, before it is made.
struct SweptRun {
  std::vector<Setting> settings;  ///< one for each target
  std::size_t algebra = 0;        ///< runs with the same number have the same system
};

/// All runs, the last list of the file running fastest.
struct SweepPlan {
  std::vector<std::string> targets;  ///< "k", "initial.x'"
  std::vector<SweptRun> runs;
  std::size_t algebras = 0;  ///< how many systems there are
};

/// @throws InvalidInput if the problem has no [sweep]
[[nodiscard]] SweepPlan plan_of(const Problem& problem);

/// What became of a run.
struct SweptResult {
  ExitCode code = ExitCode::done;
  std::string branch;
  std::string reason;        ///< as in summaries; "refused" or "failed" if it did not come to a run
  std::string message;       ///< what was said, if anything
  bool is_by_guess = false;  ///< other starts fit what is given, too
  std::vector<std::pair<std::string, double>> state;  ///< at its end
};

/// sweep.csv: values of the targets, branch, reason, final state. Runs that were not made are
/// "cancelled".
[[nodiscard]] std::string sweep_csv(const SweepPlan& plan,
                                    const std::vector<std::vector<double>>& values,
                                    const std::vector<std::optional<SweptResult>>& results);

}  // namespace leafwise::pipeline::detail
