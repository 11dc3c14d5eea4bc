// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <variant>

#include "leafwise/integrator/stiff_mechanics.hpp"
#include "steppers/stiff/stiff_frame.hpp"

namespace leafwise::integrator::detail {

/// A point (q, q') of T𝒰 at some t.
template <typename Real>
struct TangentPoint {
  typename StiffFrame<Real>::Vector position;
  typename StiffFrame<Real>::Vector velocity;
  Eigen::Index rank = 0;
};

/// Implements `tangent_start`; afterwards the frame is at the point found.
template <typename Real>
[[nodiscard]] std::variant<TangentPoint<Real>, Undefined, Unable> find_tangent_point(
    const StiffProblem<Real>& problem, StiffFrame<Real>& frame, std::span<const Real> start);

/// @param frame at the point
template <typename Real>
[[nodiscard]] StiffStart<Real> make_start(const StiffProblem<Real>& problem,
                                          const StiffFrame<Real>& frame,
                                          const TangentPoint<Real>& tangent,
                                          Real t);

}  // namespace leafwise::integrator::detail
