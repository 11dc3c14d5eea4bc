// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace leafwise::integrator::detail {

/// Rows and columns of a symmetric matrix H of rank `count`, positive in its range, that make an
/// invertible minor: by the largest diagonal entries of what elimination leaves. H is measured in
/// units of the diagonal of M, so that the choice does not depend on the units of coordinates.
template <typename Real>
class ColumnChoice {
 public:
  explicit ColumnChoice(std::size_t size) : n_(size), left_(size * size) {}

  /// @param hessian row by row @param mass the diagonal of M
  void choose(std::span<const Real> hessian, std::span<const Real> mass, std::size_t count);
  /// Pivots of these columns in this order, as if they had been chosen.
  void eliminate(std::span<const Real> hessian,
                 std::span<const Real> mass,
                 std::span<const std::size_t> columns);

  [[nodiscard]] const std::vector<std::size_t>& columns() const noexcept { return columns_; }
  [[nodiscard]] Real first_pivot() const noexcept { return first_; }
  [[nodiscard]] Real smallest_pivot() const noexcept { return smallest_; }
  /// The product of the pivots.
  [[nodiscard]] Real volume() const noexcept { return volume_; }

 private:
  void begin(std::span<const Real> hessian, std::span<const Real> mass);
  void take(std::size_t pivot);

  std::size_t n_;
  std::vector<Real> left_;
  std::vector<std::size_t> columns_;
  Real first_ = 0;
  Real smallest_ = 0;
  Real volume_ = 1;
};

}  // namespace leafwise::integrator::detail
