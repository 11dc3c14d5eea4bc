// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/point.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/core/check.hpp"
#include "reading.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using leafwise::tests::read;

namespace {

const Variable x{Role::unknown, "x", 0};
const Variable y{Role::unknown, "y", 0};
const Variable z{Role::unknown, "z", 0};
const std::vector<Variable> xyz = {x, y, z};

using Coordinates = std::map<Variable, Rational>;

Polynomial poly(const std::string& text) {
  return Polynomialiser({}, {}).convert(read(text));
}

algebra::Point exactly(const std::string& at_x, const std::string& at_y = "0") {
  algebra::Point point;
  point.set(x, read(at_x));
  point.set(y, read(at_y));
  return point;
}

/// The number that a double is.
Rational rational(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return Rational(static_cast<std::int64_t>(std::ldexp(fraction, 53))) *
         Rational(2).pow(exponent - 53);
}

double between(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11U), -53);
}

/// Of any size from 1e-12 to 1e12, and of both signs.
double random_double(std::mt19937_64& random) {
  const double size = std::pow(10.0, between(random, -12, 12));
  return random() % 2 == 0 ? size : -size;
}

Polynomial random_polynomial(std::mt19937_64& random) {
  Polynomial result;
  for (int i = 0; i < 5; ++i) {
    Polynomial term = Rational(static_cast<std::int64_t>(random() % 19) - 9,
                               static_cast<std::int64_t>(random() % 7) + 1);
    for (const Variable& variable : xyz) {
      term = term * Polynomial(variable).pow(static_cast<unsigned>(random() % 3));
    }
    result += term;
  }
  return result;
}

/// Σ |c|·Π |p + width|^e over the monomials, exactly.
Rational absolute_sum(const Polynomial& polynomial,
                      const Coordinates& point,
                      const Rational& width) {
  Rational total;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational term = abs(coefficient);
    for (const Monomial::Factor& factor : monomial.factors()) {
      term *= (abs(point.at(factor.variable)) + width).pow(factor.exponent);
    }
    total += term;
  }
  return total;
}

Rational value_at(const Polynomial& polynomial, const Coordinates& point) {
  Rational total;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational term = coefficient;
    for (const Monomial::Factor& factor : monomial.factors()) {
      term *= point.at(factor.variable).pow(factor.exponent);
    }
    total += term;
  }
  return total;
}

TEST_CASE("points: constants and unknown coordinates") {
  const algebra::Point nothing;
  CHECK(nothing.empty());
  CHECK(nothing.vanishes(poly("0")) == Truth::yes);
  CHECK(nothing.vanishes(poly("3")) == Truth::no);
  CHECK(nothing.vanishes(poly("x")) == Truth::unknown);
  algebra::Point point(1e-9);
  point.set(x, Rational(1, 3));
  point.set(z, 0.25);
  CHECK(point.vanishes(poly("3*x - 1")) == Truth::yes);
  CHECK(point.vanishes(poly("3*x - 1 + y")) == Truth::unknown);
  CHECK(point.vanishes(poly("x - z")) == Truth::no);
  CHECK(point.vanishes(poly("4*z - 1")) == Truth::unknown);
  CHECK(point.has(z));
  CHECK(!point.has(y));
  CHECK(point.approximate(x) == 1.0 / 3);
  CHECK(point.tolerance() == 1e-9);
  const algebra::Point only_z = point.restricted_to({z, y});
  CHECK(!only_z.has(x));
  CHECK(only_z.approximate(z) == 0.25);
  CHECK(only_z.tolerance() == 1e-9);
  point.set(z, Rational(1, 4));
  CHECK(point.vanishes(poly("4*z - 3*x")) == Truth::yes);
}

