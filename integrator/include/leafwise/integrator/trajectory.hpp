// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leafwise::integrator {

/// A table: points of the curve with what belongs to them. Columns: the coordinates, the quantities
/// attached to points, the monitors, then `_s` (arc length), `_h` (the step that led here) and
/// `_residual` (max of |fᵢ|/max(‖∇fᵢ‖, 1)).
template <typename Real>
class Trajectory {
 public:
  Trajectory() = default;
  Trajectory(std::vector<std::string> columns, std::size_t dimension);

  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t width() const noexcept { return columns_.size(); }
  /// How many of the columns are coordinates.
  [[nodiscard]] std::size_t point_size() const noexcept { return dimension_; }
  [[nodiscard]] std::size_t size() const noexcept { return rows_; }
  [[nodiscard]] bool empty() const noexcept { return rows_ == 0; }

  /// @pre index < size()
  [[nodiscard]] std::span<const Real> row(std::size_t index) const;
  /// The coordinates of a row.
  [[nodiscard]] std::span<const Real> point(std::size_t index) const;
  [[nodiscard]] std::span<const Real> last() const { return row(size() - 1); }
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
  /// @pre there is such a column
  [[nodiscard]] Real value(std::size_t index, std::string_view column_name) const;

  /// Room for a new row.
  [[nodiscard]] std::span<Real> append();
  /// Keeps the first rows only. @pre rows <= size()
  void truncate(std::size_t rows);

 private:
  std::vector<std::string> columns_;
  std::size_t dimension_ = 0;
  std::size_t rows_ = 0;
  std::vector<Real> values_;
};

}  // namespace leafwise::integrator
