// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/layouts.hpp"

namespace leafwise::integrator::detail {

/// The units of the coordinates and the columns (ξ, w) of a linear block, powers of two, as far as
/// they are known beforehand: all of them, or none.
template <typename Real>
class KnownUnits {
 public:
  explicit KnownUnits(const LinearBlockLayout& layout) {
    for (const int size : layout.coordinate_sizes) coordinates_.push_back(power_of_two(size));
    if (layout.unknown_sizes.empty()) return;
    columns_.push_back(1);
    for (const int size : layout.unknown_sizes) columns_.push_back(power_of_two(size));
  }

  [[nodiscard]] static bool fit(const LinearBlockLayout& layout) {
    const std::size_t coordinates = layout.coordinate_sizes.size();
    const std::size_t unknowns = layout.unknown_sizes.size();
    return (coordinates == 0 || coordinates == layout.velocities.size()) &&
           (unknowns == 0 || unknowns == layout.unknowns.size());
  }

  [[nodiscard]] Real coordinate(std::size_t j) const {
    return coordinates_.empty() ? Real{1} : coordinates_[j];
  }
  [[nodiscard]] Real column(std::size_t j) const {
    return columns_.empty() ? Real{1} : columns_[j];
  }

  /// A block with its unknowns in their units.
  void apply(std::span<const Real> block, std::vector<Real>& own) const {
    own.assign(block.begin(), block.end());
    for (std::size_t i = 0; i < own.size() && !columns_.empty(); ++i) {
      own[i] *= columns_[i % columns_.size()];
    }
  }
  /// (ξ, w) from these units.
  void undo(std::span<Real> kernel) const {
    for (std::size_t j = 0; j < columns_.size(); ++j) kernel[j] *= columns_[j];
  }

 private:
  static Real power_of_two(int exponent) { return std::ldexp(Real{1}, exponent); }

  std::vector<Real> coordinates_, columns_;
};

}  // namespace leafwise::integrator::detail
