// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "leafwise/algebra/expression.hpp"

namespace leafwise {

/// A formula of a system made in memory: names of a `System`, exact numbers, operators, functions.
/// Immutable and cheap to copy. It keeps the way it was written, as a problem file does.
class Expression {
 public:
  /// Zero.
  Expression() = default;
  // Implicit on purpose, so that 2 * x and x - 0.1 can be written.
  Expression(int value);        // NOLINT(google-explicit-constructor)
  Expression(long long value);  // NOLINT(google-explicit-constructor)
  /// Counts as its shortest decimal: 0.1 is 1/10. @throws InvalidInput if it is not finite
  Expression(double value);  // NOLINT(google-explicit-constructor)
  explicit Expression(algebra::Expression tree) : tree_(std::move(tree)) {}

  [[nodiscard]] const algebra::Expression& tree() const noexcept { return tree_; }

 private:
  algebra::Expression tree_;
};

/// An exact number from its text: "9.81", "-3", "1/3". @throws InvalidInput for other texts
[[nodiscard]] Expression exact(std::string_view text);

/// The derivative of an unknown by the independent variable: D(x) is x', D(x, 2) is x''. Of a
/// derivative, the next ones: D(D(x)) is x''. @throws InvalidInput for other expressions
// NOLINTNEXTLINE(readability-identifier-naming): as it is written in mathematics
[[nodiscard]] Expression D(const Expression& unknown, unsigned order = 1);

[[nodiscard]] Expression operator+(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator-(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator*(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator/(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator-(const Expression& operand);
[[nodiscard]] Expression pow(const Expression& base, const Expression& exponent);

[[nodiscard]] Expression sin(const Expression& argument);
[[nodiscard]] Expression cos(const Expression& argument);
[[nodiscard]] Expression tan(const Expression& argument);
[[nodiscard]] Expression exp(const Expression& argument);
[[nodiscard]] Expression log(const Expression& argument);
[[nodiscard]] Expression sqrt(const Expression& argument);
[[nodiscard]] Expression tanh(const Expression& argument);
[[nodiscard]] Expression sinh(const Expression& argument);
[[nodiscard]] Expression cosh(const Expression& argument);
[[nodiscard]] Expression atan(const Expression& argument);

/// As a problem file has it: "x''+g*sin(x)".
[[nodiscard]] std::string to_string(const Expression& expression);

/// left = right, which holds along solutions.
struct Equation {
  Expression left;
  Expression right;

  // Implicit on purpose: an expression alone means that it vanishes.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Equation(Expression left_side, Expression right_side = {})
      : left(std::move(left_side)), right(std::move(right_side)) {}
};

/// An equation, no comparison.
[[nodiscard]] inline Equation operator==(const Expression& left, const Expression& right) {
  return {left, right};
}

}  // namespace leafwise
