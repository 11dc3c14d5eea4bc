// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/over_parameters.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "decomposition/prove/verification.hpp"
#include "decomposition/split/factoriser.hpp"
#include "leafwise/core/check.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

/// I·ℚ(parameters)[unknowns] ∩ ℚ[all] = I : h^∞, h the product of the leading coefficients of a
/// basis over the field: a remainder over the field, times a power of h, is one over ℚ.
Outcome<Ideal> contraction(const Ideal& ideal, const Roles& roles, const Limits& limits) {
  const Outcome<Polynomials> basis = basis_over_parameters(ideal, roles, limits);
  if (!basis) return Unable{basis.reason()};
  Factoriser factoriser(ideal.engine());
  std::set<Polynomial> factors;
  for (const Polynomial& element : basis.value()) {
    for (Polynomial& factor :
         factoriser.factors_or_itself(leading_of(element, roles).coefficient, limits)) {
      if (!factor.is_constant()) factors.insert(std::move(factor));
    }
  }
  Ideal contracted = ideal;
  for (const Polynomial& factor : factors) {
    Outcome<Ideal> larger =
        saturation(contracted, Ideal(ideal.variables(), {factor}, ideal.engine()), limits);
    if (!larger) return larger;
    contracted = std::move(larger).value();
  }
  return contracted;
}

}  // namespace

bool IsSmallerByDegree::operator()(const Exponents& left, const Exponents& right) const {
  const unsigned degree = std::accumulate(left.begin(), left.end(), 0U);
  const unsigned other = std::accumulate(right.begin(), right.end(), 0U);
  if (degree != other) return degree < other;
  return std::lexicographical_compare(right.rbegin(), right.rend(), left.rbegin(), left.rend());
}

Exponents exponents_of(const Monomial& monomial, const std::vector<Variable>& variables) {
  Exponents exponents;
  exponents.reserve(variables.size());
  for (const Variable& variable : variables) exponents.push_back(monomial.exponent_of(variable));
  return exponents;
}

Roles::Roles(const std::vector<Variable>& variables) {
  for (const Variable& variable : variables) {
    (variable.role == Role::parameter ? parameters : unknowns).push_back(variable);
  }
}

std::vector<Variable> Roles::all() const {
  std::vector<Variable> result = unknowns;
  result.insert(result.end(), parameters.begin(), parameters.end());
  return result;
}

Coefficients coefficients_of(const Polynomial& polynomial, const Roles& roles) {
  Coefficients coefficients;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial in_parameters = monomial;
    for (const Variable& unknown : roles.unknowns) in_parameters = in_parameters.without(unknown);
    coefficients[exponents_of(monomial, roles.unknowns)] +=
        Polynomial::term(coefficient, std::move(in_parameters));
  }
  return coefficients;
}

Leading leading_of(const Polynomial& polynomial, const Roles& roles) {
  const Coefficients coefficients = coefficients_of(polynomial, roles);
  LEAFWISE_DEMAND(!coefficients.empty());
  const auto& [exponents, coefficient] = *coefficients.rbegin();
  Leading leading{{}, coefficient};
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    if (exponents[i] > 0) {
      leading.monomial = leading.monomial * Monomial(roles.unknowns[i], exponents[i]);
    }
  }
  return leading;
}

Outcome<std::vector<Polynomial>> basis_over_parameters(const Ideal& ideal,
                                                       const Roles& roles,
                                                       const Limits& limits) {
  Question question;
  question.operation = engine::Operation::standard_basis;
  question.order = engine::Order::blocks;
  question.count = roles.unknowns.size();
  question.ideals = {ideal.generators()};
  Outcome<Reply> outcome = ask_worker(ideal.engine(), roles.all(), question, limits);
  if (!outcome) return Unable{outcome.reason()};
  Reply reply = std::move(outcome).value();
  if (reply.ideals.size() != 1) return Unable{"the engine did not return one ideal"};
  Polynomials basis = std::move(reply.ideals.front());
  std::erase_if(basis, [](const Polynomial& element) { return element.is_zero(); });
  return basis;
}

Truth is_radical_over_parameters(const Ideal& ideal,
                                 const std::vector<Ideal>& primes,
                                 const Limits& limits) {
  const Roles roles(ideal.variables());
  // A field has no other ideals than 0 and itself.
  if (roles.unknowns.empty()) return Truth::yes;
  const Outcome<Ideal> contracted = contraction(ideal, roles, limits);
  if (!contracted) return Truth::unknown;
  // Primes over the field correspond to their contractions, and so do intersections.
  Polynomials common = {Polynomial(Rational(1))};
  if (!primes.empty()) {
    Outcome<Polynomials> intersection = intersection_of(primes, limits);
    if (!intersection) return Truth::unknown;
    common = std::move(intersection).value();
  }
  const Outcome<Polynomials> remainders = contracted.value().normal_forms(common, limits);
  if (!remainders) return Truth::unknown;
  const bool inside = std::all_of(remainders.value().begin(),
                                  remainders.value().end(),
                                  [](const Polynomial& rest) { return rest.is_zero(); });
  return inside ? Truth::yes : Truth::no;
}

}  // namespace leafwise::algebra::detail
