// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/unmixed.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "decomposition/simplify/over_parameters.hpp"
#include "decomposition/simplify/parameters.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

/// The numbers of the variables in the leading monomial.
std::vector<bool> leading_support(const Polynomial& polynomial,
                                  const std::vector<Variable>& variables) {
  Exponents leading(variables.size(), 0);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Exponents exponents = exponents_of(monomial, variables);
    if (IsSmallerByDegree{}(leading, exponents)) leading = std::move(exponents);
  }
  std::vector<bool> support;
  support.reserve(leading.size());
  for (const unsigned exponent : leading) support.push_back(exponent > 0);
  return support;
}

/// Chooses `count` variables, from number `next` on, so that no leading monomial uses these only.
bool choose_independent(const std::vector<std::vector<bool>>& supports,
                        std::size_t next,
                        std::size_t count,
                        std::vector<bool>& chosen) {
  const bool dependent = std::any_of(supports.begin(), supports.end(), [&](const auto& support) {
    for (std::size_t i = 0; i < support.size(); ++i) {
      if (support[i] && !chosen[i]) return false;
    }
    return true;
  });
  if (dependent) return false;
  if (count == 0) return true;
  for (std::size_t i = next; i + count <= chosen.size(); ++i) {
    chosen[i] = true;
    if (choose_independent(supports, i + 1, count - 1, chosen)) return true;
    chosen[i] = false;
  }
  return false;
}

Polynomial renamed(const Polynomial& polynomial, const std::map<Variable, Variable>& names) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial translated;
    for (const Monomial::Factor& factor : monomial.factors()) {
      translated = translated * Monomial(names.at(factor.variable), factor.exponent);
    }
    result += Polynomial::term(coefficient, std::move(translated));
  }
  return result;
}

}  // namespace

Truth is_unmixed(const Ideal& ideal, const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known || known.value().dimension < 0) return Truth::unknown;
  const std::vector<Variable>& variables = ideal.variables();
  std::vector<std::vector<bool>> supports;
  supports.reserve(known.value().polynomials.size());
  for (const Polynomial& element : known.value().polynomials) {
    supports.push_back(leading_support(element, variables));
  }
  std::vector<bool> chosen(variables.size(), false);
  const auto dimension = static_cast<std::size_t>(known.value().dimension);
  if (!choose_independent(supports, 0, dimension, chosen)) return Truth::unknown;
  if (dimension == 0) return Truth::yes;

  // The chosen ones as parameters; the conditions are then the factors of the leading coefficients.
  std::map<Variable, Variable> there;
  std::map<Variable, Variable> back;
  std::vector<Variable> new_variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable fresh{chosen[i] ? Role::parameter : Role::unknown, "x" + std::to_string(i), 0};
    there.emplace(variables[i], fresh);
    back.emplace(fresh, variables[i]);
    new_variables.push_back(fresh);
  }
  Polynomials generators;
  for (const Polynomial& element : known.value().polynomials) {
    generators.push_back(renamed(element, there));
  }
  const Ideal over_field(new_variables, generators, ideal.engine());
  Decomposition alone;
  alone.components.push_back(PrimeComponent{over_field});
  localise_at_parameters(over_field, alone, limits);
  if (!alone.reason.empty() || alone.components.empty()) return Truth::unknown;
  const Ideal basis(variables, known.value().polynomials, ideal.engine());
  for (const Polynomial& condition : alone.parameter_conditions) {
    const Ideal by(variables, {renamed(condition, back)}, ideal.engine());
    const Outcome<Ideal> larger = quotient(basis, by, limits);
    if (!larger) return Truth::unknown;
    const Outcome<bool> same = is_subset(larger.value(), ideal, limits);
    if (!same) return Truth::unknown;
    if (!same.value()) return Truth::no;
  }
  return Truth::yes;
}

}  // namespace leafwise::algebra::detail
