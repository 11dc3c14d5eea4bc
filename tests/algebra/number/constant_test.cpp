// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/constant.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

using tests::read;

Surd exact(const std::string& text) {
  const std::optional<Surd> value = exact_value(read(text));
  CAPTURE(text);
  REQUIRE(value.has_value());
  return *value;
}

tests::ExpressionShape constants(bool with_functions) {
  tests::ExpressionShape shape;
  shape.depth = 4;
  shape.functions = {Function::sqrt};
  if (with_functions) shape.functions = tests::all_functions();
  shape.with_pi = with_functions;
  return shape;
}

}  // namespace

TEST_CASE("constants: sines and cosines of multiples of 15 degrees are exact") {
  for (int k = -48; k <= 48; ++k) {
    const std::string angle = "(" + std::to_string(k) + "*pi/12)";
    const Surd sine = exact("sin" + angle);
    const Surd cosine = exact("cos" + angle);
    CAPTURE(angle);
    CHECK(sine * sine + cosine * cosine == Surd(1));
    CHECK(exact("sin(2*" + angle + ")") == sine * cosine * Surd(2));
    CHECK(exact("sin(-" + angle + ")") == -sine);
    CHECK(exact("cos(pi + " + angle + ")") == -cosine);
    // Rounding of the double angle is 1e-15 at most (|angle| ≤ 4π); the exact value has its own.
    const double radians = k * 3.14159265358979323846 / 12;
    CHECK(std::abs(nearest_double(read("sin" + angle)) - std::sin(radians)) < 4e-15);
    if (!cosine.is_zero()) CHECK(exact("tan" + angle) * cosine == sine);
  }
  CHECK(exact("sin(pi/6)") == Surd(Rational(1, 2)));
  CHECK(exact("cos(pi/4)") == exact("sqrt(2)/2"));
  CHECK(exact("tan(pi/3)") == exact("sqrt(3)"));
  CHECK(exact("tan(pi/12)") == exact("2 - sqrt(3)"));
  CHECK(exact("sin(pi - pi/6 + 2*pi)") == Surd(Rational(1, 2)));
}

TEST_CASE("constants: what has an exact value, and what has none") {
  CHECK(exact("1/3 + 0.1") == Surd(Rational(13, 30)));
  CHECK(exact("sqrt(2)*sqrt(3) - sqrt(6)").is_zero());
  CHECK(exact("(sqrt(2) + sqrt(3))^2 - 5 - 2*sqrt(6)").is_zero());
  CHECK(exact("1/(1 + sqrt(2))") == exact("sqrt(2) - 1"));
  CHECK(exact("2^(1/2)") == exact("sqrt(2)"));
  CHECK(exact("4^-1.5") == Surd(Rational(1, 8)));
  CHECK(exact("(3/4)^(3/2)") == exact("3*sqrt(3)/8"));
  CHECK(exact("-2^2") == Surd(-4));
  CHECK(exact("2^3^2") == Surd(512));
  CHECK(exact("0^0") == Surd(1));
  CHECK(exact("exp(0) + cosh(0) + cos(0) + sin(0) + tan(0) + sinh(0) + tanh(0) + atan(0)") ==
        Surd(3));
  CHECK(exact("log(1)").is_zero());
  CHECK(exact("sqrt(1/2)*sqrt(8)") == Surd(2));
  for (const char* text : {"pi", "sin(1)", "exp(1)", "sqrt(1 + sqrt(2))", "sin(pi/7)", "atan(1)"}) {
    CAPTURE(text);
    CHECK_FALSE(exact_value(read(text)).has_value());
  }
}

TEST_CASE("constants: known digits") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"pi", "3.1415926535897932384626433832795028841971693993751"},
      {"exp(1)", "2.7182818284590452353602874713526624977572470937000"},
      {"sqrt(2)", "1.4142135623730950488016887242096980785696718753769"},
      {"(1 + sqrt(5))/2", "1.6180339887498948482045868343656381177203091798058"},
      {"log(2)", "0.69314718055994530941723212145817656807550013436026"},
  };
  for (const auto& [text, digits] : table) CHECK(decimal_value(read(text), 50) == digits);
  CHECK(decimal_value(read("pi/6"), 20) == "0.52359877559829887308");
  CHECK(decimal_value(read("-1/3"), 5) == "-0.33333");
  CHECK(decimal_value(read("2/3"), 5) == "0.66667");
  CHECK(decimal_value(read("0"), 5) == "0");
  CHECK(decimal_value(read("sin(4*atan(1))"), 5) == "0");
}

TEST_CASE("constants: the nearest double, ties to even") {
  const std::pair<std::string_view, double> table[] = {
      {"pi", 3.141592653589793},
      {"exp(1)", 2.718281828459045},
      {"sqrt(2)", 1.4142135623730951},
      {"1/3", 1.0 / 3.0},
      {"0.1", 0.1},
      {"-0.1", -0.1},
      {"9007199254740993", 9007199254740992.0},  // 2^53 + 1
      {"9007199254740995", 9007199254740996.0},
      {"2^-1074", 0x1p-1074},
      {"2^-1075", 0.0},
      {"2^-1075 + 2^-2000", 0x1p-1074},
      {"sqrt(2)*sqrt(2)", 2.0},
      {"4*atan(1) - pi", 0.0},
      {"exp(-746)", 0.0},
      {"exp(-745)", 0x1p-1074},
      {"1.7976931348623157e308", 1.7976931348623157e308},
      {"9007199254740993 + sqrt(2)/10^30", 9007199254740994.0},
      {"9007199254740993 - sqrt(2)/10^30", 9007199254740992.0},
      {"2^53 + 1 + exp(-2000)", 9007199254740994.0},
  };
  for (const auto& [text, value] : table) {
    CAPTURE(text);
    CHECK(nearest_double(read(text)) == value);
  }
  CHECK_FALSE(std::signbit(nearest_double(read("-(0)"))));
}

