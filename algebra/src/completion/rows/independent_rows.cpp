// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/independent_rows.hpp"

#include <algorithm>
#include <set>

#include "completion/rows/sparse_row.hpp"

namespace leafwise::algebra::detail {

Outcome<bool> IndependentRows::add(std::vector<Polynomial> row) {
  for (const auto& [pivot_row, column] : rows_) {
    if (row[column].is_zero()) continue;
    const Polynomial pivot = pivot_row[column];
    const Polynomial factor = row[column];
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j].is_zero() && pivot_row[j].is_zero()) continue;
      if (limits_.is_over()) return Unable{"the time limit was reached"};
      const std::size_t work = pivot.terms().size() * row[j].terms().size() +
                               factor.terms().size() * pivot_row[j].terms().size();
      if (work > most_term_products) return Unable{"the rows grow too large"};
      row[j] = pivot * row[j] - factor * pivot_row[j];
    }
    Outcome<std::vector<Polynomial>> forms = prime_.normal_forms(row, limits_);
    if (!forms) return Unable{forms.reason()};
    row = std::move(forms).value();
  }
  Outcome<std::vector<Polynomial>> forms = prime_.normal_forms(row, limits_);
  if (!forms) return Unable{forms.reason()};
  row = std::move(forms).value();
  const auto smaller = [](const Polynomial& a, const Polynomial& b) {
    if (a.is_zero() != b.is_zero()) return b.is_zero();
    return a.terms().size() < b.terms().size();
  };
  const auto pivot = std::min_element(row.begin(), row.end(), smaller);
  if (pivot == row.end() || pivot->is_zero()) return false;
  const auto column = static_cast<std::size_t>(pivot - row.begin());
  rows_.emplace_back(std::move(row), column);
  return true;
}

std::vector<Polynomial> gradient(const Polynomial& polynomial,
                                 const std::vector<Variable>& variables) {
  std::vector<Polynomial> row;
  row.reserve(variables.size());
  const std::set<Variable> used = polynomial.variables();
  for (const Variable& variable : variables) {
    row.push_back(used.contains(variable) ? polynomial.derivative(variable) : Polynomial());
  }
  return row;
}

}  // namespace leafwise::algebra::detail
