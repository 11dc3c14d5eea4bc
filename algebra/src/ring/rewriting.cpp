// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/rewriting.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

unsigned degree_in(const Polynomial& polynomial, const Variable& variable) {
  unsigned degree = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    degree = std::max(degree, monomial.exponent_of(variable));
  }
  return degree;
}

namespace {

/// Coefficients by powers of the variable.
std::map<unsigned, Polynomial> by_powers(const Polynomial& polynomial, const Variable& variable) {
  std::map<unsigned, Polynomial> parts;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    parts[monomial.exponent_of(variable)] +=
        Polynomial::term(coefficient, monomial.without(variable));
  }
  return parts;
}

}  // namespace

Polynomial leading_coefficient(const Polynomial& polynomial, const Variable& variable) {
  const std::map<unsigned, Polynomial> parts = by_powers(polynomial, variable);
  return parts.empty() ? Polynomial() : parts.rbegin()->second;
}

Polynomial substituted(const Polynomial& polynomial,
                       const Variable& variable,
                       const Polynomial& value) {
  const std::map<unsigned, Polynomial> parts = by_powers(polynomial, variable);
  Polynomial result;
  Polynomial power(Rational(1));
  unsigned reached = 0;
  for (const auto& [exponent, coefficient] : parts) {
    for (; reached < exponent; ++reached) power = power * value;
    result += coefficient * power;
  }
  return result;
}

std::optional<Graph> solve_for_a_variable(const Polynomial& polynomial, std::size_t most_terms) {
  const bool is_linear = polynomial.degree() <= 1;
  if (!is_linear && polynomial.terms().size() > most_terms + 1) return std::nullopt;
  std::map<Variable, unsigned> uses;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    for (const Monomial::Factor& factor : monomial.factors()) ++uses[factor.variable];
  }
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.degree() != 1) continue;
    const Variable& variable = monomial.factors().front().variable;
    if (uses.at(variable) != 1) continue;
    Polynomial value = polynomial - Polynomial::term(coefficient, monomial);
    value *= Rational(-1) / coefficient;
    return Graph{variable, std::move(value)};
  }
  return std::nullopt;
}

bool is_circle(const Polynomial& polynomial) {
  std::set<Variable> squares;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.degree() > 2 || monomial.factors().size() > 1) return false;
    if (monomial.degree() == 2) squares.insert(monomial.factors().front().variable);
  }
  return squares.size() == 2 && polynomial.variables().size() == 2;
}

std::vector<Polynomial> reduced_by_circles(const std::vector<Polynomial>& generators,
                                           const std::vector<Variable>& variables) {
  std::vector<Polynomial> circles;
  std::vector<Polynomial> others;
  std::set<Variable> taken;
  for (const Polynomial& generator : generators) {
    const std::set<Variable> used = generator.variables();
    const bool free = std::none_of(used.begin(), used.end(), [&](const Variable& variable) {
      return taken.contains(variable);
    });
    if (free && is_circle(generator)) {
      taken.insert(used.begin(), used.end());
      circles.push_back(generator);
    } else {
      others.push_back(generator);
    }
  }
  if (circles.empty() || others.empty()) return generators;
  // Leading monomials are squares of different variables: the circles are a Gröbner basis.
  const FlintRing ring(variables);
  const FlintPolynomials divisors(ring, circles);
  std::vector<Polynomial> result = circles;
  result.reserve(generators.size());
  for (const Polynomial& other : others) result.push_back(divisors.remainder(other));
  return result;
}

}  // namespace leafwise::algebra::detail