TEST_CASE("points: exact coordinates that are roots, angles and pi") {
  CHECK(exactly("sqrt(2)").vanishes(poly("x^2 - 2")) == Truth::yes);
  CHECK(exactly("sqrt(3)/2", "1/2").vanishes(poly("x^2 + y^2 - 1")) == Truth::yes);
  CHECK(exactly("sin(pi/3)", "cos(pi/3)").vanishes(poly("x^2 + y^2 - 1")) == Truth::yes);
  CHECK(exactly("sqrt(2)").vanishes(poly("x^2 - 2 + 10^(-300)")) == Truth::no);
  // 665857/470832 is a convergent of √2: equal to twelve digits.
  CHECK(exactly("sqrt(2)").vanishes(poly("470832*x - 665857")) == Truth::no);
  // Nested roots: the sums of roots are equal, the trees are not.
  CHECK(exactly("sqrt(2+sqrt(3))").vanishes(poly("x^4 - 4*x^2 + 1")) == Truth::yes);
  CHECK(exactly("sqrt(5+2*sqrt(6))", "sqrt(2)+sqrt(3)").vanishes(poly("x - y")) == Truth::yes);
  CHECK(exactly("sqrt(1+sqrt(2))/3").vanishes(poly("(9*x^2 - 1)^2 - 2")) == Truth::yes);
  CHECK(exactly("1/sqrt(1+sqrt(2))").vanishes(poly("x^4 + 2*x^2 - 1")) == Truth::yes);
  CHECK(exactly("(2+sqrt(3))^(1/2)").vanishes(poly("x^4 - 4*x^2 + 1 + 10^(-200)")) == Truth::no);
  CHECK(exactly("(2+sqrt(3))^(-3/2)", "2+sqrt(3)").vanishes(poly("x^2*y^3 - 1")) == Truth::yes);
  CHECK(exactly("sqrt(2+sin(pi/4))").vanishes(poly("(x^2 - 2)^2 - 1/2")) == Truth::yes);
  // Numbers that nothing here can prove to be algebraic or not.
  CHECK(exactly("pi").vanishes(poly("x^2 - 10")) == Truth::no);
  CHECK(exactly("pi").vanishes(poly("113*x - 355")) == Truth::no);
  CHECK(exactly("pi/6", "pi/3").vanishes(poly("2*x - y")) == Truth::yes);
  CHECK(exactly("sin(1)", "cos(1)").vanishes(poly("x^2 + y^2 - 1")) == Truth::unknown);
  CHECK(exactly("sin(1)", "cos(1)").vanishes(poly("x^2 + y^2 - 2")) == Truth::no);
}

TEST_CASE("points: what is refused") {
  algebra::Point point;
  CHECK_THROWS_AS(point.set(x, read("1/0")), InvalidInput);
  CHECK_THROWS_AS(point.set(x, read("sqrt(-1)")), InvalidInput);
  CHECK_THROWS_AS(point.set(x, std::numeric_limits<double>::infinity()), BrokenInvariant);
  CHECK_THROWS_AS(algebra::Point(-1.0), BrokenInvariant);
  CHECK_THROWS_AS(algebra::Point(std::nan("")), BrokenInvariant);
  CHECK_THROWS_AS((void)point.approximate(x), BrokenInvariant);
}

TEST_CASE("points: one text for one point, and different texts for different points") {
  CHECK(exactly("1/2").to_string() == exactly("0.5").to_string());
  CHECK(exactly("sqrt(8)").to_string() == exactly("2*sqrt(2)").to_string());
  std::set<std::string> texts;
  std::size_t points = 0;
  const auto add = [&](const algebra::Point& point) {
    texts.insert(point.to_string());
    ++points;
  };
  add(algebra::Point());
  for (const char* text : {"0", "1/3", "-1/3", "sqrt(2)", "pi", "1e-300", "sqrt(2+sqrt(3))"}) {
    add(exactly(text));
    add(exactly("1", text));
  }
  const std::vector<Variable> variables = {
      x, y, {Role::unknown, "x", 1}, {Role::parameter, "x", 0}, {Role::unknown, "x=3:0x1;", 0}};
  const double next = std::nextafter(0.1, 1.0);
  for (const Variable& variable : variables) {
    for (const double tolerance : {0.0, 1e-9, 2e-9}) {
      for (const double value : {0.0, 0.1, next, -0.1, 1e308, 5e-324}) {
        algebra::Point point(tolerance);
        point.set(variable, value);
        add(point);
      }
    }
  }
  CHECK(texts.size() == points);
  algebra::Point one(1e-3);
  algebra::Point two(1e-3);
  one.set(x, 0.0);
  two.set(x, -0.0);
  CHECK(one.to_string() == two.to_string());
}

