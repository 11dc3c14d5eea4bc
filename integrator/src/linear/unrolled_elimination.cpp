// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/unrolled_elimination.hpp"

#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator::detail {

UnrolledElimination::UnrolledElimination(std::vector<Expression> matrix, std::size_t n)
    : n_(n), matrix_(std::move(matrix)), row_is_used_(n, 0), column_is_used_(n, 0) {
  LEAFWISE_DEMAND(matrix_.size() == n * (n + 1));
}

bool UnrolledElimination::is_zero(std::size_t row, std::size_t column) const {
  const Expression value = entry(row, column);
  const ProgramBuilder& builder = value.builder();
  return builder.is_constant(value) && builder.constant_value(value) == 0;
}

bool UnrolledElimination::is_symmetric() const {
  for (std::size_t i = 0; i < n_; ++i) {
    if (row_is_used_[i] != column_is_used_[i]) return false;
    for (std::size_t j = 0; j < i && row_is_used_[i] == 0; ++j) {
      if (row_is_used_[j] == 0 && entry(i, j).number() != entry(j, i).number()) return false;
    }
  }
  return true;
}

void UnrolledElimination::use_pivot(std::size_t row, std::size_t column) {
  LEAFWISE_DEMAND(!is_used_row(row) && !is_used_column(column));
  const bool symmetric = row == column && is_symmetric();
  const Expression pivot = entry(row, column);
  row_is_used_[row] = 1;
  column_is_used_[column] = 1;
  order_.push_back({row, column});
  pivots_.push_back(pivot);
  divide_row(row, pivot);
  for (std::size_t i = 0; i < n_; ++i) {
    if (is_used_row(i) || is_zero(i, column)) continue;
    const Expression factor = entry(i, column);
    for (std::size_t j = 0; j <= n_; ++j) {
      if (j < n_ && is_used_column(j)) continue;
      if (symmetric && j < i) continue;  // rows before this one have done that below
      at(i, j) = entry(i, j) - factor * entry(row, j);
      if (symmetric && j < n_) at(j, i) = entry(i, j);
    }
  }
}

/// By the inverse, unless there is only one entry left: the multiplication would have to wait.
void UnrolledElimination::divide_row(std::size_t row, Expression pivot) {
  std::vector<std::size_t> columns;
  columns.reserve(n_ + 1);
  for (std::size_t j = 0; j <= n_; ++j) {
    if ((j == n_ || !is_used_column(j)) && !is_zero(row, j)) columns.push_back(j);
  }
  if (columns.size() == 1) {
    at(row, columns.front()) = entry(row, columns.front()) / pivot;
    return;
  }
  const Expression inverse = 1.0L / pivot;
  for (const std::size_t j : columns) at(row, j) = entry(row, j) * inverse;
}

std::vector<Expression> UnrolledElimination::solution() const {
  LEAFWISE_DEMAND(order_.size() == n_);
  std::vector<Expression> x;
  x.reserve(n_);
  for (std::size_t i = 0; i < n_; ++i) x.push_back(entry(i, n_));  // in its place below
  for (std::size_t step = n_; step-- > 0;) {
    const auto [row, column] = order_[step];
    Expression value = entry(row, n_);
    for (std::size_t later = step + 1; later < n_; ++later) {
      const std::size_t j = order_[later].column;
      value = value - entry(row, j) * x[j];
    }
    x[column] = value;
  }
  return x;
}

}  // namespace leafwise::integrator::detail
