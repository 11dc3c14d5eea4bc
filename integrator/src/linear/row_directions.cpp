// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/row_directions.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "linear/dense.hpp"
#include "linear/elimination_order.hpp"
#include "linear/growing_factor.hpp"

namespace leafwise::integrator::detail {

namespace {

/// Multiplications without gaps for one of entries that have to be looked up.
constexpr std::size_t worth_looking_up = 4;

using List = std::vector<std::uint32_t>;

void merge_into(List& list, const List& other) {
  List merged;
  std::set_union(list.begin(), list.end(), other.begin(), other.end(), std::back_inserter(merged));
  list = std::move(merged);
}

/// Rows that share a column.
Neighbours neighbours_of(const std::vector<List>& columns_of, std::size_t columns) {
  std::vector<List> rows_of(columns);
  for (std::size_t i = 0; i < columns_of.size(); ++i) {
    for (const std::uint32_t column : columns_of[i]) {
      rows_of[column].push_back(static_cast<std::uint32_t>(i));
    }
  }
  Neighbours neighbours(columns_of.size());
  for (std::size_t i = 0; i < columns_of.size(); ++i) {
    for (const std::uint32_t column : columns_of[i]) merge_into(neighbours[i], rows_of[column]);
    std::erase(neighbours[i], static_cast<std::uint32_t>(i));
  }
  return neighbours;
}

}  // namespace

template <typename Real>
void RowDirections<Real>::see(std::span<const Real> all) {
  if (c_ >= many_rows) places_.see(all);
}

template <typename Real>
Real RowDirections<Real>::find(std::span<const Real> all,
                               std::span<const std::size_t> chosen,
                               Directions<Real>& found) {
  see(all);
  if (c_ < many_rows) return find_densely(all, chosen, found);
  if (!places_.choose(chosen)) analyse();
  if (turns_.empty()) return find_densely(all, chosen, found);
  std::fill(found.directions.begin(), found.directions.end(), Real{0});
  Real least = 1;
  for (const Turn& turn : turns_) {
    least = std::min(least, take(turn, all.data() + chosen[turn.row] * m_, found));
    if (!(least > 0)) return 0;
  }
  return least;
}

template <typename Real>
void RowDirections<Real>::analyse() {
  turns_.clear();
  std::vector<List> columns_of(c_);
  for (const std::uint32_t place : places_.list()) {
    columns_of[place / m_].push_back(static_cast<std::uint32_t>(place % m_));
  }
  const std::size_t most_fill = c_ * c_ / 2 / worth_looking_up;
  const EliminationOrder order =
      elimination_order(neighbours_of(columns_of, m_), std::vector<char>(c_, 0), most_fill);
  if (order.fill > most_fill) return;
  std::size_t work = 0;
  turns_.resize(c_);
  for (std::size_t k = 0; k < c_; ++k) {
    Turn& turn = turns_[k];
    turn.row = order.rows[k];
    turn.columns = columns_of[turn.row];
    for (const std::uint32_t place : turn.before) {
      merge_into(turn.columns, turns_[place].columns);
      work += turns_[place].columns.size();
    }
    for (const std::uint32_t later : order.filled[k]) {
      turns_[later].before.push_back(static_cast<std::uint32_t>(k));
    }
  }
  if (work > c_ * c_ / 2 * m_ / worth_looking_up) turns_.clear();
}

template <typename Real>
Real RowDirections<Real>::take(const Turn& turn, const Real* from, Directions<Real>& found) const {
  Real* own = found.directions.data() + turn.row * m_;
  Real before = 0;
  for (const std::uint32_t column : turn.columns) {
    own[column] = from[column];
    before += from[column] * from[column];
  }
  for (const std::uint32_t place : turn.before) {
    const Turn& earlier = turns_[place];
    const Real* other = found.directions.data() + earlier.row * m_;
    Real part = 0;
    for (const std::uint32_t column : earlier.columns) part += other[column] * own[column];
    for (const std::uint32_t column : earlier.columns) own[column] -= part * other[column];
  }
  Real after = 0;
  for (const std::uint32_t column : turn.columns) after += own[column] * own[column];
  const Real length = std::sqrt(after);
  if (!(length > 0) || !(before <= std::numeric_limits<Real>::max())) return 0;
  found.lengths[turn.row] = length;
  for (const std::uint32_t column : turn.columns) own[column] /= length;
  return length / std::sqrt(before);
}

template <typename Real>
Real RowDirections<Real>::find_densely(std::span<const Real> all,
                                       std::span<const std::size_t> chosen,
                                       Directions<Real>& found) const {
  Real least = 1;
  for (std::size_t i = 0; i < c_; ++i) {
    Real* own = found.directions.data() + i * m_;
    const Real* row = all.data() + chosen[i] * m_;
    std::copy(row, row + m_, own);
    const Real before = std::sqrt(dot(row, row, m_));
    for (std::size_t j = 0; j < i; ++j) {
      const Real* other = found.directions.data() + j * m_;
      add_multiple(-dot(other, own, m_), other, own, m_);
    }
    const Real after = std::sqrt(dot(own, own, m_));
    if (!(after > 0) || !std::isfinite(before)) return 0;
    least = std::min(least, after / before);
    found.lengths[i] = after;
    for (std::size_t j = 0; j < m_; ++j) own[j] /= after;
  }
  return least;
}

template class RowDirections<double>;
template class RowDirections<long double>;

}  // namespace leafwise::integrator::detail
