// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "mechanism.hpp"

/// The index-3 systems of J. Schropp's paper, nothing completed, and where they start.
namespace leafwise::tests {

template <typename Real>
struct StartedIndex3 {
  integrator::HessenbergProblem<Real> problem;
  std::vector<Real> start;  ///< (t, u, v, λ), consistent
};

/// (4.1), from (1, 0) at rest. The paper prints v' = (−2u₁λ, −1 − 2u₂λ); with that its table cannot
/// be had, and its d₃ belongs to v' = (−u₁λ, −1 − u₂λ), which this is. g = |u|² − 1.
/// @param pull the factor of u λ: 2 for what is printed
template <typename Real>
[[nodiscard]] StartedIndex3<Real> schropp_pendulum(long double pull = 1);

/// M q'' = F − dgᵀ λ, g = 0, with M eliminated; multipliers of the start by d₃ = 0.
template <typename Real>
[[nodiscard]] StartedIndex3<Real> index3_form(const Mechanism& mechanism);

}  // namespace leafwise::tests
