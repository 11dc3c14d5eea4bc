// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rounds/filtration.hpp"

#include <algorithm>
#include <set>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

std::map<std::string, unsigned> orders_of_system(const DifferentialSystem& system) {
  std::map<std::string, unsigned> orders;
  for (const std::string& unknown : system.unknowns) orders[unknown] = 0;
  const auto raise = [&](const std::map<std::string, unsigned>& others) {
    for (const auto& [unknown, order] : others) {
      LEAFWISE_DEMAND(orders.contains(unknown), unknown);
      orders[unknown] = std::max(orders[unknown], order);
    }
  };
  for (const SourcedEquation& equation : system.equations) raise(orders_of(equation.polynomial));
  for (const Polynomial& inequation : system.inequations) raise(orders_of(inequation));
  raise(system.orders);
  return orders;
}

void add_products(const Monomial& monomial,
                  const std::set<Variable>& tops,
                  std::set<std::set<Variable>>& products) {
  std::set<Variable> used;
  for (const Monomial::Factor& factor : monomial.factors()) {
    if (!tops.contains(factor.variable)) continue;
    used.insert(factor.variable);
    // Squares of one variable make that variable necessary.
    if (factor.exponent > 1) products.insert({factor.variable});
  }
  if (used.size() > 1) products.insert(used);
}

/// The sets of tops that are multiplied by each other in some term (a square counts as such).
std::set<std::set<Variable>> products_of_tops(const DifferentialSystem& system,
                                              const std::set<Variable>& tops) {
  std::set<std::set<Variable>> products;
  for (const SourcedEquation& equation : system.equations) {
    for (const auto& [monomial, coefficient] : equation.polynomial.terms()) {
      add_products(monomial, tops, products);
    }
  }
  return products;
}

/// Whether every product keeps at most one factor outside the cover.
bool covers(const std::set<Variable>& cover, const std::set<std::set<Variable>>& products) {
  return std::all_of(products.begin(), products.end(), [&](const std::set<Variable>& product) {
    std::size_t outside = 0;
    for (const Variable& variable : product) outside += cover.contains(variable) ? 0 : 1;
    return outside + (product.size() == 1 ? 1 : 0) <= 1;
  });
}

/// A smallest cover; among the smallest the first in the order of the tops.
std::set<Variable> smallest_cover(const std::vector<Variable>& tops,
                                  const std::set<std::set<Variable>>& products) {
  std::set<Variable> forced;
  std::set<Variable> involved;
  for (const std::set<Variable>& product : products) {
    involved.insert(product.begin(), product.end());
    if (product.size() == 1) forced.insert(*product.begin());
  }
  std::vector<Variable> choices;
  for (const Variable& top : tops) {
    if (involved.contains(top) && !forced.contains(top)) choices.push_back(top);
  }
  // So many products of tops are not met; then all involved go to the base, which is right, too.
  constexpr std::size_t most_choices = 16;
  if (choices.size() > most_choices) return involved;
  for (std::size_t size = 0; size <= choices.size(); ++size) {
    std::vector<bool> taken(choices.size(), false);
    std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size), true);
    do {
      std::set<Variable> cover = forced;
      for (std::size_t i = 0; i < choices.size(); ++i) {
        if (taken[i]) cover.insert(choices[i]);
      }
      if (covers(cover, products)) return cover;
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  return involved;
}

std::set<Variable> parameters_of(const DifferentialSystem& system) {
  std::set<Variable> parameters;
  const auto look = [&](const Polynomial& polynomial) {
    for (const Variable& variable : polynomial.variables()) {
      if (variable.role == Role::parameter) parameters.insert(variable);
    }
  };
  for (const SourcedEquation& equation : system.equations) look(equation.polynomial);
  for (const Polynomial& inequation : system.inequations) look(inequation);
  return parameters;
}

}  // namespace

std::vector<Variable> Filtration::all() const {
  std::vector<Variable> result = graph;
  result.insert(result.end(), base.begin(), base.end());
  return result;
}

bool Filtration::is_graph(const Variable& variable) const {
  return std::find(graph.begin(), graph.end(), variable) != graph.end();
}

Filtration filtration_of(const DifferentialSystem& system) {
  Filtration filtration;
  filtration.independent = system.independent;
  filtration.orders = orders_of_system(system);
  std::vector<Variable> tops;
  unsigned highest = 0;
  for (const std::string& unknown : system.unknowns) {
    const bool is_function =
        system.functions_of_state.contains(unknown) && filtration.orders.at(unknown) == 0;
    (is_function ? filtration.functions : tops)
        .push_back({Role::unknown, unknown, filtration.orders.at(unknown)});
    highest = std::max(highest, filtration.orders.at(unknown));
  }
  const std::set<Variable> top_set(tops.begin(), tops.end());
  const std::set<Variable> cover = smallest_cover(tops, products_of_tops(system, top_set));
  for (const Variable& top : tops) {
    (cover.contains(top) ? filtration.base_tops : filtration.graph).push_back(top);
  }
  // Coordinates, then velocities, …: the order in which people read a state.
  filtration.base.push_back(system.independent);
  for (unsigned order = 0; order <= highest; ++order) {
    for (const std::string& unknown : system.unknowns) {
      const Variable jet{Role::unknown, unknown, order};
      if (order < filtration.orders.at(unknown) || cover.contains(jet)) {
        filtration.base.push_back(jet);
      }
    }
  }
  filtration.base.insert(
      filtration.base.end(), filtration.functions.begin(), filtration.functions.end());
  for (const Variable& variable : filtration.base) {
    if (!top_set.contains(variable)) filtration.state.push_back(variable);
  }
  const std::set<Variable> parameters = parameters_of(system);
  filtration.parameters.assign(parameters.begin(), parameters.end());
  filtration.base.insert(filtration.base.end(), parameters.begin(), parameters.end());
  filtration.state.insert(filtration.state.end(), parameters.begin(), parameters.end());
  return filtration;
}

}  // namespace leafwise::algebra::detail
