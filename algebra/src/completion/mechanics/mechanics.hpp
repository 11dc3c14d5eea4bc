// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "completion/mechanics/position_component.hpp"

namespace leafwise::algebra::detail {

/// Splits the ideal of the position constraints and writes down M q'' = F − Gᵀλ for each component,
/// G from its own generators. @pre system.mechanics
[[nodiscard]] PositionSplit split_positions(const DifferentialSystem& system,
                                            const CompletionOptions& options,
                                            const Limits& limits);

/// The equations of motion on a leaf's own component, as a plain system. @pre system.mechanics
[[nodiscard]] DifferentialSystem plain_mechanics(const DifferentialSystem& system,
                                                 const Leaf& leaf);

}  // namespace leafwise::algebra::detail
