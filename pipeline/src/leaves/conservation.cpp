// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/conservation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leaves/linear_block.hpp"
#include "leaves/shown_equations.hpp"
#include "model/mechanical_system.hpp"
#include "model/polynomial_tools.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Ideal;
using algebra::Monomial;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// Substitution must not blow up: then the ideal of all jets decides.
constexpr std::size_t most_terms = 4000;

/// M q'' + Gᵀλ − F with G of the leaf's own constraints: simpler than what completion made of it,
/// and multipliers stand beside G q', which is 0.
std::vector<Polynomial> rows_of_motion(const Model& model,
                                       const Leaf& leaf,
                                       const std::vector<Polynomial>& rows) {
  if (!model.mechanics) return rows;
  const std::vector<Polynomial> definitions = detail::definitions_of(model);
  const std::vector<Polynomial>& constraints = leaf.equations.constraints;
  const std::vector<std::string>& names = model.mechanics->coordinates;
  std::map<Variable, Polynomial> rates;
  for (const Polynomial& definition : definitions) {
    for (const Variable& variable : definition.variables()) {
      const Polynomial factor = definition.derivative(variable);
      if (variable.order != 1 || !factor.is_constant() || rates.contains(variable)) continue;
      const bool is_coordinate =
          std::find(names.begin(), names.end(), variable.name) != names.end();
      if (is_coordinate) continue;
      Polynomial rest = definition - factor * Polynomial(variable);
      rest *= algebra::Rational(-1) / factor.constant_value();
      rates.emplace(variable, std::move(rest));
    }
  }
  std::vector<Polynomial> velocities;
  velocities.reserve(constraints.size());
  for (const Polynomial& constraint : constraints) {
    velocities.push_back(detail::substituted(constraint.total_derivative(), rates));
  }
  std::vector<Polynomial> motion =
      algebra::equations_of_motion(detail::mechanical_system(names, *model.polynomial.mechanics),
                                   algebra::velocity_matrix(velocities, names),
                                   algebra::Multipliers::variables(constraints.size()));
  motion.insert(motion.end(), definitions.begin(), definitions.end());
  motion.insert(motion.end(), rows.begin(), rows.end());
  return motion;
}

/// The polynomial with unknowns replaced by means of rows in which they have a number as factor.
Polynomial eliminated(Polynomial polynomial,
                      std::vector<Polynomial> rows,
                      const std::vector<Variable>& unknowns) {
  for (const Variable& unknown : unknowns) {
    if (polynomial.derivative(unknown).is_zero()) continue;
    const auto pivot = std::find_if(rows.begin(), rows.end(), [&](const Polynomial& row) {
      const Polynomial factor = row.derivative(unknown);
      return !factor.is_zero() && factor.is_constant();
    });
    if (pivot == rows.end()) continue;
    const Polynomial factor = pivot->derivative(unknown);
    Polynomial value = *pivot - factor * Polynomial(unknown);
    value *= algebra::Rational(-1) / factor.constant_value();
    rows.erase(pivot);
    const std::map<Variable, Polynomial> values = {{unknown, value}};
    polynomial = detail::substituted(polynomial, values);
    for (Polynomial& row : rows) {
      if (!row.derivative(unknown).is_zero()) row = detail::substituted(row, values);
    }
    if (polynomial.terms().size() > most_terms) break;
  }
  return polynomial;
}

/// p·r − (∂r/∂u)·row with p the factor of u in the row; r affine in u.
Polynomial without_unknown(const Polynomial& polynomial,
                           const Variable& unknown,
                           const Polynomial& row) {
  return row.derivative(unknown) * polynomial - polynomial.derivative(unknown) * row;
}

