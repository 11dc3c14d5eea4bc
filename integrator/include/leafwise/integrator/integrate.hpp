// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"

namespace leafwise::integrator {

/// Follows the curve of the problem through `start` to the goal in `settings`.
/// @pre start is a point of M up to round-off: initialisation finds one
/// @throws InvalidInput if settings and problem do not fit together
template <typename Real>
[[nodiscard]] Report<Real> integrate(const ManifoldProblem<Real>& problem,
                                     const Settings<Real>& settings,
                                     std::span<const Real> start);

/// Continues a run. With a goal given by the parameter, it is counted from the original start.
/// The trajectory begins with the point of the checkpoint.
/// @throws InvalidInput if the checkpoint is not one of such a run
template <typename Real>
[[nodiscard]] Report<Real> resume(const ManifoldProblem<Real>& problem,
                                  const Settings<Real>& settings,
                                  const Checkpoint<Real>& checkpoint);

}  // namespace leafwise::integrator
