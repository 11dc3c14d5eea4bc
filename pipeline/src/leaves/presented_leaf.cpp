// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/presented_leaf.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::pipeline::detail {

namespace {

using algebra::Leaf;
using algebra::Polynomial;
using algebra::Rational;
using algebra::Variable;

/// The numeric factor of the rate in a row that is affine in it; none if it is not a number.
std::optional<Rational> factor_of(const Polynomial& row, const Variable& rate) {
  const Polynomial factor = row.derivative(rate);
  if (factor.is_zero() || !factor.is_constant()) return std::nullopt;
  return factor.constant_value();
}

}  // namespace

std::set<std::string> auxiliaries_of(const algebra::DifferentialSystem& system) {
  if (!system.mechanics) return {};
  std::set<std::string> names(system.unknowns.begin(), system.unknowns.end());
  for (const std::string& coordinate : system.mechanics->coordinates) names.erase(coordinate);
  return names;
}

std::vector<Polynomial> without_rates(std::vector<Polynomial> rows,
                                      const std::set<std::string>& auxiliaries,
                                      std::set<Variable>& dropped) {
  std::set<Variable> rates;
  for (const Polynomial& row : rows) {
    for (const Variable& variable : row.variables()) {
      if (variable.order > 0 && auxiliaries.contains(variable.name)) rates.insert(variable);
    }
  }
  for (const Variable& rate : rates) {
    const auto own = std::find_if(rows.begin(), rows.end(), [&](const Polynomial& row) {
      return factor_of(row, rate).has_value();
    });
    if (own == rows.end()) continue;
    const Polynomial solved = *own;
    const Rational factor = *factor_of(solved, rate);
    rows.erase(own);
    for (Polynomial& row : rows) {
      Polynomial times = row.derivative(rate) * solved;
      times *= Rational(1) / factor;
      row -= times;
    }
    std::erase_if(rows, [](const Polynomial& row) { return row.is_zero(); });
    dropped.insert(rate);
  }
  return rows;
}

Leaf presented(Leaf leaf, const algebra::DifferentialSystem& system) {
  const std::set<std::string> auxiliaries = auxiliaries_of(system);
  if (auxiliaries.empty()) return leaf;
  std::set<Variable> dropped;
  leaf.linear = without_rates(std::move(leaf.linear), auxiliaries, dropped);
  std::erase_if(leaf.graph, [&](const Variable& variable) { return dropped.contains(variable); });
  leaf.rank -= static_cast<int>(dropped.size());
  return leaf;
}

}  // namespace leafwise::pipeline::detail
