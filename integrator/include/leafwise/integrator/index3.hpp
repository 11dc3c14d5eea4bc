// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/report.hpp"

/// Index-3 systems without completion: Radau IIA of order 5 with projection after each
/// step [Sch]. The method and measurements: docs/design/index3.md.
namespace leafwise::integrator {

/// Its name in problem files and Settings::method.
inline constexpr const char* index3_method = "radau5_index3";

// `integrate` on a HessenbergProblem. It starts at a point (t, u, v, λ) that is consistent up to
// round-off, λ included: `make_consistent` computes one. Events and monitors are functions of
// (t, u, v, λ); of events and rows between steps with the multipliers of d₃ = 0, at ends of steps
// with the method's own. Columns: t, u, v, λ, monitors, d1, d2, d3 if watched, `_s` (length of the
// curve of (t, u, v)), `_h` and `_residual` (the largest of |g| / max(‖∇g‖, 1)).
//
// Counters are those of paper and RADAU5. Fields: F = (f, k, g) once for each stage of each Newton
// iteration, for each error estimate that is filtered twice, and for each new point. Jacobians: its
// derivative each time that an iteration matrix is made of a new one. Factorizations: of the real
// and the complex matrix together. Projections: each takes one derivative of F, which the next
// iteration matrix shares if it needs a new one, and factorises Γ, l × l.

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
