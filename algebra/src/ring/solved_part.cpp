// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/solved_part.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace leafwise::algebra::detail {

Polynomial SolvedPart::reduced(const Polynomial& polynomial) const {
  if (values.empty()) return polynomial;
  const auto is_solved = [&](const auto& term) {
    const auto& factors = term.first.factors();
    return std::any_of(factors.begin(), factors.end(), [&](const Monomial::Factor& factor) {
      return values.contains(factor.variable);
    });
  };
  const Polynomial::Terms& terms = polynomial.terms();
  if (std::none_of(terms.begin(), terms.end(), is_solved)) return polynomial;
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial kept;
    Polynomial product(Rational(1));
    bool is_changed = false;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto value = values.find(factor.variable);
      if (value == values.end()) {
        kept = kept * Monomial(factor.variable, factor.exponent);
      } else {
        product = product * value->second.pow(factor.exponent);
        is_changed = true;
      }
    }
    Polynomial term = Polynomial::term(coefficient, std::move(kept));
    result += is_changed ? product * term : term;
  }
  return result;
}

SolvedPart solve_affine(const std::vector<Variable>& variables,
                        const std::vector<Polynomial>& generators) {
  SolvedPart part;
  for (const Polynomial& generator : generators) {
    if (generator.degree() > 1) continue;
    const Polynomial row = part.reduced(generator);
    if (row.is_zero()) continue;
    if (row.is_constant()) {
      part.is_inconsistent = true;
      return part;
    }
    const auto pivot = std::find_if(variables.begin(), variables.end(), [&](const Variable& v) {
      return row.terms().contains(Monomial(v));
    });
    const Rational coefficient = row.terms().at(Monomial(*pivot));
    Polynomial value = Polynomial::term(coefficient, Monomial(*pivot)) - row;
    value *= Rational(1) / coefficient;
    SolvedPart newest;
    newest.values.emplace(*pivot, value);
    const Monomial solved(*pivot);
    for (auto& [variable, known] : part.values) {
      if (known.terms().contains(solved)) known = newest.reduced(known);
    }
    part.values.emplace(*pivot, std::move(value));
  }
  for (const Variable& variable : variables) {
    if (!part.values.contains(variable)) part.variables.push_back(variable);
  }
  for (const Polynomial& generator : generators) {
    if (generator.degree() <= 1) continue;
    Polynomial rest = part.reduced(generator);
    if (rest.is_zero()) continue;
    if (rest.is_constant()) part.is_inconsistent = true;
    part.rest.push_back(std::move(rest));
  }
  return part;
}

}  // namespace leafwise::algebra::detail
