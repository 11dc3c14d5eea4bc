// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "linear/elimination_order.hpp"

namespace leafwise::integrator::detail {

/// L D Lᵀ of symmetric matrices with few entries, in an order of little fill that depends on their
/// places alone: what is computed does not depend on what was factorised before, bit for bit.
///
/// Of ( M Gᵀ ; G 0 ), M positive definite and G of full rank, with the rows of G late, no pivot is
/// 0: an early part with all that some rows of G touch is of the same kind. Pivots of M's rows are
/// then positive, those of G's negative.
template <typename Real>
class SparseSymmetric {
 public:
  /// Entries of a matrix: (row, column) with row ≥ column.
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// Whether the factor has so few entries that it is worth it.
  /// @param is_late rows whose pivots are negative
  bool analyse(std::size_t size, const Places& places, const std::vector<char>& is_late);

  /// One for each place, in that order.
  [[nodiscard]] std::span<Real> entries() noexcept { return entries_; }

  /// The smallest share of a diagonal entry that is left in its pivot; of late rows, of what the
  /// early ones give them. 0 once one is not above `least_share`, or not finite.
  Real factorize(Real least_share);

  /// x ← A⁻¹ x @pre factorize gave more than 0
  void solve(std::span<Real> x) const;

 private:
  /// An entry of L, in row-by-row order.
  struct Entry {
    std::uint32_t column = 0;  ///< place in the order
    std::uint32_t at = 0;      ///< in `lower_`, which goes by columns
  };

  /// The row of A in `row_`, of which eliminating leaves the pivot. @return its share
  Real eliminate_row(std::size_t row);

  std::vector<std::uint32_t> order_;        // of elimination
  std::vector<char> is_late_;               // in this order
  std::vector<std::size_t> column_starts_;  // of L, in this order
  std::vector<std::uint32_t> rows_;         // of each entry of L, by columns
  std::vector<std::size_t> row_starts_;
  std::vector<Entry> by_rows_;
  std::vector<std::size_t> place_starts_;                        // of A's rows, in this order
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  // column in this order, entry
  std::vector<Real> entries_;
  std::vector<Real> lower_;
  std::vector<Real> pivots_;
  std::vector<Real> row_;
  mutable std::vector<Real> right_;
};

}  // namespace leafwise::integrator::detail
