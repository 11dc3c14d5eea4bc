// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/polynomial_tools.hpp"

#include <algorithm>

namespace leafwise::pipeline::detail {

using algebra::Monomial;
using algebra::Polynomial;
using algebra::Variable;

Polynomial substituted(const Polynomial& polynomial, const std::map<Variable, Polynomial>& values) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial rest = monomial;
    Polynomial factor(coefficient);
    for (const Monomial::Factor& part : monomial.factors()) {
      const auto found = values.find(part.variable);
      if (found == values.end()) continue;
      rest = rest.without(part.variable);
      factor = factor * found->second.pow(part.exponent);
    }
    result += factor * Polynomial::term(algebra::Rational(1), rest);
  }
  return result;
}

Polynomial without(const Polynomial& polynomial, const std::set<Variable>& variables) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const auto& factors = monomial.factors();
    const bool has_one = std::any_of(factors.begin(), factors.end(), [&](const auto& factor) {
      return variables.contains(factor.variable);
    });
    if (!has_one) result += Polynomial::term(coefficient, monomial);
  }
  return result;
}

bool is_plainly_without_real_zeros(const Polynomial& polynomial) {
  bool has_constant = false;
  int sign = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    has_constant = has_constant || monomial.factors().empty();
    const bool is_even = std::all_of(monomial.factors().begin(),
                                     monomial.factors().end(),
                                     [](const auto& factor) { return factor.exponent % 2 == 0; });
    if (!is_even || coefficient.sign() == -sign) return false;
    sign = coefficient.sign();
  }
  return has_constant;
}

}  // namespace leafwise::pipeline::detail
