// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "completion/mechanics/mechanics.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// At a real point M a + Gᵀμ = 0, G a = 0 gives aᵀM a = 0, and so a = 0: accelerations are unique.
/// Where they are free in general, no real point is regular, and `real` says so.
/// @pre of a mechanism with a constant, positive definite M
void refute_free_accelerations(Leaf& leaf);

/// Looks for regular real points among the positions, which are fewer variables. Where the leaf has
/// the dimension of the positions with their velocities, and the velocities' equations keep their
/// rank at one of its points, it is the closure of a bundle of affine spaces over the positions: it
/// has regular real points if these have.
void find_real_positions(Leaf& leaf,
                         const PositionComponent& component,
                         const std::vector<std::string>& coordinates,
                         const CompletionOptions& options,
                         const Limits& limits);

}  // namespace leafwise::algebra::detail