TEST_SUITE("law") {
  TEST_CASE("points: a polynomial less its value vanishes, and nothing else does") {
    std::mt19937_64 random = tests::make_generator("points: exact");
    for (std::uint64_t round = 0; round < 200 * tests::multiplier(); ++round) {
      const Polynomial f = random_polynomial(random);
      algebra::Point point;
      Coordinates coordinates;
      for (const Variable& variable : xyz) {
        coordinates.emplace(variable, rational(random_double(random)) / Rational(3));
        point.set(variable, coordinates.at(variable));
      }
      CAPTURE(to_string(f));
      CAPTURE(point.to_string());
      const Polynomial zero = f - Polynomial(value_at(f, coordinates));
      CHECK(point.vanishes(zero) == Truth::yes);
      CHECK(point.vanishes(zero + Polynomial(Rational(10).pow(-400))) == Truth::no);
    }
  }

  TEST_CASE("points: the ideal of a point with roots vanishes there") {
    std::mt19937_64 random = tests::make_generator("points: roots");
    for (std::uint64_t round = 0; round < 60 * tests::multiplier(); ++round) {
      const std::string a = std::to_string(random() % 1000 + 2);
      const std::string b = std::to_string(random() % 50 + 2);
      algebra::Point point;
      point.set(x, read("sqrt(" + a + ")"));
      point.set(y, read("sqrt(" + b + "+sqrt(" + a + "))"));
      point.set(z, read("sqrt(" + a + ")*sqrt(" + b + "+sqrt(" + a + "))-1/3"));
      const Polynomial f = random_polynomial(random) * poly("x^2 - " + a) +
                           random_polynomial(random) * poly("y^2 - " + b + " - x") +
                           random_polynomial(random) * poly("z + 1/3 - x*y");
      CAPTURE(to_string(f));
      CAPTURE(point.to_string());
      CHECK(point.vanishes(f) == Truth::yes);
      CHECK(point.vanishes(f + poly("10^(-40)")) == Truth::no);
    }
  }

  TEST_CASE("points: a zero within the tolerance is never denied") {
    std::mt19937_64 random = tests::make_generator("points: within");
    for (std::uint64_t round = 0; round < 300 * tests::multiplier(); ++round) {
      const Polynomial f = random_polynomial(random);
      const double tolerance = std::abs(random_double(random));
      algebra::Point point(tolerance);
      Coordinates zero;
      for (const Variable& variable : xyz) {
        const double coordinate = random_double(random);
        // On the edge, in the middle, or anywhere between; one in four is known exactly.
        const double share = random() % 3 == 0 ? 1 : between(random, -1, 1);
        if (random() % 4 == 0) {
          zero.emplace(variable, rational(coordinate) / Rational(7));
          point.set(variable, zero.at(variable));
        } else {
          zero.emplace(variable, rational(coordinate) + rational(tolerance) * rational(share));
          point.set(variable, coordinate);
        }
      }
      CAPTURE(to_string(f));
      CAPTURE(point.to_string());
      CHECK(point.vanishes(f - Polynomial(value_at(f, zero))) != Truth::no);
    }
  }

  TEST_CASE("points: no, as soon as the triangle inequality allows it") {
    std::mt19937_64 random = tests::make_generator("points: beyond");
    // Radii of balls have 30 bits and are rounded up some ten times: 1e-8 at most.
    const Rational margin(1, 1'000'000);
    for (std::uint64_t round = 0; round < 200 * tests::multiplier(); ++round) {
      const Polynomial f = random_polynomial(random);
      const double tolerance = std::abs(random_double(random));
      algebra::Point point(tolerance);
      Coordinates centre;
      for (const Variable& variable : xyz) {
        const double coordinate = random_double(random);
        centre.emplace(variable, rational(coordinate));
        point.set(variable, coordinate);
      }
      const Rational change =
          absolute_sum(f, centre, rational(tolerance)) - absolute_sum(f, centre, Rational());
      if (change.is_zero()) continue;
      CAPTURE(to_string(f));
      CAPTURE(point.to_string());
      const Polynomial shifted = f - Polynomial(value_at(f, centre));
      const Rational sign = random() % 2 == 0 ? Rational(1) : Rational(-1);
      const Rational beyond = sign * change * (Rational(1) + margin);
      const Rational within = sign * change * (Rational(1) - margin);
      CHECK(point.vanishes(shifted + Polynomial(beyond)) == Truth::no);
      CHECK(point.vanishes(shifted + Polynomial(within)) == Truth::unknown);
    }
  }
}

}  // namespace
