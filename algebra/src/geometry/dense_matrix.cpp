// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/dense_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Reflects the rows from `step` on such that below the diagonal the column `step` is zero. The
/// same is done to the right side. False if the column is zero already from the diagonal on.
bool reflect(DenseMatrix& matrix, std::vector<double>& right, std::size_t step) {
  double norm = 0;
  for (std::size_t i = step; i < matrix.rows(); ++i) norm = std::hypot(norm, matrix(i, step));
  if (!(norm > 0) || !std::isfinite(norm)) return false;
  if (matrix(step, step) > 0) norm = -norm;
  std::vector<double> normal(matrix.rows(), 0.0);
  for (std::size_t i = step; i < matrix.rows(); ++i) normal[i] = matrix(i, step) / norm;
  normal[step] -= 1;
  const double divisor = normal[step];
  for (std::size_t j = step; j < matrix.columns(); ++j) {
    double product = 0;
    for (std::size_t i = step; i < matrix.rows(); ++i) product += normal[i] * matrix(i, j);
    product /= divisor;
    for (std::size_t i = step; i < matrix.rows(); ++i) matrix(i, j) += product * normal[i];
  }
  double product = 0;
  for (std::size_t i = step; i < matrix.rows(); ++i) product += normal[i] * right[i];
  product /= divisor;
  for (std::size_t i = step; i < matrix.rows(); ++i) right[i] += product * normal[i];
  return true;
}

void scale_rows(DenseMatrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < matrix.columns(); ++j) {
      largest = std::max(largest, std::abs(matrix(i, j)));
    }
    if (!(largest > 0)) continue;
    for (std::size_t j = 0; j < matrix.columns(); ++j) matrix(i, j) /= largest;
  }
}

/// The place of the largest entry among the rows and columns from `step` on in these orders.
std::pair<std::size_t, std::size_t> largest_entry(const DenseMatrix& matrix,
                                                  const RegularPart& order,
                                                  std::size_t step) {
  std::pair<std::size_t, std::size_t> best(step, step);
  double largest = -1;
  for (std::size_t i = step; i < matrix.rows(); ++i) {
    for (std::size_t j = step; j < matrix.columns(); ++j) {
      const double size = std::abs(matrix(order.rows[i], order.columns[j]));
      if (!(size > largest)) continue;
      largest = size;
      best = {i, j};
    }
  }
  return best;
}

/// Takes multiples of the pivot's row from the rows behind it.
void eliminate(DenseMatrix& matrix, const RegularPart& order, std::size_t step) {
  const std::size_t pivot_row = order.rows[step];
  const std::size_t pivot_column = order.columns[step];
  for (std::size_t i = step + 1; i < matrix.rows(); ++i) {
    const std::size_t row = order.rows[i];
    const double factor = matrix(row, pivot_column) / matrix(pivot_row, pivot_column);
    if (factor == 0) continue;
    for (std::size_t j = step; j < matrix.columns(); ++j) {
      matrix(row, order.columns[j]) -= factor * matrix(pivot_row, order.columns[j]);
    }
  }
}

}  // namespace

std::optional<std::vector<double>> least_squares(DenseMatrix matrix, std::vector<double> right) {
  LEAFWISE_DEMAND(matrix.rows() >= matrix.columns() && right.size() == matrix.rows());
  for (std::size_t step = 0; step < matrix.columns(); ++step) {
    if (!reflect(matrix, right, step)) return std::nullopt;
  }
  std::vector<double> solution(matrix.columns(), 0.0);
  for (std::size_t i = matrix.columns(); i-- > 0;) {
    double rest = right[i];
    for (std::size_t j = i + 1; j < matrix.columns(); ++j) rest -= matrix(i, j) * solution[j];
    solution[i] = rest / matrix(i, i);
    if (!std::isfinite(solution[i])) return std::nullopt;
  }
  return solution;
}

RegularPart regular_part(DenseMatrix matrix, double threshold) {
  scale_rows(matrix);
  RegularPart order{std::vector<std::size_t>(matrix.rows()),
                    std::vector<std::size_t>(matrix.columns())};
  std::iota(order.rows.begin(), order.rows.end(), 0);
  std::iota(order.columns.begin(), order.columns.end(), 0);
  const std::size_t most = std::min(matrix.rows(), matrix.columns());
  std::size_t rank = 0;
  double first = 0;
  for (; rank < most; ++rank) {
    const auto [row, column] = largest_entry(matrix, order, rank);
    std::swap(order.rows[rank], order.rows[row]);
    std::swap(order.columns[rank], order.columns[column]);
    const double pivot = std::abs(matrix(order.rows[rank], order.columns[rank]));
    if (rank == 0) first = pivot;
    if (!(pivot > threshold * first)) break;
    eliminate(matrix, order, rank);
  }
  order.rows.resize(rank);
  order.columns.resize(rank);
  std::sort(order.rows.begin(), order.rows.end());
  std::sort(order.columns.begin(), order.columns.end());
  return order;
}

}  // namespace leafwise::algebra::detail
