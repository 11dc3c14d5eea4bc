// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/constant_impl.hpp"

#include <utility>

#include "expression/exact_angles.hpp"
#include "expression/lexer.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

using Kind = Expression::Kind;

/// Beyond this, exact arithmetic is given up in favour of balls: nobody means such a number to be
/// exact, and it would only cost time.
constexpr std::size_t most_exact_bits = 20000;
constexpr std::size_t most_exact_terms = 64;

bool stays_small(const Surd& value, std::size_t growth = 1) {
  std::size_t bits = 0;
  for (const auto& [radicand, coefficient] : value.terms()) {
    bits += radicand.bits() + coefficient.bits();
  }
  return value.terms().size() <= most_exact_terms && bits * growth <= most_exact_bits;
}

void set_ball(arb_t ball, const Surd& value, slong precision) {
  arb_t term;
  arb_t coefficient;
  arb_init(term);
  arb_init(coefficient);
  arb_zero(ball);
  for (const auto& [radicand, factor] : value.terms()) {
    arb_sqrt_fmpz(term, fmpq_numref(Rational::Access::of(radicand)), precision);
    arb_set_fmpq(coefficient, Rational::Access::of(factor), precision);
    arb_addmul(ball, term, coefficient, precision);
  }
  arb_clear(term);
  arb_clear(coefficient);
}

}  // namespace

namespace {

/// a·π ± b·π, where an exact zero counts as 0·π.
std::optional<Rational> sum_of_multiples(const ConstantValue& left,
                                         const ConstantValue& right,
                                         bool subtract) {
  const auto multiple = [](const ConstantValue& value) {
    return value.is_exact_zero() ? std::optional<Rational>(Rational()) : value.multiple_of_pi();
  };
  const std::optional<Rational> a = multiple(left);
  const std::optional<Rational> b = multiple(right);
  if (!a || !b) return std::nullopt;
  return subtract ? *a - *b : *a + *b;
}

}  // namespace

ConstantValue::ConstantValue(Surd exact, slong precision) : ConstantValue() {
  set_ball(ball_, exact, precision);
  if (stays_small(exact)) exact_ = std::move(exact);
}

ConstantValue::ConstantValue(const ConstantValue& other)
    : exact_(other.exact_), multiple_of_pi_(other.multiple_of_pi_) {
  arb_init(ball_);
  arb_set(ball_, other.ball_);
}

ConstantValue::ConstantValue(ConstantValue&& other) noexcept
    : exact_(std::move(other.exact_)), multiple_of_pi_(std::move(other.multiple_of_pi_)) {
  arb_init(ball_);
  arb_swap(ball_, other.ball_);
}

ConstantValue& ConstantValue::operator=(const ConstantValue& other) {
  exact_ = other.exact_;
  multiple_of_pi_ = other.multiple_of_pi_;
  arb_set(ball_, other.ball_);
  return *this;
}

ConstantValue& ConstantValue::operator=(ConstantValue&& other) noexcept {
  exact_ = std::move(other.exact_);
  multiple_of_pi_ = std::move(other.multiple_of_pi_);
  arb_swap(ball_, other.ball_);
  return *this;
}

const ConstantValue& ConstantValues::of(const Expression& constant) {
  const auto known = known_.find(constant.identity());
  if (known != known_.end()) return known->second;
  ConstantValue value = compute(constant);
  return known_.emplace(constant.identity(), std::move(value)).first->second;
}

ConstantValue ConstantValues::compute(const Expression& constant) {
  switch (constant.kind()) {
    case Kind::number: return {Surd(constant.value()), precision_};
    case Kind::pi: {
      ConstantValue value;
      arb_const_pi(value.ball(), precision_);
      value.set_multiple_of_pi(Rational(1));
      return value;
    }
    case Kind::variable:
      fail("'" + to_string(constant.as_variable()) + "' has no fixed value here",
           "a constant: numbers, pi, functions and parameters with values",
           constant.range());
    case Kind::negation: return times({Surd(Rational(-1)), precision_}, of(constant.operand(0)));
    case Kind::sum: return sum(constant);
    case Kind::product: return product(constant);
    case Kind::power: return power(constant);
    case Kind::call: break;
  }
  return call(constant);
}

