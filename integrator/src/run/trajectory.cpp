// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/trajectory.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {

template <typename Real>
Trajectory<Real>::Trajectory(std::vector<std::string> columns, std::size_t dimension)
    : columns_(std::move(columns)), dimension_(dimension) {
  LEAFWISE_DEMAND(dimension_ <= columns_.size());
}

template <typename Real>
std::span<const Real> Trajectory<Real>::row(std::size_t index) const {
  LEAFWISE_DEMAND(index < rows_);
  return std::span<const Real>(values_).subspan(index * width(), width());
}

template <typename Real>
std::span<const Real> Trajectory<Real>::point(std::size_t index) const {
  return row(index).first(dimension_);
}

template <typename Real>
std::optional<std::size_t> Trajectory<Real>::column(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name);
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

template <typename Real>
Real Trajectory<Real>::value(std::size_t index, std::string_view column_name) const {
  const std::optional<std::size_t> place = column(column_name);
  LEAFWISE_DEMAND(place.has_value(), column_name);
  return row(index)[*place];
}

template <typename Real>
void Trajectory<Real>::truncate(std::size_t rows) {
  LEAFWISE_DEMAND(rows <= rows_);
  rows_ = rows;
  values_.resize(rows * columns_.size());
}

template <typename Real>
std::span<Real> Trajectory<Real>::append() {
  values_.resize(values_.size() + width());
  ++rows_;
  return std::span<Real>(values_).last(width());
}

template class Trajectory<double>;
template class Trajectory<long double>;

}  // namespace leafwise::integrator
