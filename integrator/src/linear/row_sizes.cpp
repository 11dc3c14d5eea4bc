// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/row_sizes.hpp"

#include <algorithm>
#include <cmath>

#include "linear/fixed_numbers.hpp"

namespace leafwise::integrator::detail {
namespace {

/// One direction may be a bad choice for one row, three are for none.
constexpr int directions = 3;

/// Differences are taken over this share of the point's size: linear, but for what is of no
/// interest here, and exact to more digits than a size needs.
constexpr double share = 1.0 / (1 << 20);

}  // namespace

template <typename Real>
RowSizes<Real>::RowSizes(std::size_t coordinates,
                         std::size_t rows,
                         std::size_t columns,
                         std::size_t independent)
    : columns_(columns),
      independent_(independent),
      point_(coordinates),
      nearby_(rows * columns),
      sizes_(rows) {}

template <typename Real>
std::span<const Real> RowSizes<Real>::find(SmoothMap<Real>& map,
                                           std::span<const Real> z,
                                           std::span<const Real> entries,
                                           const KnownUnits<Real>& units) {
  // Coordinates follow from each other by the equations of M: what is 0 in one of them is round-off
  // of the largest.
  Real size = 0;
  for (std::size_t j = 0; j < z.size(); ++j) {
    if (j != independent_) size = std::max(size, std::abs(z[j]) / units.coordinate(j));
  }
  if (!(size > 0)) size = 1;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    sizes_[i] = 0;
    for (const Real entry : entries.subspan(i * columns_, columns_)) {
      sizes_[i] = std::max(sizes_[i], std::abs(entry));
    }
  }
  FixedNumbers numbers;
  for (int n = 0; n < directions; ++n) {
    for (std::size_t j = 0; j < z.size(); ++j) {
      const Real way = numbers.next<Real>();
      const Real own = size * units.coordinate(j);
      point_[j] = j == independent_ ? z[j] : z[j] + static_cast<Real>(share) * own * way;
    }
    map.value(point_, nearby_);
    for (std::size_t k = 0; k < nearby_.size(); ++k) {
      const Real there = nearby_[k] * units.column(k % columns_);
      const Real change = std::abs(there - entries[k]) / static_cast<Real>(share);
      // Beside a point there may be none, as beside the zero of a root.
      if (!std::isfinite(change)) continue;
      sizes_[k / columns_] = std::max(sizes_[k / columns_], change);
    }
  }
  return sizes_;
}

template class RowSizes<double>;
template class RowSizes<long double>;

}  // namespace leafwise::integrator::detail
