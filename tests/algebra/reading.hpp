// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/scope.hpp"
#include "leafwise/core/errors.hpp"
#include "support/random_expression.hpp"

/// How the tests of algebra read texts and find values.
namespace leafwise::tests {

/// t; parameters a, b, k, n; unknowns x, y, z, lambda, e.
inline const algebra::Scope& scope() {
  static const algebra::Scope names = [] {
    algebra::Scope scope;
    scope.declare("t", algebra::Role::independent);
    for (const char* name : {"a", "b", "k", "n"}) scope.declare(name, algebra::Role::parameter);
    for (const char* name : {"x", "y", "z", "lambda", "e"}) {
      scope.declare(name, algebra::Role::unknown);
    }
    return scope;
  }();
  return names;
}

inline algebra::Expression read(std::string_view text) {
  return algebra::parse_expression(text, scope());
}

/// A text in which `@` stands before and behind the part that a mistake must point at.
struct MarkedText {
  explicit MarkedText(std::string_view marked) {
    const std::size_t begin = marked.find('@');
    const std::size_t end = marked.rfind('@');
    range = {begin, end - begin - 1};
    text = marked;
    std::erase(text, '@');
  }

  std::string text;
  TextRange range;
};

/// The first mistake that `action` refuses its input for; empty if it does not.
template <typename Action>
std::optional<Mistake> mistake_of(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.mistakes().front();
  }
  return std::nullopt;
}

/// A text with @ around the culprit, and a part of what is said about it.
struct Refusal {
  std::string_view marked;
  std::string_view message;
};

/// `action` must refuse the text, which it gets without the marks, for the marked part.
template <typename Action>
void check_refusal(const Refusal& refusal, const Action& action) {
  const MarkedText marked(refusal.marked);
  CAPTURE(marked.text);
  const std::optional<Mistake> mistake = mistake_of([&] { action(marked.text); });
  REQUIRE(mistake.has_value());
  CAPTURE(mistake->message);
  CHECK(mistake->message.find(refusal.message) != std::string::npos);
  REQUIRE(mistake->range.has_value());
  CHECK(mistake->range->begin == marked.range.begin);
  CHECK(mistake->range->length == marked.range.length);
  CHECK_FALSE(mistake->expected.empty());
}

using Point = std::map<algebra::Variable, algebra::Rational>;

inline algebra::Expression at(const algebra::Expression& expression, const Point& point) {
  return algebra::substitute(expression, [&](const algebra::Variable& variable) {
    const auto found = point.find(variable);
    return found == point.end()
               ? std::nullopt
               : std::optional<algebra::Expression>(algebra::Expression::number(found->second));
  });
}

/// The double nearest to the value; empty outside the domain and beyond the range of double.
inline std::optional<double> value_of(const algebra::Expression& constant) {
  try {
    return algebra::nearest_double(constant);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

inline std::optional<double> value_at(const algebra::Expression& expression, const Point& point) {
  return value_of(at(expression, point));
}

/// The value to this many significant digits, as a rational.
/// @throws InvalidInput also for values that would fill pages
inline algebra::Rational rounded(const algebra::Expression& constant, unsigned digits) {
  std::string text = algebra::decimal_value(constant, digits);
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  constexpr std::size_t most_digits = 100000;
  const std::optional<algebra::Rational> size = algebra::Rational::from_decimal(text, most_digits);
  if (!size) throw InvalidInput(Mistake{"too large or small: " + text, {}, {}, {}});
  return negative ? -*size : *size;
}

/// A value for each jet coordinate, parameter and the independent variable.
inline Point random_point(RandomExpression& random, const std::set<algebra::Variable>& variables) {
  // Numerators and denominators such that coincidences (x = y, x = 1) are rare, not excluded.
  constexpr std::int64_t most = 40;
  Point point;
  for (const algebra::Variable& variable : variables) {
    point.emplace(variable, random.rational(most));
  }
  return point;
}

}  // namespace leafwise::tests
