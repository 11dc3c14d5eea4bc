// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// How points are projected to a manifold, and what it costs.
namespace leafwise::integrator {

/// Counters of evaluations.
struct Counters {
  std::uint64_t fields = 0;          ///< directions of the distribution
  std::uint64_t values = 0;          ///< f alone
  std::uint64_t jacobians = 0;       ///< f with df
  std::uint64_t factorizations = 0;  ///< of df dfᵀ or of the matrix of the distribution
  std::uint64_t newton = 0;          ///< iterations of projections
  std::uint64_t projections = 0;
};

enum class Guess {
  tangent,  ///< [TA01, (5.2)]: q = p + h w, μ = 0
  curved,   ///< [TA01, (5.3)]: with the normal curvature of M
};

struct ProjectionSettings {
  /// Of what is left to correct, in units of max(1, |q_j|) for each coordinate. 0: go on to
  /// round-off, and `polish` the result. Stages need less accuracy than accepted points.
  double tolerance = 0;
  int most_iterations = 30;
  int refresh_every = 3;         ///< df dfᵀ is factorised again after so many iterations
  Guess guess = Guess::tangent;  ///< the faster one: see docs/design/integrator.md
};

enum class ProjectionStatus { good, no_convergence, rank_lost, not_finite };

}  // namespace leafwise::integrator
