// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/stiff_mechanics.hpp"
#include "steppers/radau5/stage_solver.hpp"
#include "steppers/stiff/stiff_stages.hpp"

namespace leafwise::integrator::detail {

/// The ways of StiffSolver to the stages of a step.
template <typename Real>
class StiffStageSolver final : public StageSolver<Real> {
 public:
  using Newton = StageNewton<Real>;
  using Result = typename Newton::Result;

  /// @param falls_back `outer` may solve a step as `fixed`
  StiffStageSolver(StiffStages<Real>& stages, StiffSolver kind, bool falls_back);

  [[nodiscard]] Result solve(Newton& newton,
                             const StepStart<Real>& step,
                             RadauCounters& count) override;

  [[nodiscard]] std::uint64_t outer() const noexcept { return outer_; }
  [[nodiscard]] std::uint64_t fallbacks() const noexcept { return fallbacks_; }

 private:
  [[nodiscard]] Result solve_plain(Newton& newton,
                                   const StepStart<Real>& step,
                                   RadauCounters& count);
  [[nodiscard]] Result solve_outer(Newton& newton,
                                   const StepStart<Real>& step,
                                   RadauCounters& count);
  [[nodiscard]] Result solve_guessed(Newton& newton,
                                     const StepStart<Real>& step,
                                     RadauCounters& count);
  [[nodiscard]] Result solve_constrained(Newton& newton,
                                         const StepStart<Real>& step,
                                         RadauCounters& count);
  [[nodiscard]] Result solve_either(Newton& newton,
                                    const StepStart<Real>& step,
                                    RadauCounters& count);
  [[nodiscard]] Result solve_coupled(Newton& newton,
                                     const StepStart<Real>& step,
                                     RadauCounters& count);

  StiffStages<Real>& stages_;
  StiffSolver kind_;
  bool falls_back_;
  std::vector<Real> guess_;
  std::vector<Real> weights_;  ///< without multipliers
  std::vector<Real> positions_;
  std::uint64_t outer_ = 0;
  std::uint64_t fallbacks_ = 0;
};

}  // namespace leafwise::integrator::detail
