// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/tower.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "decomposition/tower/fibre_form.hpp"
#include "ring/common_zeros.hpp"

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;
using Variables = std::vector<Variable>;

/// A line or a plane in that many variables.
constexpr std::size_t most_cut = 3;

bool is_number(const Polynomial& polynomial) {
  return polynomial.is_constant() && !polynomial.is_zero();
}

/// Solves for what occurs linearly. Nothing: equations are left over, or contradict each other.
std::optional<std::vector<Graph>> solve_linear(Polynomials& equations) {
  std::vector<Graph> graphs;
  while (true) {
    if (std::any_of(equations.begin(), equations.end(), [](const Polynomial& equation) {
          return equation.is_constant();
        })) {
      return std::nullopt;
    }
    const auto linear = std::find_if(equations.begin(), equations.end(), [](const auto& equation) {
      return equation.degree() == 1;
    });
    if (linear == equations.end()) return graphs;
    std::optional<Graph> graph = solve_for_a_variable(*linear, linear->terms().size());
    if (!graph) return std::nullopt;
    equations.erase(linear);
    for (Polynomial& other : equations) {
      other = substituted(other, graph->variable, graph->value);
    }
    graphs.push_back(std::move(*graph));
  }
}

std::optional<Storey> root_in(const Polynomial& equation, const Variable& variable) {
  const std::optional<FibreForm> form = form_in(equation, {variable});
  if (!form) return std::nullopt;
  if (!form->is_affine()) return Storey{StoreyKind::root, {variable}, {equation}};
  if (is_number(form->linear[0])) return Storey{StoreyKind::graph, {variable}, {equation}};
  if (is_number(form->constant)) return Storey{StoreyKind::inverse, {variable}, {equation}};
  return std::nullopt;
}

bool is_quadric(const Polynomial& equation, const Variables& fresh) {
  const std::optional<FibreForm> form = form_in(equation, fresh);
  return form && is_regular(form->quadratic);
}

/// One equation that alone knows some variables.
std::optional<Storey> storey_of(const Polynomial& equation, const Variables& own) {
  std::optional<Storey> root;
  for (const Variable& variable : own) {
    std::optional<Storey> storey = root_in(equation, variable);
    if (!storey) continue;
    if (storey->kind != StoreyKind::root) return storey;
    if (!root) root = std::move(storey);
  }
  if (own.size() > 1 && is_quadric(equation, own)) {
    return Storey{StoreyKind::quadric, own, {equation}};
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_quadric(equation, {own[k], own[i]})) continue;
      return Storey{StoreyKind::quadric, {own[k], own[i]}, {equation}};
    }
  }
  return root;
}

/// Two equations that alone know some variables: a quadric and what is affine in these.
std::optional<Storey> storey_of(const Polynomial& left,
                                const Polynomial& right,
                                const Variables& own) {
  if (own.size() < 2 || own.size() > most_cut) return std::nullopt;
  const std::optional<FibreForm> first = form_in(left, own);
  const std::optional<FibreForm> second = form_in(right, own);
  if (!first || !second) return std::nullopt;
  if (first->is_affine()) {
    return second->is_affine() ? std::nullopt : storey_of(right, left, own);
  }
  if (!is_regular(first->quadratic)) return std::nullopt;
  const std::optional<Rational> factor = ratio(first->quadratic, second->quadratic);
  if (!factor) return std::nullopt;
  Polynomial multiple = left;
  multiple *= *factor;
  const Polynomial cut = right - multiple;
  const std::optional<FibreForm> affine = form_in(cut, own);
  if (!affine) return std::nullopt;
  // A degenerate conic could hold the line; a regular quadric in space holds no plane.
  if (own.size() == 2 && !is_number(value_at_centre(*first))) return std::nullopt;
  Storey storey{StoreyKind::section, own, {cut, left}};
  Polynomials large = affine->linear;
  large.push_back(affine->constant);
  if (!have_no_zero(large)) storey.large_fibres = std::move(large);
  return storey;
}

/// Takes storeys off the top, as long as there are any.
class Dismantling {
 public:
  explicit Dismantling(Polynomials equations) : equations_(std::move(equations)) {
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      left_.insert(i);
      for (const Variable& variable : equations_[i].variables()) users_[variable].insert(i);
    }
  }

  std::optional<Tower> run() {
    std::set<Variable> all;
    for (const auto& [variable, users] : users_) all.insert(variable);
    std::vector<Storey> from_top;
    while (!left_.empty()) {
      std::optional<Storey> storey = take_one();
      if (!storey) storey = take_two();
      if (!storey) return std::nullopt;
      for (const Variable& variable : storey->fresh) all.erase(variable);
      from_top.push_back(std::move(*storey));
    }
    return Tower{{}, {all.begin(), all.end()}, {from_top.rbegin(), from_top.rend()}};
  }

 private:
  std::optional<Storey> take_one() {
    std::map<std::size_t, Variables> own;
    for (const auto& [variable, users] : users_) {
      if (users.size() == 1) own[*users.begin()].push_back(variable);
    }
    for (const auto& [number, variables] : own) {
      std::optional<Storey> storey = storey_of(equations_[number], variables);
      if (!storey) continue;
      take({number});
      return storey;
    }
    return std::nullopt;
  }

  std::optional<Storey> take_two() {
    std::map<std::set<std::size_t>, Variables> own;
    for (const auto& [variable, users] : users_) {
      if (users.size() == 2) own[users].push_back(variable);
    }
    for (auto& [pair, variables] : own) {
      for (const auto& [variable, users] : users_) {
        if (users.size() == 1 && pair.contains(*users.begin())) variables.push_back(variable);
      }
      std::optional<Storey> storey =
          storey_of(equations_[*pair.begin()], equations_[*pair.rbegin()], variables);
      if (!storey) continue;
      take(pair);
      return storey;
    }
    return std::nullopt;
  }

  void take(const std::set<std::size_t>& numbers) {
    for (const std::size_t number : numbers) {
      left_.erase(number);
      for (const Variable& variable : equations_[number].variables()) {
        users_[variable].erase(number);
      }
    }
  }

  Polynomials equations_;
  std::set<std::size_t> left_;
  std::map<Variable, std::set<std::size_t>> users_;
};

}  // namespace

std::size_t Tower::equation_count() const {
  std::size_t count = 0;
  for (const Storey& storey : storeys) count += storey.equations.size();
  return count;
}

std::optional<Tower> tower_of(const Polynomials& generators) {
  Polynomials equations = generators;
  std::optional<std::vector<Graph>> graphs = solve_linear(equations);
  if (!graphs) return std::nullopt;
  // What is used by graphs alone is free.
  std::set<Variable> used;
  for (const Polynomial& equation : equations) used.merge(equation.variables());
  std::optional<Tower> tower = Dismantling(std::move(equations)).run();
  if (!tower) return std::nullopt;
  std::set<Variable> solved;
  for (const Graph& graph : *graphs) solved.insert(graph.variable);
  for (const Graph& graph : *graphs) {
    for (const Variable& variable : graph.value.variables()) {
      if (solved.contains(variable) || !used.insert(variable).second) continue;
      tower->free.push_back(variable);
    }
  }
  tower->graphs = std::move(*graphs);
  return tower;
}

}  // namespace leafwise::algebra::detail
