// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace leafwise::integrator::detail {

/// Which rows of a symmetric matrix have entries in common columns: for each row the others.
using Neighbours = std::vector<std::vector<std::uint32_t>>;

/// The pattern after eliminating row by row.
struct EliminationOrder {
  std::vector<std::uint32_t> rows;  ///< the first to be eliminated comes first
  /// For each of them, in this order: the places in `rows` of those that it fills, all later.
  Neighbours filled;
  std::size_t fill = 0;  ///< entries of L below the diagonal
};

/// Next is always the row with the fewest neighbours left, the first of several (minimum degree).
/// Late rows wait until those of their neighbours that are not late are gone.
/// @param neighbours sorted, without the row itself, both ways
/// @param most_fill it ends, with fill above this, once there is more
[[nodiscard]] EliminationOrder elimination_order(Neighbours neighbours,
                                                 const std::vector<char>& is_late,
                                                 std::size_t most_fill);

}  // namespace leafwise::integrator::detail