/// The same with factors that are polynomials: p·r₀ − r₁·q in the place of r₁·u + r₀, by a row
/// p·u + q. That multiplies by p, which says nothing of where it vanishes: the base is prime, and p
/// is not in it.
Polynomial eliminated_by_multiples(Polynomial polynomial,
                                   std::vector<Polynomial> rows,
                                   const std::vector<Variable>& unknowns,
                                   const Ideal& base,
                                   const algebra::Limits& limits) {
  const auto find_unknown = [&] {
    return std::find_if(unknowns.begin(), unknowns.end(), [&](const Variable& unknown) {
      const Polynomial slope = polynomial.derivative(unknown);
      return !slope.is_zero() && slope.derivative(unknown).is_zero() &&
             std::any_of(rows.begin(), rows.end(), [&](const Polynomial& row) {
               return !row.derivative(unknown).is_zero();
             });
    });
  };
  while (polynomial.terms().size() <= most_terms) {
    const auto unknown = find_unknown();
    if (unknown == unknowns.end()) break;
    std::stable_sort(rows.begin(), rows.end(), [](const Polynomial& a, const Polynomial& b) {
      return a.terms().size() < b.terms().size();
    });
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Polynomial& candidate) {
      return !candidate.derivative(*unknown).is_zero();
    });
    const Polynomial factor = row->derivative(*unknown);
    // Of a factor that is no function on the base nothing is known.
    const bool is_on_base = std::none_of(unknowns.begin(), unknowns.end(), [&](const auto& name) {
      return factor.variables().contains(name);
    });
    const Outcome<bool> vanishes = is_on_base ? base.contains(factor, limits) : Outcome<bool>(true);
    const Polynomial pivot = *row;
    rows.erase(row);
    if (!vanishes || vanishes.value()) continue;
    const Variable name = *unknown;
    polynomial = without_unknown(polynomial, name, pivot);
    for (Polynomial& other : rows) {
      if (!other.derivative(name).is_zero()) other = without_unknown(other, name, pivot);
    }
  }
  return polynomial;
}

/// By monomials of unknowns: their coefficients in the base variables.
std::map<Monomial, Polynomial> coefficients(const Polynomial& polynomial,
                                            const std::set<Variable>& unknowns) {
  std::map<Monomial, Polynomial> parts;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial base = monomial;
    Monomial rest;
    for (const Monomial::Factor& factor : monomial.factors()) {
      if (!unknowns.contains(factor.variable)) continue;
      base = base.without(factor.variable);
      rest = rest * Monomial(factor.variable, factor.exponent);
    }
    parts[rest] += Polynomial::term(coefficient, base);
  }
  return parts;
}

/// Parameters are coordinates to an ideal.
std::vector<Variable> with_parameters(const Relations& relations,
                                      const Polynomial& polynomial,
                                      const std::vector<Polynomial>& rows) {
  std::set<Variable> parameters;
  const auto add = [&](const Polynomial& from) {
    for (const Variable& variable : from.variables()) {
      if (variable.role == Role::parameter) parameters.insert(variable);
    }
  };
  add(polynomial);
  for (const Polynomial& equation : relations.equations) add(equation);
  for (const Polynomial& row : rows) add(row);
  std::vector<Variable> variables = relations.variables;
  variables.insert(variables.end(), parameters.begin(), parameters.end());
  return variables;
}

/// Rates of functions of the state (a reciprocal, a root) stand in no row: the derivatives of the
/// relations that define them do. What else these contain joins the unknowns.
std::vector<Polynomial> rates_of_functions(const Model& model,
                                           const Leaf& leaf,
                                           const detail::LinearBlock& block,
                                           std::set<Variable>& unknowns) {
  const Relations& base = leaf.equations.base;
  const std::vector<Polynomial> definitions = detail::definitions_of(model);
  std::set<Variable> known(base.variables.begin(), base.variables.end());
  known.insert(block.unknowns.begin(), block.unknowns.end());
  std::vector<Polynomial> open;
  for (const auto* some : {&base.equations, &definitions, &block.rows}) {
    for (const Polynomial& relation : *some) {
      const std::set<Variable> used = relation.variables();
      const bool is_low =
          std::none_of(used.begin(), used.end(), [](const Variable& v) { return v.order > 0; });
      if (is_low) open.push_back(relation.total_derivative());
    }
  }
  std::vector<Polynomial> rates;
  const auto is_needed = [&](const Polynomial& rate) {
    const std::set<Variable> used = rate.variables();
    return std::any_of(used.begin(), used.end(), [&](const Variable& variable) {
      return unknowns.contains(variable) && !known.contains(variable);
    });
  };
  while (true) {
    const auto next = std::find_if(open.begin(), open.end(), is_needed);
    if (next == open.end()) return rates;
    for (const Variable& variable : next->variables()) {
      if (variable.role == Role::unknown && !known.contains(variable)) unknowns.insert(variable);
    }
    rates.push_back(std::move(*next));
    open.erase(next);
  }
}

bool is_multiple(const Polynomial& polynomial, const std::vector<Polynomial>& generators) {
  const Polynomial form = polynomial.primitive();
  return std::any_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    return generator.primitive() == form;
  });
}

bool is_in_base(const Polynomial& coefficient,
                const Leaf& leaf,
                const Ideal& base,
                const algebra::Limits& limits) {
  if (coefficient.is_zero() || is_multiple(coefficient, leaf.equations.base.equations)) return true;
  if (leaf.equations.base.equations.empty()) return false;
  const Outcome<bool> inside = base.contains(coefficient, limits);
  return inside && inside.value();
}

