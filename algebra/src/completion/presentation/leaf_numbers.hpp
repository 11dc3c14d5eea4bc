// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "completion/rounds/filtration.hpp"
#include "completion/rows/affine_rows.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// The freedom of a leaf, its index, and how many rounds it takes at other orders: completion.md,
/// Numbers.
/// @param rounds of each row: the round in which it came
void count_leaf(Leaf& leaf,
                const Filtration& filtration,
                const std::vector<AffineRow>& rows,
                const std::vector<int>& rounds,
                const DifferentialSystem& system,
                const Limits& limits);

}  // namespace leafwise::algebra::detail
