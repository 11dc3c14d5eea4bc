// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/ball_polynomial.hpp"

#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

void evaluate(arb_t result,
              const Polynomial& polynomial,
              const BallIndices& indices,
              const Balls& balls,
              slong precision) {
  Balls scratch(2);
  arb_struct* term = scratch.at(0);
  arb_struct* power = scratch.at(1);
  arb_zero(result);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    arb_set_fmpq(term, Rational::Access::of(coefficient), precision);
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto index = indices.find(factor.variable);
      LEAFWISE_DEMAND(index != indices.end(), to_string(factor.variable));
      arb_pow_ui(power, balls.at(index->second), factor.exponent, precision);
      arb_mul(term, term, power, precision);
    }
    arb_add(result, result, term, precision);
  }
}

Rational value_at(const Polynomial& polynomial, const std::map<Variable, Rational>& point) {
  Rational total;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational term = coefficient;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto coordinate = point.find(factor.variable);
      LEAFWISE_DEMAND(coordinate != point.end(), to_string(factor.variable));
      term *= coordinate->second.pow(factor.exponent);
    }
    total += term;
  }
  return total;
}

}  // namespace leafwise::algebra::detail
