// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::integrator {

/// How well V fits f: for the worst equation and the worst of some points of M near a given one,
/// the sine of the angle between V and the tangent plane of that equation.
template <typename Real>
struct Tangency {
  Real sine = 0;             ///< |∇fᵢ · V| / (|∇fᵢ| |V|)
  std::size_t equation = 0;  ///< i
  std::size_t points = 0;    ///< at how many points V and df could be compared

  /// A system that is not involutive is off by the angle between two unrelated vectors; one that
  /// is, by round-off times the condition of the linear systems behind V.
  [[nodiscard]] bool is_tangent(Real tolerance = Real{1e-7}) const { return sine <= tolerance; }
};

/// Compares at `z`, a point of M, and at a few points of M around it, since a start may be special
/// (at rest no force does work). If V is not tangent to M then solutions leave M, projected methods
/// compute something else, with order one (numerical examples: Leafwise's docs, on invariants).
/// @throws InvalidInput if the problem does not fit together
template <typename Real>
[[nodiscard]] Tangency<Real> check_tangency(const ManifoldProblem<Real>& problem,
                                            std::span<const Real> z);

/// A message: which equation the solution would leave, and how steeply.
template <typename Real>
[[nodiscard]] std::string describe(const Tangency<Real>& tangency,
                                   const ManifoldProblem<Real>& problem);

extern template Tangency<double> check_tangency(const ManifoldProblem<double>&,
                                                std::span<const double>);
extern template Tangency<long double> check_tangency(const ManifoldProblem<long double>&,
                                                     std::span<const long double>);
extern template std::string describe(const Tangency<double>&, const ManifoldProblem<double>&);
extern template std::string describe(const Tangency<long double>&,
                                     const ManifoldProblem<long double>&);

}  // namespace leafwise::integrator
