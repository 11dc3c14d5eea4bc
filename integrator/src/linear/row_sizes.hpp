// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"
#include "linear/known_units.hpp"

namespace leafwise::integrator::detail {

/// How large the rows of a matrix A(z) are in the neighbourhood of a point, of the size of the
/// point itself.
///
/// A row that is much shorter at z is 0 there, or the sum of terms that cancel; either way its
/// entries have lost the digits that it is shorter by. Of redundant rows others are better.
template <typename Real>
class RowSizes {
 public:
  /// @param independent the coordinate that is exact, whatever its size
  RowSizes(std::size_t coordinates, std::size_t rows, std::size_t columns, std::size_t independent);

  /// For each row the largest of its entries and their changes over such a distance in a few fixed
  /// directions: three evaluations.
  /// @param entries A(z), columns in their units
  /// @param of_coordinates the units in which z has one size @param of_columns those of A's
  /// columns; empty: 1
  [[nodiscard]] std::span<const Real> find(SmoothMap<Real>& map,
                                           std::span<const Real> z,
                                           std::span<const Real> entries,
                                           const KnownUnits<Real>& units);

 private:
  std::size_t columns_;
  std::size_t independent_;
  std::vector<Real> point_;
  std::vector<Real> nearby_;
  std::vector<Real> sizes_;
};

}  // namespace leafwise::integrator::detail
