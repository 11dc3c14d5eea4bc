// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/model.hpp"
#include "model/start_values.hpp"

namespace leafwise::pipeline::detail {

/// The system of a problem file as written, for methods without completion.
struct HessenbergForm {
  integrator::HessenbergProblem<double> problem;
  /// The manifold of positions and velocities: (t, u, v) with g = 0 and Dg f + g_t = 0. It has no
  /// distribution; the multipliers are attached.
  NumericLeaf constrained;
  /// (t, u, v, λ) with nothing imposed: what events and invariants may use.
  NumericLeaf table;
};

/// [mechanics], or equations of one of these shapes, in any order:
///  - second order: as many equations that are affine in the highest derivatives q'' as there are
///    of these, as many in positions alone as there are multipliers (unknowns without derivative);
///  - first order: x' = …, where unknowns whose rate contains no multiplier are positions, and
///    constraints are relations of these.
/// Undefined with what is missing for other systems. That Γ is regular is not decided here.
/// @param set_aside constraints of [mechanics], by place, that follow from the others: they and
///   their multipliers take no part
/// @param start where a mass matrix is looked at: a singular one is made regular
/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] Outcome<HessenbergForm> hessenberg_form(const Model& model,
                                                      const std::set<std::size_t>& set_aside,
                                                      const StartNumbers& start);

}  // namespace leafwise::pipeline::detail