ConstantValue ConstantValues::sum(const Expression& constant) {
  ConstantValue total(Surd(), precision_);
  for (const Expression::Operand& operand : constant.operands()) {
    const ConstantValue& term = of(operand.expression);
    if (total.exact() && term.exact()) {
      total = ConstantValue(
          operand.inverted ? *total.exact() - *term.exact() : *total.exact() + *term.exact(),
          precision_);
      continue;
    }
    ConstantValue next;
    if (operand.inverted) {
      arb_sub(next.ball(), total.ball(), term.ball(), precision_);
    } else {
      arb_add(next.ball(), total.ball(), term.ball(), precision_);
    }
    next.set_multiple_of_pi(sum_of_multiples(total, term, operand.inverted));
    const bool is_zero = next.multiple_of_pi() && next.multiple_of_pi()->is_zero();
    total = is_zero ? ConstantValue(Surd(), precision_) : std::move(next);
  }
  return total;
}

ConstantValue ConstantValues::product(const Expression& constant) {
  ConstantValue total(Surd(Rational(1)), precision_);
  for (const Expression::Operand& operand : constant.operands()) {
    const ConstantValue& factor = of(operand.expression);
    total = operand.inverted ? times(total, inverse(factor, operand.expression.range()))
                             : times(total, factor);
  }
  return total;
}

ConstantValue ConstantValues::times(const ConstantValue& left, const ConstantValue& right) {
  if (left.is_exact_zero() || right.is_exact_zero()) return {Surd(), precision_};
  const bool exactly = left.exact() && right.exact() &&
                       left.exact()->terms().size() * right.exact()->terms().size() <=
                           most_exact_terms * most_exact_terms;
  if (exactly) return {*left.exact() * *right.exact(), precision_};
  ConstantValue result;
  arb_mul(result.ball(), left.ball(), right.ball(), precision_);
  const ConstantValue& angle = left.multiple_of_pi() ? left : right;
  const ConstantValue& factor = left.multiple_of_pi() ? right : left;
  const std::optional<Rational> rational =
      factor.exact() ? factor.exact()->as_rational() : std::nullopt;
  if (angle.multiple_of_pi() && rational) {
    result.set_multiple_of_pi(*angle.multiple_of_pi() * *rational);
  }
  return result;
}

ConstantValue ConstantValues::inverse(const ConstantValue& value, TextRange range) {
  if (value.is_exact_zero()) {
    fail("division by zero", "a divisor that is not zero", range);
  }
  // Inverting a sum of n roots can take 2^n terms.
  constexpr std::size_t most_terms = 8;
  if (value.exact() && value.exact()->terms().size() <= most_terms) {
    return {value.exact()->inverse(), precision_};
  }
  if (arb_contains_zero(value.ball()) != 0) throw PrecisionTooLow{range};
  ConstantValue result;
  arb_inv(result.ball(), value.ball(), precision_);
  return result;
}

ConstantValue ConstantValues::power(const Expression& constant) {
  const Exponent exponent = exponent_value(constant.operand(1));
  ConstantValue base = of(constant.operand(0));
  if (exponent.halves < 0) base = inverse(base, constant.operand(0).range());
  const auto halves = static_cast<std::size_t>(std::abs(exponent.halves));
  if (!exponent.is_integer()) base = root(base, constant.range());
  const std::size_t times_needed = exponent.is_integer() ? halves / 2 : halves;
  if (base.exact() && stays_small(*base.exact(), times_needed)) {
    Surd result = Rational(1);
    Surd square = *base.exact();
    for (std::size_t rest = times_needed; rest > 0; rest /= 2) {
      if (rest % 2 == 1) result = result * square;
      if (rest > 1) square = square * square;
    }
    return {std::move(result), precision_};
  }
  ConstantValue result;
  arb_pow_ui(result.ball(), base.ball(), times_needed, precision_);
  return result;
}

