// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/sparse_symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator::detail {

namespace {

/// Of the entries below the diagonal. With more, rows without gaps are quicker.
constexpr std::size_t least_zeros_for_each_entry = 4;

Neighbours neighbours_of(std::size_t size,
                         const std::vector<std::pair<std::uint32_t, std::uint32_t>>& places) {
  Neighbours neighbours(size);
  for (const auto& [row, column] : places) {
    if (row == column) continue;
    neighbours[row].push_back(column);
    neighbours[column].push_back(row);
  }
  for (std::vector<std::uint32_t>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

}  // namespace

template <typename Real>
bool SparseSymmetric<Real>::analyse(std::size_t size,
                                    const Places& places,
                                    const std::vector<char>& is_late) {
  const std::size_t most_fill = size * (size - 1) / 2 / least_zeros_for_each_entry;
  EliminationOrder found = elimination_order(neighbours_of(size, places), is_late, most_fill);
  if (found.fill > most_fill) return false;
  order_ = std::move(found.rows);
  std::vector<std::uint32_t> place(size);
  is_late_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    place[order_[i]] = static_cast<std::uint32_t>(i);
    is_late_[i] = is_late[order_[i]];
  }
  column_starts_.assign(1, 0);
  rows_.clear();
  std::vector<std::vector<Entry>> of_row(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (const std::uint32_t row : found.filled[i]) {
      of_row[row].push_back(
          {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(rows_.size())});
      rows_.push_back(row);
    }
    column_starts_.push_back(rows_.size());
  }
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> entries_of(size);
  for (std::size_t e = 0; e < places.size(); ++e) {
    const auto [low, high] = std::minmax(place[places[e].first], place[places[e].second]);
    entries_of[high].emplace_back(low, static_cast<std::uint32_t>(e));
  }
  row_starts_.assign(1, 0);
  place_starts_.assign(1, 0);
  by_rows_.clear();
  places_.clear();
  for (std::size_t i = 0; i < size; ++i) {
    by_rows_.insert(by_rows_.end(), of_row[i].begin(), of_row[i].end());
    row_starts_.push_back(by_rows_.size());
    places_.insert(places_.end(), entries_of[i].begin(), entries_of[i].end());
    place_starts_.push_back(places_.size());
  }
  entries_.assign(places.size(), 0);
  lower_.assign(rows_.size(), 0);
  pivots_.assign(size, 0);
  row_.assign(size, 0);
  right_.assign(size, 0);
  return true;
}

template <typename Real>
Real SparseSymmetric<Real>::eliminate_row(std::size_t row) {
  for (std::size_t p = place_starts_[row]; p < place_starts_[row + 1]; ++p) {
    row_[places_[p].first] += entries_[places_[p].second];
  }
  // Of a positive pivot early rows take, late ones give.
  Real given = row_[row];
  Real taken = 0;
  row_[row] = 0;
  for (std::size_t e = row_starts_[row]; e < row_starts_[row + 1]; ++e) {
    const auto [column, at] = by_rows_[e];
    const Real value = row_[column];
    row_[column] = 0;
    for (std::size_t p = column_starts_[column]; p < at; ++p) row_[rows_[p]] -= lower_[p] * value;
    const Real entry = value / pivots_[column];
    lower_[at] = entry;
    (is_late_[column] != 0 ? given : taken) += std::abs(entry * value);
  }
  pivots_[row] = given - taken;
  const Real whole = is_late_[row] != 0 ? -taken : given;
  const bool has_sign = is_late_[row] != 0 ? taken > 0 : given > 0;
  return has_sign ? pivots_[row] / whole : Real{0};
}

template <typename Real>
Real SparseSymmetric<Real>::factorize(Real least_share) {
  Real least = 1;
  for (std::size_t row = 0; row < order_.size(); ++row) {
    const Real share = eliminate_row(row);
    const bool has_pivot =
        std::abs(pivots_[row]) > 0 && std::abs(pivots_[row]) <= std::numeric_limits<Real>::max();
    if (!(share > least_share) || !has_pivot) {
      std::fill(row_.begin(), row_.end(), Real{0});
      return 0;
    }
    least = std::min(least, share);
  }
  return least;
}

template <typename Real>
void SparseSymmetric<Real>::solve(std::span<Real> x) const {
  const std::size_t size = order_.size();
  for (std::size_t i = 0; i < size; ++i) right_[i] = x[order_[i]];
  for (std::size_t j = 0; j < size; ++j) {
    const Real known = right_[j];
    for (std::size_t p = column_starts_[j]; p < column_starts_[j + 1]; ++p) {
      right_[rows_[p]] -= lower_[p] * known;
    }
  }
  for (std::size_t j = size; j-- > 0;) {
    Real value = right_[j] / pivots_[j];
    for (std::size_t p = column_starts_[j]; p < column_starts_[j + 1]; ++p) {
      value -= lower_[p] * right_[rows_[p]];
    }
    right_[j] = value;
  }
  for (std::size_t i = 0; i < size; ++i) x[order_[i]] = right_[i];
}

template class SparseSymmetric<double>;
template class SparseSymmetric<long double>;

}  // namespace leafwise::integrator::detail
