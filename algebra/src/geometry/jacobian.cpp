// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/jacobian.hpp"

#include <algorithm>
#include <set>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

Rational value_at(const Polynomial& polynomial, const std::map<Variable, Rational>& point) {
  Rational value;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational product = coefficient;
    for (const Monomial::Factor& factor : monomial.factors()) {
      product *= point.at(factor.variable).pow(factor.exponent);
    }
    value += product;
  }
  return value;
}

void subtract_row(std::vector<Rational>& row,
                  const std::vector<Rational>& pivot_row,
                  std::size_t pivot_column) {
  if (row[pivot_column].is_zero()) return;
  const Rational factor = row[pivot_column] / pivot_row[pivot_column];
  for (std::size_t j = pivot_column; j < row.size(); ++j) row[j] -= factor * pivot_row[j];
}

}  // namespace

PolynomialMatrix jacobian(const std::vector<Polynomial>& functions,
                          const std::vector<Variable>& variables) {
  PolynomialMatrix matrix(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    matrix[i].reserve(variables.size());
    const std::set<Variable> used = functions[i].variables();
    for (const Variable& variable : variables) {
      matrix[i].push_back(used.contains(variable) ? functions[i].derivative(variable)
                                                  : Polynomial());
    }
  }
  return matrix;
}

std::size_t rank_at(const PolynomialMatrix& matrix, const std::map<Variable, Rational>& point) {
  std::vector<std::vector<Rational>> rows(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    rows[i].reserve(matrix[i].size());
    for (const Polynomial& entry : matrix[i]) rows[i].push_back(value_at(entry, point));
  }
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  std::size_t rank = 0;
  for (std::size_t column = 0; column < columns && rank < rows.size(); ++column) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(rank);
    const auto pivot =
        std::find_if(first, rows.end(), [&](const auto& row) { return !row[column].is_zero(); });
    if (pivot == rows.end()) continue;
    std::iter_swap(first, pivot);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) subtract_row(rows[i], rows[rank], column);
    ++rank;
  }
  return rank;
}

Minors::Minors(PolynomialMatrix matrix, Reduction reduce)
    : matrix_(std::move(matrix)), reduce_(std::move(reduce)) {}

const Polynomial& Minors::at(const Indices& rows, const Indices& columns) {
  LEAFWISE_DEMAND(rows.size() == columns.size() && !rows.empty());
  const auto key = std::pair(rows, columns);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(key, reduce_(expanded(rows, columns))).first->second;
}

Polynomial Minors::expanded(const Indices& rows, const Indices& columns) {
  const std::vector<Polynomial>& first_row = matrix_[rows.front()];
  if (rows.size() == 1) return first_row[columns.front()];
  const Indices other_rows(rows.begin() + 1, rows.end());
  Polynomial sum;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Polynomial& entry = first_row[columns[j]];
    if (entry.is_zero()) continue;
    Indices other_columns = columns;
    other_columns.erase(other_columns.begin() + static_cast<std::ptrdiff_t>(j));
    const Polynomial product = entry * at(other_rows, other_columns);
    if (j % 2 == 0) {
      sum += product;
    } else {
      sum -= product;
    }
  }
  return sum;
}

bool next_subset(Minors::Indices& subset, std::size_t count) {
  for (std::size_t i = subset.size(); i-- > 0;) {
    if (subset[i] + (subset.size() - i) >= count) continue;
    ++subset[i];
    for (std::size_t k = i + 1; k < subset.size(); ++k) subset[k] = subset[k - 1] + 1;
    return true;
  }
  return false;
}

}  // namespace leafwise::algebra::detail
