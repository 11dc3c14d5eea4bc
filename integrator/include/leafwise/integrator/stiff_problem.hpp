// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/program.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// A mechanical system in which a strong potential keeps the motion near a manifold [Lu, (2.1)],
///
///   M(t, q) q'' = f(t, q, q') − ∇U(t, q)/ε²,   0 < ε,
///
/// ∇U by q alone; t as it may occur in driven mechanisms. M is symmetric and positive definite. U
/// has its minimum on a manifold 𝒰 = {∇U = 0}, and H = ∇²U is positive in the directions across it
/// [Lu, (2.2), (2.3)]; its rank m there is the number of constraints in the limit ε → 0.
///
/// [Lu] Ch. Lubich, Integration of stiff mechanical systems by Runge-Kutta methods, ZAMP 44 (1993).
template <typename Real>
struct StiffProblem {
  std::string independent = "t";
  std::vector<std::string> positions;   ///< names of q: n
  std::vector<std::string> velocities;  ///< names of q': n
  Real epsilon = 0;

  /// (t, q) ↦ M, row by row, n² outputs; null: the identity
  std::shared_ptr<const SmoothMap<Real>> mass;
  /// (t, q, q') ↦ f
  std::shared_ptr<const SmoothMap<Real>> force;
  /// (t, q) ↦ ∇U; its derivative by q is H
  std::shared_ptr<const SmoothMap<Real>> gradient;

  /// n
  [[nodiscard]] std::size_t size() const noexcept { return positions.size(); }
};

/// Whether ε is positive, and both ε² and 1/ε² are numbers: forces times ε² have to be more than 0.
template <typename Real>
[[nodiscard]] bool is_epsilon(Real epsilon) {
  const Real square = epsilon * epsilon;
  return epsilon > 0 && std::isfinite(square) && std::isfinite(1 / square);
}

struct StiffNames {
  std::vector<std::string> positions;
  std::vector<std::string> velocities;
  std::string independent = "t";
};

/// From any maps, a user's functions for example.
template <typename Real>
struct StiffMaps {
  std::shared_ptr<const SmoothMap<Real>> mass;  ///< null: the identity
  std::shared_ptr<const SmoothMap<Real>> force;
  std::shared_ptr<const SmoothMap<Real>> gradient;
};

/// From programs: ∇U and H are exact derivatives.
struct StiffPrograms {
  const Program* mass = nullptr;  ///< (t, q) ↦ M, row by row; null: the identity
  const Program& force;           ///< (t, q, q') ↦ f
  const Program& potential;       ///< (t, q) ↦ U
};

/// @throws InvalidInput if ε cannot be one, or numbers of inputs, outputs and names do
/// not fit together
template <typename Real>
[[nodiscard]] StiffProblem<Real> stiff_problem(const StiffNames& names,
                                               StiffMaps<Real> maps,
                                               Real epsilon);
template <typename Real>
[[nodiscard]] StiffProblem<Real> stiff_problem(const StiffNames& names,
                                               const StiffPrograms& programs,
                                               Real epsilon);

/// The limit ε → 0 [Lu, (2.25.0)]: M q'' = f − Gᵀλ, with these components of ∇U as constraints.
/// @param rows indices of positions, as many as H has independent columns there
/// @throws InvalidInput as above, or if there is no such row
template <typename Real>
[[nodiscard]] HessenbergProblem<Real> constrained_limit(const StiffNames& names,
                                                        const StiffPrograms& programs,
                                                        const std::vector<std::size_t>& rows);

}  // namespace leafwise::integrator
