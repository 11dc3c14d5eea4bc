// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/auxiliary_rates.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace leafwise::algebra::detail {

namespace {

std::size_t pivot_of(const AffineRow& row) {
  const auto& entries = row.coefficients.entries();
  const auto best =
      std::min_element(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return a.second.degree() < b.second.degree();
      });
  return best->first;
}

unsigned pivot_cost(const AffineRow& row) {
  return row.coefficients[pivot_of(row)].degree();
}

void clear(AffineRow& row, const AffineRow& by, std::size_t column) {
  const Polynomial factor = row.coefficients[column];
  if (factor.is_zero()) return;
  const Polynomial pivot = by.coefficients[column];
  const bool constant = pivot.is_constant();
  const Polynomial scale = constant ? Polynomial(Rational(1)) : pivot;
  Polynomial times = factor;
  if (constant) times *= Rational(1) / pivot.constant_value();
  row = combined(row, scale, by, times);
}

}  // namespace

bool has_derivatives(const Polynomial& polynomial) {
  const std::set<Variable> used = polynomial.variables();
  return std::any_of(used.begin(), used.end(), [](const Variable& v) { return v.order > 0; });
}

AuxiliaryRates::AuxiliaryRates(const DifferentialSystem& system,
                               const std::vector<Polynomial>& relations) {
  const std::set<std::string> coordinates(system.mechanics->coordinates.begin(),
                                          system.mechanics->coordinates.end());
  for (const std::string& unknown : system.unknowns) {
    if (!coordinates.contains(unknown)) rates_.push_back({Role::unknown, unknown, 1});
  }
  std::vector<AffineRow> rows;
  for (const Polynomial& relation : relations) {
    const Polynomial rate = has_derivatives(relation) ? relation : relation.total_derivative();
    AffineRow row = row_from(rate, rates_);
    if (row.has_graph_variables()) rows.push_back(std::move(row));
  }
  while (!rows.empty()) {
    const auto best =
        std::min_element(rows.begin(), rows.end(), [](const AffineRow& a, const AffineRow& b) {
          return pivot_cost(a) < pivot_cost(b);
        });
    AffineRow row = std::move(*best);
    rows.erase(best);
    const std::size_t column = pivot_of(row);
    for (AffineRow& other : rows) clear(other, row, column);
    std::erase_if(rows, [](const AffineRow& other) { return !other.has_graph_variables(); });
    solved_.emplace_back(std::move(row), column);
  }
}

Polynomial AuxiliaryRates::without_auxiliaries(const Polynomial& rate) const {
  AffineRow row = row_from(rate, rates_);
  for (const auto& [solved, column] : solved_) clear(row, solved, column);
  return polynomial_from(row, rates_);
}

}  // namespace leafwise::algebra::detail
