// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "steppers/radau5/stage_newton.hpp"

namespace leafwise::integrator::detail {

/// Where a step begins, and how corrections are measured.
template <typename Real>
struct StepStart {
  Real t;
  Real h;
  std::span<const Real> y;
  std::span<const Real> weights;
};

/// How the equations of a step are solved where one iteration of StageNewton is not all of it.
template <typename Real>
class StageSolver {
 public:
  using Newton = StageNewton<Real>;

  virtual ~StageSolver() = default;
  StageSolver(const StageSolver&) = delete;
  StageSolver& operator=(const StageSolver&) = delete;

  /// From the guess in newton.z to the stages. @pre the system is factorised for the step
  [[nodiscard]] virtual typename Newton::Result solve(Newton& newton,
                                                      const StepStart<Real>& step,
                                                      RadauCounters& count) = 0;

 protected:
  StageSolver() = default;
};

}  // namespace leafwise::integrator::detail
