// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/parser.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

// Law: parse(to_string(e)) == e, for expressions that a program builds and for those that people
// write.

namespace leafwise::algebra {
namespace {

/// Derived expressions hold longer numbers, higher orders and deeper trees than people write.
constexpr ParserLimits generous = {.most_nesting = 2000, .most_order = 1000, .most_digits = 100000};

void check_round_trip(const Expression& expression) {
  const std::string text = to_string(expression);
  CAPTURE(text);
  const Expression again = parse_expression(text, tests::scope(), generous);
  REQUIRE(again == expression);
  REQUIRE(to_string(again) == text);
}

/// A mathematical shape: exponents that the calculus takes.
tests::ExpressionShape shape_of_equations() {
  return {.depth = 4,
          .variables = tests::jets_up_to(4),
          .functions = tests::all_functions(),
          .with_pi = false,
          .any_syntax = false};
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("expressions: what is printed parses to the same tree") {
    tests::RandomExpression random("round trip", tests::any_syntax());
    for (std::uint64_t i = 0; i < 20000 * tests::multiplier(); ++i) check_round_trip(random());
  }

  TEST_CASE("expressions: total derivatives print and parse to the same tree") {
    tests::RandomExpression random("round trip of derivatives", shape_of_equations());
    for (std::uint64_t i = 0; i < 2000 * tests::multiplier(); ++i) {
      const Expression expression = random();
      CAPTURE(to_string(expression));
      const Expression derivative = total_derivative(expression);
      check_round_trip(derivative);
      // The second derivative of the large ones is long, not different.
      if (to_string(derivative).size() < 300) check_round_trip(total_derivative(derivative));
    }
  }

  TEST_CASE("expressions: what the builders make prints and parses to the same tree") {
    tests::RandomExpression random("round trip of builders", tests::any_syntax());
    for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
      const Expression a = random();
      const Expression b = random();
      CAPTURE(to_string(a));
      CAPTURE(to_string(b));
      check_round_trip(a + b);
      check_round_trip(a - b);
      check_round_trip(a * b);
      check_round_trip(-a);
      if (!is_number(b, 0)) check_round_trip(a / b);
      check_round_trip(Expression::number(random.rational(1000)) * a);
    }
  }

  TEST_CASE("expressions: after a substitution they print and parse to the same tree") {
    tests::RandomExpression random("round trip of substitutions", tests::any_syntax());
    for (std::uint64_t i = 0; i < 1000 * tests::multiplier(); ++i) {
      const Expression inserted = random();
      const Expression substituted = substitute(random(), [&](const Variable& variable) {
        return variable.name == "x" ? std::optional<Expression>(inserted) : std::nullopt;
      });
      check_round_trip(substituted);
    }
  }

  TEST_CASE("expressions: equality is an equivalence that texts decide") {
    tests::RandomExpression random("equality", tests::any_syntax());
    Expression last = random();
    for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
      const Expression next = random();
      CAPTURE(to_string(last));
      CAPTURE(to_string(next));
      REQUIRE(next == next);
      REQUIRE((last == next) == (next == last));
      REQUIRE((last == next) == (to_string(last) == to_string(next)));
      last = next;
    }
  }
}

}  // namespace leafwise::algebra
