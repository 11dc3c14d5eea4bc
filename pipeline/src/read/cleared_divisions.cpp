// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/cleared_divisions.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Expression;
using Kind = Expression::Kind;
using Operand = Expression::Operand;

/// n of base^n for a whole n from 1 on; 0: it is no such power.
unsigned whole_power(const Expression& expression) {
  constexpr std::int64_t most = 64;
  if (expression.kind() != Kind::power) return 0;
  if (!algebra::variables_of(expression.operand(1)).empty()) return 0;
  const algebra::Exponent exponent = algebra::exponent_value(expression.operand(1));
  if (!exponent.is_integer() || exponent.halves <= 0 || exponent.halves / 2 > most) return 0;
  return static_cast<unsigned>(exponent.halves / 2);
}

/// How often a factor holds the divisor.
// NOLINTNEXTLINE(misc-no-recursion): as deep as what a person wrote
unsigned times_in(const Expression& factor, const Expression& divisor) {
  if (factor == divisor) return 1;
  if (const unsigned n = whole_power(factor); n > 0)
    return n * times_in(factor.operand(0), divisor);
  if (factor.kind() != Kind::product) return 0;
  unsigned times = 0;
  for (const Operand& operand : factor.operands()) {
    if (!operand.inverted) times += times_in(operand.expression, divisor);
  }
  return times;
}

/// The factor without the divisor.
// NOLINTNEXTLINE(misc-no-recursion)
Expression rest_of(const Expression& factor, const Expression& divisor) {
  const Expression one = Expression::number(algebra::Rational(1));
  if (factor == divisor) return one;
  if (whole_power(factor) > 0) {
    return Expression::power(rest_of(factor.operand(0), divisor), factor.operand(1));
  }
  if (factor.kind() != Kind::product) return factor;
  Expression rest = one;
  for (const Operand& operand : factor.operands()) {
    rest =
        operand.inverted ? rest / operand.expression : rest * rest_of(operand.expression, divisor);
  }
  return rest;
}

/// How often the worst term is divided by it.
// NOLINTNEXTLINE(misc-no-recursion)
unsigned depth_of(const Expression& expression, const Expression& divisor) {
  unsigned depth = 0;
  switch (expression.kind()) {
    case Kind::negation: return depth_of(expression.operand(0), divisor);
    case Kind::sum:
      for (const Operand& operand : expression.operands()) {
        depth = std::max(depth, depth_of(operand.expression, divisor));
      }
      return depth;
    case Kind::product:
      for (const Operand& operand : expression.operands()) {
        depth += operand.inverted ? times_in(operand.expression, divisor)
                                  : depth_of(operand.expression, divisor);
      }
      return depth;
    default: return 0;
  }
}

Expression times_power(Expression expression, const Expression& divisor, unsigned n) {
  for (; n > 0; --n) expression = expression * divisor;
  return expression;
}

/// The expression times divisor^n. @pre n >= depth_of(expression, divisor)
// NOLINTNEXTLINE(misc-no-recursion)
Expression multiplied(const Expression& expression, const Expression& divisor, unsigned n) {
  if (n == 0) return expression;
  if (expression.kind() == Kind::negation) {
    return -multiplied(expression.operand(0), divisor, n);
  }
  if (expression.kind() == Kind::sum) {
    std::vector<Operand> terms;
    for (const Operand& term : expression.operands()) {
      terms.push_back({multiplied(term.expression, divisor, n), term.inverted});
    }
    return Expression::sum(std::move(terms));
  }
  if (expression.kind() != Kind::product) return times_power(expression, divisor, n);
  Expression result = Expression::number(algebra::Rational(1));
  for (const Operand& factor : expression.operands()) {
    if (factor.inverted) {
      const unsigned own = times_in(factor.expression, divisor);
      result = own == 0 ? result / factor.expression : result / rest_of(factor.expression, divisor);
      n -= own;
    } else {
      const unsigned own = depth_of(factor.expression, divisor);
      result = result * multiplied(factor.expression, divisor, own);
      n -= own;
    }
  }
  return times_power(std::move(result), divisor, n);
}

// NOLINTNEXTLINE(misc-no-recursion)
void add_factors(const Expression& factor, std::vector<Expression>& found) {
  if (whole_power(factor) > 0) {
    add_factors(factor.operand(0), found);
  } else if (factor.kind() == Kind::product) {
    for (const Operand& operand : factor.operands()) {
      if (!operand.inverted) add_factors(operand.expression, found);
    }
  } else if (!algebra::variables_of(factor).empty() &&
             std::ranges::find(found, factor) == found.end()) {
    found.push_back(factor);
  }
}

// NOLINTNEXTLINE(misc-no-recursion)
void add_divisors(const Expression& expression, std::vector<Expression>& found) {
  const Kind kind = expression.kind();
  if (kind == Kind::negation) add_divisors(expression.operand(0), found);
  if (kind != Kind::sum && kind != Kind::product) return;
  for (const Operand& operand : expression.operands()) {
    if (kind == Kind::product && operand.inverted) {
      add_factors(operand.expression, found);
    } else {
      add_divisors(operand.expression, found);
    }
  }
}

// NOLINTNEXTLINE(misc-no-recursion)
void add_enclosed(const Expression& expression, std::vector<Expression>& found) {
  const bool encloses = expression.kind() == Kind::call || expression.kind() == Kind::power;
  for (const Operand& operand : expression.operands()) {
    const bool is_divisor = expression.kind() == Kind::product && operand.inverted;
    if (encloses || is_divisor) found.push_back(operand.expression);
    add_enclosed(operand.expression, found);
  }
}

}  // namespace

std::vector<Expression> enclosed_in(const Expression& expression) {
  std::vector<Expression> found;
  add_enclosed(expression, found);
  return found;
}

std::vector<Expression> divisors_of(const Expression& residual) {
  std::vector<Expression> found;
  add_divisors(residual, found);
  return found;
}

Expression without_divisor(const Expression& residual, const Expression& divisor) {
  return multiplied(residual, divisor, depth_of(residual, divisor));
}

}  // namespace leafwise::pipeline::detail