ConstantValue ConstantValues::root(const ConstantValue& radicand, TextRange range) {
  const std::optional<Rational> rational =
      radicand.exact() ? radicand.exact()->as_rational() : std::nullopt;
  if (arb_is_negative(radicand.ball()) != 0) {
    fail("the square root of a negative number", "roots of numbers that are not negative", range);
  }
  if (rational) {
    if (std::optional<Surd> exact = Surd::sqrt(*rational)) return {std::move(*exact), precision_};
  }
  if (arb_contains_nonpositive(radicand.ball()) != 0) throw PrecisionTooLow{range};
  ConstantValue result;
  arb_sqrt(result.ball(), radicand.ball(), precision_);
  return result;
}

/// tan u = sin u / cos u, exact where the two are; it has no value where the cosine is zero.
ConstantValue ConstantValues::tangent(const ConstantValue& argument, TextRange range) {
  if (argument.is_exact_zero()) return {Surd(), precision_};
  if (const std::optional<Rational>& turns = argument.multiple_of_pi()) {
    const std::optional<Surd> sine = exact_sine(*turns);
    const std::optional<Surd> cosine = exact_cosine(*turns);
    if (cosine && cosine->is_zero()) {
      fail("the tangent has no value at odd multiples of pi/2", "another angle", range);
    }
    if (sine && cosine) return {*sine * cosine->inverse(), precision_};
  }
  ConstantValue result;
  arb_tan(result.ball(), argument.ball(), precision_);
  if (arb_is_finite(result.ball()) == 0) throw PrecisionTooLow{range};
  return result;
}

ConstantValue ConstantValues::call(const Expression& constant) {
  const Expression& argument_place = constant.operand(0);
  const ConstantValue& argument = of(argument_place);
  const Function function = constant.function();
  if (function == Function::sqrt) return root(argument, constant.range());
  if (function == Function::tan) return tangent(argument, constant.range());
  if (const std::optional<Rational>& turns = argument.multiple_of_pi()) {
    const std::optional<Surd> exact = function == Function::sin   ? exact_sine(*turns)
                                      : function == Function::cos ? exact_cosine(*turns)
                                                                  : std::nullopt;
    if (exact) return {*exact, precision_};
  }
  const arb_struct* u = argument.ball();
  ConstantValue result;
  arb_struct* value = result.ball();
  switch (function) {
    case Function::sin: arb_sin(value, u, precision_); break;
    case Function::cos: arb_cos(value, u, precision_); break;
    case Function::exp: arb_exp(value, u, precision_); break;
    case Function::tanh: arb_tanh(value, u, precision_); break;
    case Function::sinh: arb_sinh(value, u, precision_); break;
    case Function::cosh: arb_cosh(value, u, precision_); break;
    case Function::atan: arb_atan(value, u, precision_); break;
    case Function::tan:
    case Function::sqrt: break;
    case Function::log:
      if (argument.is_exact_zero() || arb_is_negative(u) != 0) {
        fail("the logarithm of a number that is not positive",
             "logarithms of positive numbers",
             constant.range());
      }
      if (arb_contains_zero(u) != 0) throw PrecisionTooLow{constant.range()};
      arb_log(value, u, precision_);
      break;
  }
  const bool zero_at_zero = function != Function::cos && function != Function::exp &&
                            function != Function::cosh && function != Function::log;
  if (argument.is_exact_zero()) return {Surd(Rational(zero_at_zero ? 0 : 1)), precision_};
  if (function == Function::log && argument.exact() == Surd(Rational(1))) {
    return {Surd(), precision_};
  }
  if (arb_is_finite(value) == 0) {
    fail("this number is too large", "a number that a computer can hold", constant.range());
  }
  return result;
}

}  // namespace leafwise::algebra::detail
