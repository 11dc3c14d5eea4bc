// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "local/ball.hpp"

namespace leafwise::algebra::detail {

/// From so many rows on, zeros are left out.
inline constexpr std::size_t many_rows = 64;

/// A matrix by its entries; entries of the same place are added.
template <typename Value>
struct SparseEntries {
  struct Entry {
    std::size_t row = 0;
    std::size_t column = 0;
    Value value;
  };
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Entry> list;
};

/// (row, column), in the order of elimination: one for each row.
using Pivots = std::vector<std::pair<std::size_t, std::size_t>>;

/// Pivots for a matrix of full row rank, few entries filling in (Markowitz), none of them much
/// smaller than others of its row; empty if rows are dependent, as far as doubles tell.
/// @pre at least as many columns as rows; rows and columns of size 1
[[nodiscard]] std::optional<Pivots> sparse_pivots(const SparseEntries<double>& matrix);

/// x with A·x = right, for all matrices A in the balls, by elimination in this order: one entry for
/// each column, zero for those without a pivot, whose entries are left out. Empty if a pivot's ball
/// holds 0: if not, all A are regular.
[[nodiscard]] std::optional<std::vector<Ball>> solve_in_order(const SparseEntries<Ball>& matrix,
                                                              const std::vector<Ball>& right,
                                                              const Pivots& pivots,
                                                              slong precision);

}  // namespace leafwise::algebra::detail
