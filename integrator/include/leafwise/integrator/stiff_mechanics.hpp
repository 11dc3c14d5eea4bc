// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/settings.hpp"
#include "leafwise/integrator/stiff_problem.hpp"

/// Stiff mechanical systems with steps above ε: three-stage Radau IIA of order 5, variable steps,
/// errors measured as ‖Δq‖ + h ‖Δq'‖ [Lu, section 8 (i)]. The method and
/// measurements: docs/design/stiff.md. Points are (t, q, q').
///
/// Motions that start on the manifold of smooth motion are followed with steps that do not depend
/// on ε; others lose their oscillations in a few such steps [Lu, Theorem 3.2] if the tolerance lets
/// steps be larger than ε. Where it does not, the oscillation is followed like any other motion.
namespace leafwise::integrator {

/// Its name in problem files and Settings::method.
inline constexpr const char* stiff_method = "radau5_stiff";

// `integrate` on a StiffProblem. It starts at (t, q, q'), which is not moved: on 𝒰, on the
// manifold of smooth motion, or near them; it refuses a start where M is not positive definite, and
// for the solvers `outer` and `constrained` one without a minimum of U nearby, or with H = 0.
// Reason::singular_distribution: H loses rank. Events and monitors are functions of (t, q, q').
//
// Columns: t, q, q', monitors, `stiff_force` if watched, `_s` (length of the curve of (t, q, q')),
// `_h` and `_residual`: |∇U| / ‖H‖, which is the distance from 𝒰 up to the ratio of stiffnesses;
// O(ε²) for smooth motion, O(ε) for others. `stiff_force` is the largest component of the force
// that keeps the motion near 𝒰: the reaction Gᵀλ of the multipliers, which is ∇U/ε² without the
// round-off of ∇U, or ∇U/ε² itself for solvers without multipliers. It is bounded as ε → 0 for
// smooth motion, of size 1/ε where the motion oscillates with bounded energy. (At a start off 𝒰 it
// is the reaction of smooth motion; `_residual` shows how far off.)
//
// Fields are counted once for each stage of each iteration, for each look at what the outer
// iteration has left of a stage, for each error estimate that is filtered twice, and for each new
// point: M, f, ∇U and, where there are multipliers, H. Jacobians: derivatives of all of them.

/// The tangent bundle T𝒰 at a point, and the stiff directions there.
template <typename Real>
struct StiffStart {
  std::vector<Real> point;        ///< (t, q, q')
  std::size_t rank = 0;           ///< m
  std::vector<Real> frequencies;  ///< of small oscillations across 𝒰, ω/ε: m, the largest first
};

/// The point of T𝒰 near `start` = (t, q, q'): ∇U = 0, (d/dt)∇U = 0, reached along the M-normals of
/// 𝒰. Undefined: no minimum of U there, or H = 0, or M is not positive definite. Unable: none was
/// found from there.
template <typename Real>
[[nodiscard]] Outcome<StiffStart<Real>> tangent_start(const StiffProblem<Real>& problem,
                                                      std::span<const Real> start);

/// Starting values of smooth motion [Lu, Theorem 2.2]: for (q⁰, q'⁰) = tangent_start the sums
/// q⁰ + ε² q¹ + … + ε^(2N) q^N, N = `order`, and the same for q', where all q^k and q'^k, k ≥ 1,
/// are in the range of M⁻¹H at q⁰. Oscillations of the motion from there have amplitudes
/// O(ε^(2N+2)). Order 0: the point of T𝒰 itself. Unable if the maps do not know Taylor coefficients
/// up to degree 2N + 1 (programs know all).
/// @throws InvalidInput if order > highest_smooth_order
template <typename Real>
[[nodiscard]] Outcome<StiffStart<Real>> smooth_start(const StiffProblem<Real>& problem,
                                                     std::span<const Real> start,
                                                     std::size_t order);
inline constexpr std::size_t highest_smooth_order = 10;

}  // namespace leafwise::integrator
