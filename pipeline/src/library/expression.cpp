// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/expression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise {

namespace {

using algebra::Rational;
using Tree = algebra::Expression;

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), std::nullopt, std::nullopt});
}

std::optional<Rational> signed_decimal(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  std::optional<Rational> number = Rational::from_decimal(text);
  if (number && is_negative) number = -*number;
  return number;
}

Expression call(algebra::Function function, const Expression& argument) {
  return Expression(Tree::call(function, argument.tree()));
}

}  // namespace

Expression::Expression(int value) : tree_(Tree::number(Rational(value))) {}

Expression::Expression(long long value)
    : tree_(Tree::number(Rational(static_cast<std::int64_t>(value)))) {}

Expression::Expression(double value) {
  if (!std::isfinite(value)) refuse(fmt::format("{} is no number", value), "a finite number");
  tree_ = Tree::number(*signed_decimal(fmt::format("{}", value)));
}

Expression exact(std::string_view text) {
  const std::size_t bar = text.find('/');
  const std::optional<Rational> numerator = signed_decimal(text.substr(0, bar));
  const std::optional<Rational> denominator =
      bar == std::string_view::npos ? Rational(1) : signed_decimal(text.substr(bar + 1));
  if (!numerator || !denominator || denominator->is_zero()) {
    refuse(fmt::format("'{}' is no exact number", text), "a text as in \"9.81\", \"-3\", \"1/3\"");
  }
  return Expression(Tree::number(*numerator / *denominator));
}

// NOLINTNEXTLINE(readability-identifier-naming)
Expression D(const Expression& unknown, unsigned order) {
  const Tree& tree = unknown.tree();
  const bool is_unknown =
      tree.kind() == Tree::Kind::variable && tree.as_variable().role == algebra::Role::unknown;
  if (!is_unknown) {
    refuse("D differentiates unknowns only, not " + to_string(unknown),
           "an unknown of the system, as in D(x, 2)");
  }
  algebra::Variable derivative = tree.as_variable();
  derivative.order += order;
  return Expression(Tree::variable(std::move(derivative)));
}

// The trees keep the way they were written; only a + b + c is one sum, as it is in a file.

namespace {

std::vector<Tree::Operand> joined(Tree::Kind kind,
                                  const Expression& left,
                                  const Expression& right,
                                  bool inverted) {
  std::vector<Tree::Operand> operands;
  if (left.tree().kind() == kind) {
    operands = left.tree().operands();
  } else {
    operands.push_back({left.tree()});
  }
  operands.push_back({right.tree(), inverted});
  return operands;
}

Expression sum_of(const Expression& left, const Expression& right, bool inverted) {
  return Expression(Tree::sum(joined(Tree::Kind::sum, left, right, inverted)));
}

Expression product_of(const Expression& left, const Expression& right, bool inverted) {
  return Expression(Tree::product(joined(Tree::Kind::product, left, right, inverted)));
}

}  // namespace

Expression operator+(const Expression& left, const Expression& right) {
  return sum_of(left, right, false);
}

Expression operator-(const Expression& left, const Expression& right) {
  return sum_of(left, right, true);
}

Expression operator*(const Expression& left, const Expression& right) {
  return product_of(left, right, false);
}

Expression operator/(const Expression& left, const Expression& right) {
  return product_of(left, right, true);
}

Expression operator-(const Expression& operand) {
  return Expression(Tree::negation(operand.tree()));
}

Expression pow(const Expression& base, const Expression& exponent) {
  return Expression(Tree::power(base.tree(), exponent.tree()));
}

Expression sin(const Expression& argument) {
  return call(algebra::Function::sin, argument);
}
Expression cos(const Expression& argument) {
  return call(algebra::Function::cos, argument);
}
Expression tan(const Expression& argument) {
  return call(algebra::Function::tan, argument);
}
Expression exp(const Expression& argument) {
  return call(algebra::Function::exp, argument);
}
Expression log(const Expression& argument) {
  return call(algebra::Function::log, argument);
}
Expression sqrt(const Expression& argument) {
  return call(algebra::Function::sqrt, argument);
}
Expression tanh(const Expression& argument) {
  return call(algebra::Function::tanh, argument);
}
Expression sinh(const Expression& argument) {
  return call(algebra::Function::sinh, argument);
}
Expression cosh(const Expression& argument) {
  return call(algebra::Function::cosh, argument);
}
Expression atan(const Expression& argument) {
  return call(algebra::Function::atan, argument);
}

std::string to_string(const Expression& expression) {
  return to_string(expression.tree());
}

}  // namespace leafwise