/// Whether unknowns are left whose coefficients do not vanish on the base: they decide nothing yet.
bool is_open(const std::map<Monomial, Polynomial>& parts,
             const Leaf& leaf,
             const Ideal& base,
             const algebra::Limits& limits) {
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return part.first.degree() > 0 && !is_in_base(part.second, leaf, base, limits);
  });
}

/// Membership of D(E) in the ideal of all jets, if that is known.
Truth is_in_full_ideal(const Leaf& leaf, const Polynomial& rate, const algebra::Limits& limits) {
  if (!leaf.equations.full) return Truth::unknown;
  const Relations& jets = *leaf.equations.full;
  const std::vector<Variable> variables = with_parameters(jets, rate, {});
  const std::set<Variable> known(variables.begin(), variables.end());
  const std::set<Variable> used = rate.variables();
  if (!std::includes(known.begin(), known.end(), used.begin(), used.end())) return Truth::unknown;
  const Outcome<bool> inside = Ideal(variables, jets.equations).contains(rate, limits);
  if (!inside) return Truth::unknown;
  return inside.value() ? Truth::yes : Truth::no;
}

/// What keeps a rate from being a function on the leaf.
std::string still_open(const Polynomial& rate, const std::set<Variable>& unknowns) {
  std::vector<std::string> names;
  for (const Variable& variable : rate.variables()) {
    if (unknowns.contains(variable)) names.push_back(to_string(variable));
  }
  if (names.empty()) return "its rate does not reduce to a polynomial on the leaf";
  return "its rate contains " + word_list(names, "and") +
         ", which the leaf's equations could not be solved for";
}

}  // namespace

Conservation conservation_of(const Model& model,
                             const Leaf& leaf,
                             const Polynomial& function,
                             const algebra::Limits& limits) {
  const Polynomial rate = function.total_derivative();
  const detail::LinearBlock block = detail::linear_block(model, leaf);
  std::set<Variable> unknowns(block.unknowns.begin(), block.unknowns.end());
  for (const Variable& variable : rate.variables()) {
    const std::vector<Variable>& known = leaf.equations.base.variables;
    const bool is_base = std::find(known.begin(), known.end(), variable) != known.end();
    if (!is_base && variable.role == Role::unknown) unknowns.insert(variable);
  }
  const std::vector<Polynomial> functions = rates_of_functions(model, leaf, block, unknowns);
  const std::vector<Variable> names(unknowns.begin(), unknowns.end());
  std::vector<Polynomial> rows = rows_of_motion(model, leaf, block.rows);
  rows.insert(rows.end(), functions.begin(), functions.end());
  std::vector<Polynomial> own_rows = block.rows;
  own_rows.insert(own_rows.end(), functions.begin(), functions.end());
  Polynomial solved = eliminated(rate, rows, names);
  const Relations& manifold = leaf.equations.base;
  const Ideal base(with_parameters(manifold, solved, rows), manifold.equations);
  if (is_open(coefficients(solved, unknowns), leaf, base, limits)) {
    solved = eliminated_by_multiples(solved, own_rows, names, base, limits);
  }
  Conservation result;
  Polynomial reduced;
  bool is_certain = true;
  for (const auto& [monomial, coefficient] : coefficients(solved, unknowns)) {
    if (is_multiple(coefficient, leaf.equations.base.equations)) continue;
    const Polynomial unit = Polynomial::term(algebra::Rational(1), monomial);
    const Outcome<bool> vanishes = manifold.equations.empty() ? Outcome<bool>(coefficient.is_zero())
                                                              : base.contains(coefficient, limits);
    if (vanishes && vanishes.value()) continue;
    is_certain = is_certain && vanishes;
    if (!vanishes) result.reason = vanishes.reason();
    reduced += coefficient * unit;
  }
  if (reduced.is_zero()) {
    result.holds = Truth::yes;
    return result;
  }
  result.rate = to_string(detail::ShownEquations(model).readable(reduced));
  const std::set<Variable> left = reduced.variables();
  const bool has_unknowns = std::any_of(left.begin(), left.end(), [&](const Variable& variable) {
    return unknowns.contains(variable);
  });
  result.holds = is_certain && !has_unknowns ? Truth::no : is_in_full_ideal(leaf, rate, limits);
  if (result.holds == Truth::yes) result.rate.clear();
  if (result.holds == Truth::unknown && result.reason.empty()) {
    result.reason = limits.is_over() ? "the time limit was reached" : still_open(reduced, unknowns);
  }
  return result;
}

}  // namespace leafwise::pipeline
