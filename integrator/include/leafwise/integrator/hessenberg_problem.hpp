// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "leafwise/integrator/program.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// A differential-algebraic system of index 3 in Hessenberg form [Sch, (2.1)], with the independent
/// variable t as it may occur in driven mechanisms:
///
///   u' = f(t, u, v),   v' = k(t, u, v, λ),   0 = g(t, u),   Γ = g_u f_v k_λ regular.
///
/// u: N positions, v: M velocities, λ: l multipliers. No completion: the hidden constraints
/// are formed from these derivatives where they are needed. Where u' = v, as in mechanics, f is
/// left out, and linear systems shrink from N + M + l to M + l unknowns.
///
/// [Sch] J. Schropp, Projected Runge-Kutta methods for index 3 differential-algebraic equations.
template <typename Real>
struct HessenbergProblem {
  std::string independent = "t";
  std::vector<std::string> positions;    ///< names of u
  std::vector<std::string> velocities;   ///< names of v; as many as positions where u' = v
  std::vector<std::string> multipliers;  ///< names of λ

  /// (t, u, v, λ) ↦ (f, k, g), or (k, g) where u' = v. One map, so that what f, k and g have in
  /// common is computed once.
  std::shared_ptr<const SmoothMap<Real>> system;
  /// (t, u, v) ↦ f; null where u' = v.
  std::shared_ptr<const SmoothMap<Real>> rates;
  /// (t, u) ↦ g
  std::shared_ptr<const SmoothMap<Real>> constraints;

  [[nodiscard]] bool velocities_are_rates() const noexcept { return rates == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept {
    return positions.size() + velocities.size() + multipliers.size();
  }
};

/// The three right-hand sides of a HessenbergProblem as separate maps.
template <typename Map>
struct HessenbergParts {
  Map rates;          ///< (t, u, v) ↦ f; empty where u' = v
  Map accelerations;  ///< (t, u, v, λ) ↦ k
  Map constraints;    ///< (t, u) ↦ g
};

struct HessenbergNames {
  std::vector<std::string> positions;
  std::vector<std::string> velocities;
  std::vector<std::string> multipliers;
  std::string independent = "t";
};

/// From any maps, such as a user's functions; their values are concatenated.
/// @throws InvalidInput if numbers of inputs, outputs and names do not match, or if there are
/// more constraints than positions or velocities, or none
template <typename Real>
[[nodiscard]] HessenbergProblem<Real> hessenberg_problem(
    const HessenbergNames& names, HessenbergParts<std::shared_ptr<const SmoothMap<Real>>> parts);

/// From programs: one program with shared subexpressions and exact derivatives.
/// @param parts rates may be null
template <typename Real>
[[nodiscard]] HessenbergProblem<Real> hessenberg_problem(const HessenbergNames& names,
                                                         HessenbergParts<const Program*> parts);

/// M(t, q) q'' = F(t, q, q') − g_qᵀ λ, g(t, q) = 0. M is eliminated by instructions, so that k is a
/// program like any other; its pivots are taken from the diagonal.
struct MechanicalParts {
  const Program& mass;         ///< (t, q) ↦ M, row by row, symmetric and positive definite
  const Program& force;        ///< (t, q, q') ↦ F
  const Program& constraints;  ///< (t, q) ↦ g
};
template <typename Real>
[[nodiscard]] HessenbergProblem<Real> hessenberg_problem(const HessenbergNames& names,
                                                         const MechanicalParts& parts);

}  // namespace leafwise::integrator
