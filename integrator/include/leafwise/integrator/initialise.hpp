// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::integrator {

/// How strictly a number of a starting point is kept.
enum class Meant {
  fixed,    ///< it is kept exactly
  given,    ///< it is changed as little as possible
  guessed,  ///< only where the search begins: changing it counts a thousandth
};

/// A starting point in full or in part: one value for each coordinate.
template <typename Real>
struct StartingValues {
  std::vector<Real> values;
  std::vector<Meant> meant;
  /// The unit of a change, for each coordinate; empty: max(1, |value|), where 1 is in the
  /// problem's own units if it has sizes.
  std::vector<Real> units = {};
};

/// A point of M.
template <typename Real>
struct InitialPoint {
  std::vector<Real> point;
  /// The coordinate that is not a guess and was changed most, in its unit, and by how much.
  std::size_t most_changed = 0;
  Real largest_change = 0;
  int iterations = 0;
};

/// The point of M nearest to the values, in the norm of the units, with all fixed values kept; f is
/// at round-off there. Nearest according to a local search from the values.
///
/// Otherwise the reason names an equation that cannot be met, and by how much. It is `Undefined` if
/// that equation contains only fixed coordinates, `Unable` if the search has failed.
/// @throws InvalidInput if there are not as many values as coordinates, or one is not finite
template <typename Real>
[[nodiscard]] Outcome<InitialPoint<Real>> initialise(const ManifoldProblem<Real>& problem,
                                                     const StartingValues<Real>& start);

extern template Outcome<InitialPoint<double>> initialise(const ManifoldProblem<double>&,
                                                         const StartingValues<double>&);
extern template Outcome<InitialPoint<long double>> initialise(const ManifoldProblem<long double>&,
                                                              const StartingValues<long double>&);

}  // namespace leafwise::integrator
