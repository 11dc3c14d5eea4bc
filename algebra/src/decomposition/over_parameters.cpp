// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/over_parameters.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "decomposition/ring_jobs.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

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
  if (reply.ideals.size() != 1) return Unable{"the engine did not answer with one ideal"};
  Polynomials basis = std::move(reply.ideals.front());
  std::erase_if(basis, [](const Polynomial& element) { return element.is_zero(); });
  return basis;
}

}  // namespace leafwise::algebra::detail
