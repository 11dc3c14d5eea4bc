// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/radau_settings.hpp"
#include "leafwise/integrator/report.hpp"

/// Index-3 systems as they are, nothing completed: Radau IIA of order 5 with projection after each
/// step [Sch]. What the method does, and what was measured: docs/design/index3.md.
namespace leafwise::integrator {

/// The name by which users know it.
inline constexpr const char* index3_method = "radau5_index3";

/// Events and monitors are functions of (t, u, v, λ). Defects: d₁, d₂, d₃.
template <typename Real>
struct Index3Settings : RadauSettings<Real> {
  /// (2.7) of [Sch] after each accepted step: d₁ and d₂ at round-off. false: plain RADAU5.
  bool projects = true;
};

/// As paper and RADAU5 count: F = (f, k, g) once for each stage of each Newton iteration, for each
/// error estimate that is filtered twice, and for each new point; its derivative each time that an
/// iteration matrix is made of a new one. Projections come on top.
struct Index3Counters {
  std::uint64_t functions = 0;
  std::uint64_t jacobians = 0;
  std::uint64_t factorizations = 0;  ///< of the real and the complex matrix together
  std::uint64_t newton = 0;
  /// Each takes one derivative of F, which the next iteration matrix shares if it wants a new one,
  /// and factorises Γ, l × l.
  std::uint64_t projections = 0;
};

/// Largest |dᵢ| over all constraints, in any row or at the end of any step, if watched: d₁ = g,
/// d₂ = Dg f + g_t, d₃ = the derivative of d₂ along (f, k).
template <typename Real>
struct Index3Defects {
  Real first = 0;
  Real second = 0;
  Real third = 0;
};

template <typename Real>
using Index3Checkpoint = RadauCheckpoint<Real>;

template <typename Real>
struct Index3Report {
  /// Columns: t, u, v, λ, monitors, d1, d2, d3 if watched, `_s` (length of the curve of (t, u, v)),
  /// `_h` and `_residual` (the largest of |g| / max(‖∇g‖, 1)). Its checkpoint is not used.
  Report<Real> run;
  Index3Counters counters;
  Index3Defects<Real> largest;
  Index3Checkpoint<Real> checkpoint;
};

/// Follows the solution from `start` = (t, u, v, λ).
/// @pre start is consistent up to round-off, λ included: `make_consistent` sees to it
/// @throws InvalidInput if settings, problem and start do not fit together
template <typename Real>
[[nodiscard]] Index3Report<Real> integrate_index3(const HessenbergProblem<Real>& problem,
                                                  const Index3Settings<Real>& settings,
                                                  std::span<const Real> start);

/// Continues a run, bit for bit as if it had not been interrupted.
/// @throws InvalidInput if the checkpoint is not one of such a run
template <typename Real>
[[nodiscard]] Index3Report<Real> resume_index3(const HessenbergProblem<Real>& problem,
                                               const Index3Settings<Real>& settings,
                                               const Index3Checkpoint<Real>& checkpoint);

/// The point (t, u, v, λ) with d₁ = d₂ = d₃ = 0 near the given one: (2.7), then λ. Unable if Γ is
/// singular there, or the point is too far off.
template <typename Real>
[[nodiscard]] Outcome<std::vector<Real>> make_consistent(const HessenbergProblem<Real>& problem,
                                                         std::span<const Real> start);

/// At a point (t, u, v, λ).
template <typename Real>
[[nodiscard]] Index3Defects<Real> defects(const HessenbergProblem<Real>& problem,
                                          std::span<const Real> point);

}  // namespace leafwise::integrator
