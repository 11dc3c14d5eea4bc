// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/pivot_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leafwise::integrator::detail {
namespace {

/// Shares of the largest number in the row. A constant, or a diagonal entry of a definite matrix,
/// may be small: it does not get worse elsewhere. Any other pivot has to be good at other points,
/// too.
constexpr double small = 1e-3;
constexpr double large = 0.3;

}  // namespace

PivotSearch::PivotSearch(const UnrolledElimination& elimination,
                         std::vector<double> numbers,
                         std::size_t n)
    : elimination_(elimination), numbers_(std::move(numbers)), n_(n) {}

std::optional<PivotSearch::Place> PivotSearch::find() const {
  const bool symmetric = elimination_.is_symmetric();
  std::optional<Place> place;
  if (symmetric) {
    place = find({true, true, small});
    if (!place) place = find({false, true, small});
  }
  if (!place) place = find({true, false, small});
  if (!place) place = find({false, false, large});
  return place;
}

bool PivotSearch::is_structural() const {
  for (std::size_t row = 0; row < n_; ++row) {
    for (std::size_t column = 0; column < n_; ++column) {
      if (elimination_.is_used_row(row) || elimination_.is_used_column(column)) continue;
      if (!elimination_.is_zero(row, column)) return false;
    }
  }
  return true;
}

std::optional<PivotSearch::Place> PivotSearch::find(const Condition& condition) const {
  std::optional<Place> best;
  std::size_t least_fill = 0;
  for (std::size_t row = 0; row < n_; ++row) {
    if (elimination_.is_used_row(row)) continue;
    for (std::size_t column = 0; column < n_; ++column) {
      const Place place{row, column};
      if (elimination_.is_used_column(column) || !allows(condition, place)) continue;
      const std::size_t new_fill = fill(place);
      const bool better =
          !best || new_fill < least_fill ||
          (new_fill == least_fill && std::abs(number(place)) > std::abs(number(*best)));
      if (!better) continue;
      best = place;
      least_fill = new_fill;
    }
  }
  return best;
}

bool PivotSearch::allows(const Condition& condition, Place place) const {
  if (condition.on_diagonal && place.row != place.column) return false;
  if (elimination_.is_zero(place.row, place.column)) return false;
  if (condition.constant) {
    const Expression entry = elimination_.entry(place.row, place.column);
    if (!entry.builder().is_constant(entry)) return false;
  }
  const double size = std::abs(number(place));
  return size > 0 && size >= condition.least_share * largest_in_row(place.row);
}

double PivotSearch::largest_in_row(std::size_t row) const {
  double largest = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    if (!elimination_.is_used_column(j)) largest = std::max(largest, std::abs(number({row, j})));
  }
  return largest;
}

std::size_t PivotSearch::fill(Place place) const {
  std::size_t in_row = 0;
  std::size_t in_column = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (!elimination_.is_used_column(i) && !elimination_.is_zero(place.row, i)) ++in_row;
    if (!elimination_.is_used_row(i) && !elimination_.is_zero(i, place.column)) ++in_column;
  }
  return (in_row - 1) * (in_column - 1);
}

void PivotSearch::eliminate(Place pivot) {
  work_ += fill(pivot);
  for (std::size_t i = 0; i < n_; ++i) {
    if (i == pivot.row || elimination_.is_used_row(i)) continue;
    const double factor = number({i, pivot.column}) / number(pivot);
    for (std::size_t j = 0; j < n_; ++j) {
      if (!elimination_.is_used_column(j)) numbers_[i * n_ + j] -= factor * number({pivot.row, j});
    }
  }
}

}  // namespace leafwise::integrator::detail
