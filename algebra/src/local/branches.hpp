// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/local_leaf.hpp"

namespace leafwise::algebra::detail {

/// A mechanism that starts where its constraints g(t, q) have a lower rank than elsewhere, as a
/// linkage that lies flat. N = ker G, C = coker G. A velocity v with Cᵀg''(v, v) = 0 is tangent to
/// a branch if Cᵀg''(v, ·): N → C is onto (Theorem 4 of docs/design/local.md); then the motion is a
/// power series, though λ has a pole: its coefficients are found order by order, with one matrix.
///
/// Writes the branches into the leaf; where the velocity is tangent to one, also offsets, point and
/// series of the motion on it. Nothing is proved.
/// @param positions on the constraints
void find_branches(const AnalyticSystem& system,
                   const LocalStart& start,
                   const std::vector<double>& positions,
                   LocalLeaf& leaf);

}  // namespace leafwise::algebra::detail
