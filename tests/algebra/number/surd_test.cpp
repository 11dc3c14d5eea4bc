// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/surd.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "leafwise/core/check.hpp"
#include "support/random_expression.hpp"
#include "support/ring_laws.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

Surd root(const Rational& value) {
  return Surd::sqrt(value).value();
}

std::string text_of(const Surd& surd) {
  std::string text;
  for (const auto& [radicand, coefficient] : surd.terms()) {
    text += " + " + coefficient.to_string() + "*sqrt(" + radicand.to_string() + ")";
  }
  return text;
}

/// Up to three roots; zero now and then.
Surd random_surd(tests::RandomExpression& random) {
  Surd sum;
  const std::uint64_t count = random.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    sum += root(static_cast<std::int64_t>(random.below(30) + 1)) * Surd(random.rational(9));
  }
  return sum;
}

struct Approximation {
  double value = 0;
  double size = 0;  ///< the sum of all absolute values: what rounding errors are relative to
};

Approximation approximate(const Surd& surd) {
  Approximation sum;
  for (const auto& [radicand, coefficient] : surd.terms()) {
    const double term = coefficient.to_double() * std::sqrt(radicand.to_double());
    sum.value += term;
    sum.size += std::abs(term);
  }
  return sum;
}

}  // namespace

TEST_CASE("surds: square factors leave the root") {
  CHECK(text_of(root(12)) == " + 2*sqrt(3)");
  CHECK(text_of(root(Rational(7, 4))) == " + 1/2*sqrt(7)");
  CHECK(text_of(root(Rational(1, 2))) == " + 1/2*sqrt(2)");
  CHECK(root(Rational(9, 4)).as_rational() == Rational(3, 2));
  CHECK(root(0).is_zero());
  CHECK(root(0).as_rational() == Rational());
  CHECK_FALSE(root(2).as_rational().has_value());
  CHECK_THROWS_AS((void)Surd::sqrt(-1), BrokenInvariant);
}

TEST_CASE("surds: roots of different square-free numbers are independent") {
  CHECK((root(2) * root(3) - root(6)).is_zero());
  CHECK((root(8) - root(2) * Surd(2)).is_zero());
  CHECK((root(Rational(1, 3)) * root(3)).as_rational() == Rational(1));
  CHECK_FALSE((root(2) + root(3) - root(5)).is_zero());
  // (√2 + √3)² = 5 + 2√6
  const Surd sum = root(2) + root(3);
  CHECK(sum * sum == Surd(5) + root(6) * Surd(2));
  Surd twice = sum;
  twice += twice;
  CHECK(twice == sum * Surd(2));
  const Surd& alias = twice;
  twice -= alias;
  CHECK(twice.is_zero());
}

TEST_CASE("surds: large numbers are split where that is possible with modest effort") {
  // 2^31 − 1, 2^61 − 1 and 2^89 − 1 are primes, 2^32 − 5 is one, too.
  const Rational p = Rational(2).pow(31) - 1;
  const Rational q = Rational(2).pow(32) - 5;
  CHECK(root(p * q) * root(p * q) == Surd(p * q));
  CHECK(root(p * p * p * p) == Surd(p * p));
  CHECK(root(p * p * 18) == root(2) * Surd(p * 3));
  // 61 + 89 bits, no small factor, no square: too much.
  const Rational r = (Rational(2).pow(61) - 1) * (Rational(2).pow(89) - 1);
  CHECK_FALSE(Surd::sqrt(r).has_value());
  CHECK_FALSE(Surd::sqrt(Rational(1) / r).has_value());
}

TEST_CASE("surds: the root of a square-free number has that number's primes") {
  CHECK(prime_factors(1).empty());
  CHECK(prime_factors(30) == std::vector<Rational>{2, 3, 5});
  CHECK(prime_factors(97) == std::vector<Rational>{97});
}

TEST_CASE("surds: inverting a zero is a bug of the caller") {
  CHECK_THROWS_AS((void)Surd().inverse(), BrokenInvariant);
}

TEST_CASE("surds: the square of a root is the number, in normal form") {
  tests::RandomExpression random("squares of roots", {});
  for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
    const Rational value = abs(random.rational(1000000));
    CAPTURE(value.to_string());
    const Surd surd = root(value);
    REQUIRE(surd * surd == Surd(value));
    REQUIRE(surd.terms().size() <= 1);
    for (const auto& [radicand, coefficient] : surd.terms()) {
      REQUIRE(coefficient.sign() > 0);
      Rational product = 1;
      for (const Rational& prime : prime_factors(radicand)) product *= prime;
      REQUIRE(product == radicand);
    }
  }
}

TEST_CASE("surds: they are a field") {
  tests::RandomExpression random("field of surds", {});
  for (std::uint64_t i = 0; i < 2000 * tests::multiplier(); ++i) {
    const Surd a = random_surd(random);
    const Surd b = random_surd(random);
    const Surd c = random_surd(random);
    CAPTURE(text_of(a));
    CAPTURE(text_of(b));
    CAPTURE(text_of(c));
    tests::require_ring_laws(a, b, c, Surd(1));
    if (!a.is_zero()) REQUIRE(a * a.inverse() == Surd(1));
  }
}

TEST_CASE("surds: sums and products agree with floating point") {
  tests::RandomExpression random("surds in doubles", {});
  for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
    const Surd a = random_surd(random);
    const Surd b = random_surd(random);
    CAPTURE(text_of(a));
    CAPTURE(text_of(b));
    const Approximation x = approximate(a);
    const Approximation y = approximate(b);
    // At most nine terms, each wrong by a few units of 1.1e-16 of its size.
    constexpr double rounding = 1e-14;
    const double sum = approximate(a + b).value;
    REQUIRE(std::abs(sum - (x.value + y.value)) <= rounding * (x.size + y.size));
    const double product = approximate(a * b).value;
    REQUIRE(std::abs(product - x.value * y.value) <= rounding * x.size * y.size);
  }
}

}  // namespace leafwise::algebra
