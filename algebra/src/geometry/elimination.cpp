// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

/// Powers of two by which rows and columns are divided: units do not choose pivots.
struct Scales {
  std::vector<double> rows;
  std::vector<double> columns;
};

Scales scales_of(const DenseMatrix& matrix) {
  const std::size_t size = matrix.rows();
  Scales scales{std::vector<double>(size, 1), std::vector<double>(size, 1)};
  const auto factor = [](double largest) {
    return largest == 0 || !std::isfinite(largest) ? 1 : std::ldexp(1, -std::ilogb(largest));
  };
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < size; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < size; ++j) {
        largest = std::max(largest, std::abs(matrix(i, j)) * scales.columns[j]);
      }
      scales.rows[i] = factor(largest);
    }
    for (std::size_t j = 0; j < size; ++j) {
      double largest = 0;
      for (std::size_t i = 0; i < size; ++i) {
        largest = std::max(largest, std::abs(matrix(i, j)) * scales.rows[i]);
      }
      scales.columns[j] = factor(largest);
    }
  }
  return scales;
}

/// Columns with few entries fill in little.
std::vector<std::size_t> sparse_first(const DenseMatrix& matrix) {
  std::vector<std::pair<std::size_t, std::size_t>> counted;
  for (std::size_t j = 0; j < matrix.columns(); ++j) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < matrix.rows(); ++i) count += matrix(i, j) != 0 ? 1 : 0;
    counted.emplace_back(count, j);
  }
  std::sort(counted.begin(), counted.end());
  std::vector<std::size_t> order;
  order.reserve(counted.size());
  for (const auto& [count, column] : counted) order.push_back(column);
  return order;
}

/// Where a row has entries.
std::vector<std::size_t> support_of(const DenseMatrix& matrix, std::size_t row) {
  std::vector<std::size_t> support;
  for (std::size_t j = 0; j < matrix.columns(); ++j) {
    if (matrix(row, j) != 0) support.push_back(j);
  }
  return support;
}

void subtract(DenseMatrix& matrix,
              std::size_t row,
              double factor,
              std::size_t other,
              const std::vector<std::size_t>& support) {
  for (const std::size_t j : support) matrix(row, j) -= factor * matrix(other, j);
}

}  // namespace

std::optional<Elimination> elimination_order(const DenseMatrix& matrix) {
  const std::size_t size = matrix.rows();
  const Scales scales = scales_of(matrix);
  DenseMatrix rest = matrix;
  Elimination order{{}, sparse_first(matrix), {}};
  std::vector<bool> taken(size, false);
  for (const std::size_t column : order.columns) {
    std::size_t best = size;
    const auto weight = [&](std::size_t i) { return std::abs(rest(i, column)) * scales.rows[i]; };
    for (std::size_t i = 0; i < size; ++i) {
      if (!taken[i] && (best == size || weight(i) > weight(best))) best = i;
    }
    const double pivot = rest(best, column);
    if (pivot == 0 || !std::isfinite(pivot)) return std::nullopt;
    taken[best] = true;
    order.rows.push_back(best);
    order.pivots.push_back(pivot);
    const std::vector<std::size_t> support = support_of(rest, best);
    for (std::size_t i = 0; i < size; ++i) {
      if (taken[i] || rest(i, column) == 0) continue;
      subtract(rest, i, rest(i, column) / pivot, best, support);
      rest(i, column) = 0;
    }
  }
  return order;
}

std::optional<DenseMatrix> inverse_in_order(const DenseMatrix& matrix, Elimination& order) {
  const std::size_t size = matrix.rows();
  DenseMatrix left = matrix;
  DenseMatrix right(size, size);
  for (std::size_t i = 0; i < size; ++i) right(i, i) = 1;
  order.pivots.clear();
  for (std::size_t step = 0; step < size; ++step) {
    const std::size_t row = order.rows[step];
    const std::size_t column = order.columns[step];
    const double pivot = left(row, column);
    if (pivot == 0 || !std::isfinite(pivot)) return std::nullopt;
    order.pivots.push_back(pivot);
    const std::vector<std::size_t> in_left = support_of(left, row);
    const std::vector<std::size_t> in_right = support_of(right, row);
    for (std::size_t i = 0; i < size; ++i) {
      if (i == row || left(i, column) == 0) continue;
      const double factor = left(i, column) / pivot;
      subtract(left, i, factor, row, in_left);
      subtract(right, i, factor, row, in_right);
      left(i, column) = 0;
    }
  }
  DenseMatrix inverse(size, size);
  for (std::size_t step = 0; step < size; ++step) {
    for (std::size_t j = 0; j < size; ++j) {
      inverse(order.columns[step], j) = right(order.rows[step], j) / order.pivots[step];
    }
  }
  return inverse;
}

}  // namespace leafwise::algebra::detail
