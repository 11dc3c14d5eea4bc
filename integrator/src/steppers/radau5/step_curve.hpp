// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "steppers/radau5/radau_stepper.hpp"
#include "steppers/solution_curve.hpp"

namespace leafwise::integrator::detail {

/// The solution within a step of a run with RadauStepper, in the coordinates that rows begin with.
template <typename Real>
class StepCurve : public SolutionCurve<Real> {
 public:
  /// To be called for each new step. The stepper must stay as it is.
  virtual void begin(std::span<const Real> from,
                     std::span<const Real> to,
                     const RadauStepper<Real>& stepper) = 0;
  /// The end of the step as the curve has it, from prepare() on.
  [[nodiscard]] virtual std::span<const Real> end() const noexcept = 0;
};

}  // namespace leafwise::integrator::detail
