// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/step_polynomial.hpp"

namespace leafwise::integrator {

/// The solution within one step, 0 ≤ θ ≤ 1: a polynomial near it, and its points.
template <typename Real>
class SolutionCurve {
 public:
  virtual ~SolutionCurve() = default;

  /// Makes the polynomial, once a step. False: that failed.
  [[nodiscard]] virtual bool prepare() = 0;
  /// @pre prepare() was successful
  [[nodiscard]] virtual const StepPolynomial<Real>& polynomial() const noexcept = 0;
  /// The point of the solution at θ. False: it could not be found.
  [[nodiscard]] virtual bool point(Real theta, std::span<Real> z) = 0;

 protected:
  SolutionCurve() = default;
  SolutionCurve(const SolutionCurve&) = default;
  SolutionCurve& operator=(const SolutionCurve&) = default;
};

}  // namespace leafwise::integrator
