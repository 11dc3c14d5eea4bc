// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/stiff_mechanics.hpp"

/// The equations of a single step, as in Lemmas 8.1 and 8.2 of [Lu].
namespace leafwise::integrator {

template <typename Real>
struct StageLimits {
  int most_iterations = 50;
  Real tolerance = static_cast<Real>(1e-10L);  ///< of the length of corrections of q'', all stages
  /// Ends where a correction is larger than 0.99 times the one before.
  bool stops_growing = true;
};

struct StageIteration {
  bool converged = false;
  int iterations = 0;  ///< of Newton's method, in all
  int outer = 0;       ///< corrections (8.7)
};

/// Solves the equations of a step of size h from `start` = (t, q, q'), beginning with q'' at the
/// start for all stages, by this iteration and no other.
/// @throws InvalidInput as `integrate`
template <typename Real>
[[nodiscard]] StageIteration iterate_stages(const StiffProblem<Real>& problem,
                                            std::span<const Real> start,
                                            Real h,
                                            StiffSolver solver,
                                            const StageLimits<Real>& limits);

}  // namespace leafwise::integrator
