// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/model.hpp"
#include "leafwise/pipeline/numeric_leaf.hpp"

/// From exact to numeric: a leaf becomes a problem for the integrator.
namespace leafwise::pipeline {

/// The base manifold with the linear block: rows A(z) w + b(z) = 0 solved numerically for the
/// highest derivatives and multipliers. Of a mechanism, where the leaf is one of positions and
/// velocities, M q'' = F − Gᵀλ, G q'' = γ with G of the component's own generators.
///
/// Where a rate follows from no row (tops that occur nonlinearly, auxiliary unknowns), the
/// derivatives of the base's equations give it: completion.md of the design, "Involutive".
/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] NumericLeaf hand_over(const Model& model, const Leaf& leaf);

/// The base manifold alone, without a direction: for leaves that are only compared with.
[[nodiscard]] NumericLeaf hand_over_base(const Model& model, const Leaf& leaf);

/// The same as `hand_over` without the special form of mechanics.
[[nodiscard]] NumericLeaf hand_over_rows(const Model& model, const Leaf& leaf);

/// Where a start is looked for: the base manifold, with auxiliary unknowns bound to what they stand
/// for (w = sin(theta), where the leaf itself knows only w' = cos(theta)·theta'). With jets also
/// the highest derivatives and multipliers, bound by the leaf's rows, behind the coordinates: where
/// some of them are given, they take part. It has no distribution, and its rows as expressions.
[[nodiscard]] NumericLeaf hand_over_start(const Model& model, const Leaf& leaf, bool with_jets);

}  // namespace leafwise::pipeline
