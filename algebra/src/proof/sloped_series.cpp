// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/sloped_series.hpp"

#include "leafwise/algebra/constant.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

BallSeries constant(slong value) {
  BallSeries series;
  arb_poly_set_si(series.raw(), value);
  return series;
}

/// No coefficient is known.
BallSeries nothing(slong length) {
  BallSeries series;
  arb_t lost;
  arb_init(lost);
  arb_indeterminate(lost);
  for (slong k = 0; k < length; ++k) arb_poly_set_coeff_arb(series.raw(), k, lost);
  arb_clear(lost);
  return series;
}

/// Whether the series begins with a number that is certainly above 0, or not 0.
bool begins_with(const BallSeries& series, int (*is)(const arb_t)) {
  arb_t first;
  arb_init(first);
  arb_poly_get_coeff_arb(first, series.raw(), 0);
  const bool result = is(first) != 0;
  arb_clear(first);
  return result;
}

/// Where a function may have no value, its slopes have none.
SlopedSeries undefined(const SlopedSeries& argument, slong length) {
  SlopedSeries result{nothing(length), {}};
  for (const auto& [jet, slope] : argument.slopes) result.slopes.emplace(jet, nothing(length));
  return result;
}

}  // namespace

const SlopedSeries& SlopedEvaluation::of(const Expression& expression) {
  const auto known = known_.find(expression.identity());
  if (known != known_.end()) return known->second;
  return known_.emplace(expression.identity(), computed(expression)).first->second;
}

SlopedSeries SlopedEvaluation::computed(const Expression& expression) {
  using Kind = Expression::Kind;
  switch (expression.kind()) {
    case Kind::number: {
      SlopedSeries result;
      arb_t number;
      arb_init(number);
      arb_set_fmpq(number, Rational::Access::of(expression.value()), precision_);
      arb_poly_set_arb(result.value.raw(), number);
      arb_clear(number);
      return result;
    }
    case Kind::pi: {
      SlopedSeries result;
      arb_t pi;
      arb_init(pi);
      arb_const_pi(pi, precision_);
      arb_poly_set_arb(result.value.raw(), pi);
      arb_clear(pi);
      return result;
    }
    case Kind::variable: return variable(expression.as_variable());
    case Kind::negation: {
      const SlopedSeries minus_one{constant(-1), {}};
      return product(minus_one, of(expression.operand(0)));
    }
    case Kind::sum: return total(expression);
    case Kind::product: {
      SlopedSeries result = of(expression.operand(0));
      for (std::size_t i = 1; i < expression.operands().size(); ++i) {
        const Expression::Operand& operand = expression.operands()[i];
        const SlopedSeries& next = of(operand.expression);
        result = product(result, operand.inverted ? inverse(next) : next);
      }
      return result;
    }
    case Kind::power: {
      const Exponent exponent = exponent_value(expression.operand(1));
      const SlopedSeries& base = of(expression.operand(0));
      return exponent.is_integer() ? power(base, exponent.halves / 2)
                                   : power(root(base), exponent.halves);
    }
    case Kind::call: break;
  }
  return function(expression.function(), of(expression.operand(0)));
}

SlopedSeries SlopedEvaluation::variable(const Variable& variable) const {
  SlopedSeries result{given_(variable), {}};
  if (with_slopes_ && variable.role == Role::unknown) result.slopes.emplace(variable, constant(1));
  return result;
}

SlopedSeries SlopedEvaluation::total(const Expression& expression) {
  SlopedSeries result = of(expression.operand(0));
  for (std::size_t i = 1; i < expression.operands().size(); ++i) {
    const Expression::Operand& operand = expression.operands()[i];
    const SlopedSeries& next = of(operand.expression);
    const auto add = operand.inverted ? &arb_poly_sub : &arb_poly_add;
    add(result.value.raw(), result.value.raw(), next.value.raw(), precision_);
    for (const auto& [jet, slope] : next.slopes) {
      BallSeries& sum = result.slopes[jet];
      add(sum.raw(), sum.raw(), slope.raw(), precision_);
    }
  }
  return result;
}

BallSeries SlopedEvaluation::times(const BallSeries& left, const BallSeries& right) const {
  BallSeries result;
  arb_poly_mullow(result.raw(), left.raw(), right.raw(), length_, precision_);
  return result;
}

SlopedSeries SlopedEvaluation::product(const SlopedSeries& left, const SlopedSeries& right) const {
  SlopedSeries result{times(left.value, right.value), {}};
  for (const auto& [jet, slope] : left.slopes) {
    result.slopes.emplace(jet, times(slope, right.value));
  }
  for (const auto& [jet, slope] : right.slopes) {
    BallSeries& sum = result.slopes[jet];
    arb_poly_add(sum.raw(), sum.raw(), times(slope, left.value).raw(), precision_);
  }
  return result;
}

