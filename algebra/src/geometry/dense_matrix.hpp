// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// The little linear algebra in doubles that finding a real point needs. Nothing is proved with it.
namespace leafwise::algebra::detail {

/// Zero at first.
class DenseMatrix {
 public:
  DenseMatrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), entries_(rows * columns, 0.0) {}

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] double& operator()(std::size_t row, std::size_t column) noexcept {
    return entries_[row * columns_ + column];
  }
  [[nodiscard]] double operator()(std::size_t row, std::size_t column) const noexcept {
    return entries_[row * columns_ + column];
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> entries_;
};

/// The x that minimises |A·x − b|, by Householder reflections; empty where A has not full rank.
/// @pre at least as many rows as columns
[[nodiscard]] std::optional<std::vector<double>> least_squares(DenseMatrix matrix,
                                                               std::vector<double> right);

/// Rows and columns of a regular square part of a matrix, which are as many as its rank.
struct RegularPart {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

/// Chosen by complete pivoting; a pivot counts as zero when it is smaller than the first by
/// `threshold`. Each row is scaled to have a largest entry of 1 before.
[[nodiscard]] RegularPart regular_part(DenseMatrix matrix, double threshold);

}  // namespace leafwise::algebra::detail
