// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "completion/bases/critical_loci.hpp"

/// Whether singular solutions are limits of general ones.
namespace leafwise::algebra::detail {

namespace {

/// F of a single equation of first order in one unknown.
std::optional<Polynomial> single_equation_of_first_order(const DifferentialSystem& system) {
  if (system.mechanics || system.equations.size() != 1 || system.unknowns.size() != 1) {
    return std::nullopt;
  }
  const Polynomial& equation = system.equations.front().polynomial;
  const auto orders = orders_of(equation);
  const auto order = orders.find(system.unknowns.front());
  if (order == orders.end() || order->second != 1) return std::nullopt;
  return equation;
}

/// ∂^{i+j} F / ∂y^i ∂y'^j
Polynomial derivative_of(Polynomial polynomial, const Variable& y, unsigned i, unsigned j) {
  for (; i > 0; --i) polynomial = polynomial.derivative(y);
  for (; j > 0; --j) polynomial = polynomial.derivative(next_jet(y));
  return polynomial;
}

std::vector<Polynomial> prolonged(std::vector<Polynomial> polynomials) {
  const std::size_t count = polynomials.size();
  polynomials.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    Polynomial derivative = polynomials[i].total_derivative();
    if (!derivative.is_zero()) polynomials.push_back(std::move(derivative));
  }
  return polynomials;
}

std::set<Variable> variables_of_all(const std::vector<Polynomial>& polynomials) {
  std::set<Variable> used;
  for (const Polynomial& polynomial : polynomials) {
    const std::set<Variable> own = polynomial.variables();
    used.insert(own.begin(), own.end());
  }
  return used;
}

}  // namespace

Truth is_essential_by_low_powers(const DifferentialSystem& system,
                                 const Leaf& singular,
                                 const Limits& limits) {
  const std::optional<Polynomial> equation = single_equation_of_first_order(system);
  // A solution that is one function: the independent variable alone is free.
  if (!equation || singular.dimension != 1) return Truth::unknown;
  const Outcome<Ideal> solution = full_ideal(singular, limits);
  if (!solution) return Truth::unknown;
  const Variable y{Role::unknown, system.unknowns.front(), 0};
  for (unsigned degree = 1; degree <= equation->degree(); ++degree) {
    bool alone = false;
    bool with_derivative = false;
    for (unsigned j = 0; j <= degree; ++j) {
      const Polynomial term = derivative_of(*equation, y, degree - j, j);
      const Outcome<bool> vanishes = solution.value().contains(term, limits);
      if (!vanishes) return Truth::unknown;
      if (vanishes.value()) continue;
      (j == 0 ? alone : with_derivative) = true;
    }
    if (with_derivative) return Truth::no;
    if (alone) return Truth::yes;
  }
  return Truth::unknown;
}

Truth is_essential_by_prolongation(const Leaf& singular,
                                   const Leaf& general,
                                   const Limits& limits) {
  const Outcome<Ideal> inner = full_ideal(singular, limits);
  const Outcome<Ideal> outer = full_ideal(general, limits);
  if (!inner || !outer) return Truth::unknown;
  const std::vector<Polynomial> inner_equations = prolonged(inner.value().generators());
  std::vector<Polynomial> outer_equations = prolonged(outer.value().generators());
  std::set<Variable> variables = variables_of_all(inner_equations);
  variables.merge(variables_of_all(outer_equations));
  const std::vector<Variable> all(variables.begin(), variables.end());
  // On the leaf, away from its critical locus: what it says there holds in its closure.
  Ideal closure(all, std::move(outer_equations), general.base.engine());
  if (general.critical) {
    for (const Ideal& locus : *general.critical) {
      const Outcome<Ideal> next =
          saturation(closure, Ideal(all, locus.generators(), closure.engine()), limits);
      if (!next) return Truth::unknown;
      closure = next.value();
    }
  }
  const Ideal solution(all, inner_equations, general.base.engine());
  const Outcome<bool> inside = is_subset(closure, solution, limits);
  if (!inside) return Truth::unknown;
  return inside.value() ? Truth::unknown : Truth::yes;
}

}  // namespace leafwise::algebra::detail