TEST_CASE("constants: signs, however small the number") {
  const std::pair<std::string_view, int> table[] = {
      {"0", 0},
      {"-1/3", -1},
      {"pi - 3", 1},
      {"pi - 22/7", -1},
      {"355/113 - pi", 1},
      {"sqrt(2)*sqrt(3) - sqrt(6)", 0},
      {"sqrt(2) + sqrt(3) - sqrt(10)", -1},
      {"(sqrt(2) - 1)^2000", 1},
      {"exp(pi*sqrt(163)) - 262537412640768744", -1},
      {"exp(-3000)", 1},
      {"1 + exp(-3000) - 1", 1},
      {"sin(pi)", 0},
      {"cos(pi/2)", 0},
      // √10001 − √10000 − 1/200 is about −1.25e-7.
      {"sqrt(10001) - sqrt(10000) - 1/200", -1},
  };
  for (const auto& [text, sign] : table) {
    CAPTURE(text);
    CHECK(sign_of(read(text)) == sign);
  }
  // Zero, though only algebra beyond this library knows: refusing is right, guessing is not.
  const auto refused =
      tests::mistake_of([] { (void)sign_of(read("sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))")); });
  REQUIRE(refused.has_value());
  CHECK(refused->message == "this number cannot be distinguished from zero");
}

TEST_CASE("constants: exponents are integers or odd multiples of one half") {
  const std::pair<std::string_view, std::int64_t> table[] = {
      {"2", 4},
      {"-1", -2},
      {"1/2", 1},
      {"-3/2", -3},
      {"0.5", 1},
      {"0", 0},
      {"10000", 20000},
      {"9999.5", 19999},
      {"2^3", 16},
      {"sqrt(4)", 4},
      {"sqrt(2)^2", 4},
      {"sin(pi/6)", 1},
  };
  for (const auto& [text, halves] : table) {
    CAPTURE(text);
    CHECK(exponent_value(read(text)).halves == halves);
  }
  CHECK(exponent_value(read("3")).is_integer());
  CHECK_FALSE(exponent_value(read("-3/2")).is_integer());
}

TEST_SUITE("law") {
  TEST_CASE("constants: exact values, decimals and doubles agree") {
    tests::RandomExpression random("constants agree", constants(true));
    int count = 0;
    for (std::uint64_t i = 0; i < 4000 * tests::multiplier(); ++i) {
      const Expression constant = random();
      CAPTURE(to_string(constant));
      const std::optional<double> value = tests::value_of(constant);
      if (!value) continue;
      std::optional<Rational> digits;
      const auto refused = tests::mistake_of([&] { digits = tests::rounded(constant, 60); });
      if (refused) continue;
      ++count;
      // 60 digits decide how to round to 53 bits, unless a tie is nearer than 1e-40.
      REQUIRE(digits->to_double() == *value);
      if (*value != 0) REQUIRE(sign_of(constant) == digits->sign());
    }
    CHECK(count > 1000);
  }

  TEST_CASE("constants: decimals are rounded correctly to any number of digits") {
    tests::RandomExpression random("decimals are rounded", constants(true));
    int count = 0;
    for (std::uint64_t i = 0; i < 2000 * tests::multiplier(); ++i) {
      const Expression constant = random();
      const auto digits = static_cast<unsigned>(random.below(30) + 1);
      CAPTURE(to_string(constant));
      CAPTURE(digits);
      std::optional<Rational> coarse;
      std::optional<Rational> fine;
      const auto refused = tests::mistake_of([&] {
        coarse = tests::rounded(constant, digits);
        fine = tests::rounded(constant, digits + 30);
      });
      if (refused || fine->is_zero()) continue;
      ++count;
      // Half a unit of the last of n digits is at most 5·10^-n of the number; 1e-29 of that for
      // the error of `fine`.
      const Rational bound = abs(*fine) * Rational(10).pow(-static_cast<std::int64_t>(digits)) *
                             (Rational(5) + Rational(10).pow(-25));
      REQUIRE(abs(*coarse - *fine) <= bound);
    }
    CHECK(count > 500);
  }

  TEST_CASE("constants: arithmetic of exact values is that of surds") {
    tests::RandomExpression random("exact arithmetic", constants(false));
    int count = 0;
    for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
      const Expression a = random();
      const Expression b = random();
      CAPTURE(to_string(a));
      CAPTURE(to_string(b));
      std::optional<Surd> left;
      std::optional<Surd> right;
      if (tests::mistake_of([&] { left = exact_value(a), right = exact_value(b); })) continue;
      if (!left || !right) continue;
      ++count;
      const auto pair = [&](bool inverted) {
        return std::vector<Expression::Operand>{{a, false}, {b, inverted}};
      };
      REQUIRE(exact_value(Expression::sum(pair(false))) == *left + *right);
      REQUIRE(exact_value(Expression::sum(pair(true))) == *left - *right);
      REQUIRE(exact_value(Expression::product(pair(false))) == *left * *right);
      REQUIRE(exact_value(Expression::negation(a)) == -*left);
      if (right->is_zero()) continue;
      // Inverses of long sums are not worked out exactly.
      const std::optional<Surd> quotient = exact_value(Expression::product(pair(true)));
      REQUIRE((quotient || right->terms().size() > 4));
      if (quotient) REQUIRE(*quotient == *left * right->inverse());
    }
    CHECK(count > 500);
  }
}

}  // namespace leafwise::algebra