SlopedSeries SlopedEvaluation::chain(BallSeries value,
                                     const BallSeries& slope,
                                     const SlopedSeries& argument) const {
  SlopedSeries result{std::move(value), {}};
  for (const auto& [jet, inner] : argument.slopes) result.slopes.emplace(jet, times(slope, inner));
  return result;
}

SlopedSeries SlopedEvaluation::inverse(const SlopedSeries& of) const {
  if (!begins_with(of.value, &arb_is_nonzero)) return undefined(of, length_);
  BallSeries value;
  arb_poly_inv_series(value.raw(), of.value.raw(), length_, precision_);
  BallSeries slope = times(value, value);
  arb_poly_neg(slope.raw(), slope.raw());
  return chain(std::move(value), slope, of);
}

SlopedSeries SlopedEvaluation::power(SlopedSeries base, long exponent) const {
  if (exponent < 0) return power(inverse(base), -exponent);
  if (exponent == 0) return {constant(1), {}};
  const auto times_itself = static_cast<ulong>(exponent);
  BallSeries below;
  arb_poly_pow_ui_trunc_binexp(
      below.raw(), base.value.raw(), times_itself - 1, length_, precision_);
  BallSeries value = times(below, base.value);
  const BallSeries slope = times(below, constant(exponent));
  return chain(std::move(value), slope, base);
}

SlopedSeries SlopedEvaluation::root(const SlopedSeries& argument) const {
  // (Of the root of 0 to some order nothing is known to that order.)
  const bool is_constant = with_slopes_ && argument.slopes.empty();
  if (arb_poly_is_zero(argument.value.raw()) != 0 && is_constant) return argument;
  if (!begins_with(argument.value, &arb_is_positive)) return undefined(argument, length_);
  BallSeries value;
  arb_poly_sqrt_series(value.raw(), argument.value.raw(), length_, precision_);
  BallSeries slope;
  arb_poly_inv_series(slope.raw(), times(value, constant(2)).raw(), length_, precision_);
  return chain(std::move(value), slope, argument);
}

SlopedSeries SlopedEvaluation::function(Function function, const SlopedSeries& argument) const {
  const arb_poly_struct* at = argument.value.raw();
  BallSeries first;
  BallSeries second;
  const auto one_and = [&](const BallSeries& of, bool minus) {
    BallSeries square = times(of, of);
    const BallSeries one = constant(1);
    (minus ? &arb_poly_sub : &arb_poly_add)(square.raw(), one.raw(), square.raw(), precision_);
    return square;
  };
  switch (function) {
    case Function::sin:
    case Function::cos: {
      arb_poly_sin_cos_series(first.raw(), second.raw(), at, length_, precision_);
      if (function == Function::sin) return chain(std::move(first), second, argument);
      arb_poly_neg(first.raw(), first.raw());
      return chain(std::move(second), first, argument);
    }
    case Function::tan: {
      arb_poly_tan_series(first.raw(), at, length_, precision_);
      second = one_and(first, false);
      return chain(std::move(first), second, argument);
    }
    case Function::exp: {
      arb_poly_exp_series(first.raw(), at, length_, precision_);
      second = first;
      return chain(std::move(first), second, argument);
    }
    case Function::log: {
      if (!begins_with(argument.value, &arb_is_positive)) return undefined(argument, length_);
      arb_poly_log_series(first.raw(), at, length_, precision_);
      arb_poly_inv_series(second.raw(), at, length_, precision_);
      return chain(std::move(first), second, argument);
    }
    case Function::sqrt: return root(argument);
    case Function::sinh:
    case Function::cosh: {
      arb_poly_sinh_cosh_series(first.raw(), second.raw(), at, length_, precision_);
      if (function == Function::cosh) std::swap(first, second);
      return chain(std::move(first), second, argument);
    }
    case Function::tanh: {
      arb_poly_sinh_cosh_series(first.raw(), second.raw(), at, length_, precision_);
      BallSeries quotient;
      arb_poly_div_series(quotient.raw(), first.raw(), second.raw(), length_, precision_);
      second = one_and(quotient, true);
      return chain(std::move(quotient), second, argument);
    }
    case Function::atan: break;
  }
  arb_poly_atan_series(first.raw(), at, length_, precision_);
  arb_poly_inv_series(second.raw(), one_and(argument.value, false).raw(), length_, precision_);
  return chain(std::move(first), second, argument);
}

}  // namespace leafwise::algebra::detail
