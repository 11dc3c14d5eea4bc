// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/symmetric_matrix.hpp"

#include <cmath>

namespace leafwise::algebra::detail {

std::optional<DenseMatrix> cholesky(DenseMatrix matrix) {
  const std::size_t size = matrix.rows();
  for (std::size_t j = 0; j < size; ++j) {
    double pivot = matrix(j, j);
    for (std::size_t k = 0; k < j; ++k) pivot -= matrix(j, k) * matrix(j, k);
    if (!(pivot > 0) || !std::isfinite(pivot)) return std::nullopt;
    matrix(j, j) = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < size; ++i) {
      double entry = matrix(i, j);
      for (std::size_t k = 0; k < j; ++k) entry -= matrix(i, k) * matrix(j, k);
      matrix(i, j) = entry / matrix(j, j);
    }
    for (std::size_t i = 0; i < j; ++i) matrix(i, j) = 0;
  }
  return matrix;
}

std::vector<double> solve(const DenseMatrix& factor, std::vector<double> right) {
  const std::size_t size = factor.rows();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= factor(i, k) * right[k];
    right[i] /= factor(i, i);
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) right[i] -= factor(k, i) * right[k];
    right[i] /= factor(i, i);
  }
  return right;
}

bool is_positive_definite(std::vector<std::vector<Rational>> matrix) {
  for (std::size_t pivot = 0; pivot < matrix.size(); ++pivot) {
    if (matrix[pivot][pivot].sign() <= 0) return false;
    for (std::size_t i = pivot + 1; i < matrix.size(); ++i) {
      if (matrix[i][pivot].is_zero()) continue;
      const Rational factor = matrix[i][pivot] / matrix[pivot][pivot];
      for (std::size_t j = pivot; j < matrix.size(); ++j) {
        matrix[i][j] -= factor * matrix[pivot][j];
      }
    }
  }
  return true;
}

}  // namespace leafwise::algebra::detail
