// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_expression.hpp"

#include <utility>

#include "support/seed.hpp"

namespace leafwise::tests {

using algebra::Expression;
using algebra::Function;
using algebra::Rational;
using algebra::Role;
using algebra::Variable;

std::vector<Variable> jets_up_to(unsigned order) {
  std::vector<Variable> variables = {
      {Role::independent, "t", 0}, {Role::parameter, "a", 0}, {Role::parameter, "k", 0}};
  for (unsigned k = 0; k <= order; ++k) {
    for (const char* name : {"x", "y", "lambda"}) variables.push_back({Role::unknown, name, k});
  }
  return variables;
}

std::vector<Function> all_functions() {
  std::vector<Function> functions;
  for (const std::string& name : algebra::function_names()) {
    functions.push_back(*algebra::function_named(name));
  }
  return functions;
}

ExpressionShape any_syntax() {
  ExpressionShape shape;
  shape.depth = 5;
  shape.variables = jets_up_to(5);
  shape.functions = all_functions();
  shape.with_pi = true;
  shape.any_syntax = true;
  return shape;
}

RandomExpression::RandomExpression(std::string_view name, ExpressionShape shape)
    : generator_(make_generator(name)), shape_(std::move(shape)) {}

Rational RandomExpression::rational(std::int64_t most) {
  const auto width = static_cast<std::uint64_t>(2 * most + 1);
  const std::int64_t numerator = static_cast<std::int64_t>(below(width)) - most;
  return {numerator, static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most))) + 1};
}

Rational RandomExpression::decimal() {
  const auto digits = static_cast<std::int64_t>(below(100000));
  switch (below(5)) {
    case 0: return digits % 10;
    case 1: return {digits, 1000};
    case 2: return {digits, 64};
    case 3: return Rational(digits) * Rational(10).pow(static_cast<std::int64_t>(below(40)));
    default: return Rational(digits) / Rational(10).pow(static_cast<std::int64_t>(below(40)));
  }
}

Expression RandomExpression::leaf() {
  if (shape_.with_pi && below(12) == 0) return Expression::pi();
  if (!shape_.variables.empty() && below(3) != 0) {
    return Expression::variable(shape_.variables[below(shape_.variables.size())]);
  }
  if (shape_.any_syntax) return Expression::number(decimal());
  return Expression::number(
      Rational(static_cast<std::int64_t>(below(9)) + 1, below(2) == 0 ? 1 : 4));
}

Expression RandomExpression::exponent(unsigned height) {
  if (shape_.any_syntax && below(2) == 0) return of_height(height);
  const auto whole = static_cast<std::int64_t>(below(3)) + 1;
  Expression size = Expression::number(whole);
  switch (below(4)) {
    case 0: size = Expression::number(Rational(2 * whole - 1, 2)); break;
    case 1:
      size = Expression::product(
          {{Expression::number(2 * whole - 1), false}, {Expression::number(2), true}});
      break;
    default: break;
  }
  return below(3) == 0 ? Expression::negation(size) : size;
}

std::vector<Expression::Operand> RandomExpression::operands(unsigned height) {
  std::vector<Expression::Operand> operands;
  const std::uint64_t count = 2 + below(2);
  for (std::uint64_t i = 0; i < count; ++i) {
    operands.push_back({of_height(height), i > 0 && below(3) == 0});
  }
  return operands;
}

Expression RandomExpression::of_height(unsigned height) {
  if (height == 0 || below(6) == 0) return leaf();
  switch (below(7)) {
    case 0: return Expression::negation(of_height(height - 1));
    case 1:
    case 2: return Expression::sum(operands(height - 1));
    case 3:
    case 4: return Expression::product(operands(height - 1));
    case 5: {
      Expression base = of_height(height - 1);
      return Expression::power(std::move(base), exponent(height - 1));
    }
    default: break;
  }
  if (shape_.functions.empty()) return Expression::sum(operands(height - 1));
  const Function function = shape_.functions[below(shape_.functions.size())];
  return Expression::call(function, of_height(height - 1));
}

}  // namespace leafwise::tests
