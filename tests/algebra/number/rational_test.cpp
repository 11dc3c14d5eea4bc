// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/rational.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/check.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// FLINT keeps integers below 2^62 in a word; the edges of that and of int64 are here, with numbers
/// far beyond both.
std::vector<Rational> extreme_rationals() {
  const Rational word(std::int64_t{1} << 62);
  std::vector<Rational> values = {
      0, 1, largest, word, word - 1, Rational(1, 3), Rational(1, largest)};
  values.push_back(Rational(2).pow(200));
  values.push_back(Rational(3).pow(-100));
  values.push_back(Rational(10).pow(400) + Rational(1, 7));
  values.emplace_back(smallest);
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

std::vector<Rational> samples(const std::string& test, std::size_t count) {
  tests::RandomExpression random(test, {});
  std::vector<Rational> values = extreme_rationals();
  while (values.size() < count) {
    const std::int64_t most = std::int64_t{1} << (random.below(60) + 1);
    values.push_back(random.rational(most));
  }
  return values;
}

bool is_field_like(const Rational& a, const Rational& b, const Rational& c) {
  return a + b == b + a && a * b == b * a && (a + b) + c == a + (b + c) &&
         (a * b) * c == a * (b * c) && a * (b + c) == a * b + a * c && a - b == a + (-b);
}

bool is_ordered(const Rational& a, const Rational& b, const Rational& c) {
  const bool total = ((a <=> b) == 0) == (a == b) && ((a <=> b) < 0) == ((b <=> a) > 0);
  const bool as_difference = ((a <=> b) < 0) == ((a - b).sign() < 0);
  const bool shifts = (a < b) == (a + c < b + c);
  return total && as_difference && shifts;
}

}  // namespace

TEST_CASE("rationals: numbers are in lowest terms with a positive denominator") {
  CHECK(Rational(6, -4).to_string() == "-3/2");
  CHECK(Rational(6, -4).numerator() == Rational(-3));
  CHECK(Rational(6, -4).denominator() == Rational(2));
  CHECK(Rational(0, -5).to_string() == "0");
  CHECK(Rational(0, -5).denominator().is_one());
  CHECK(Rational(smallest, -1).to_string() == "9223372036854775808");
  CHECK(Rational(smallest, smallest).is_one());
  CHECK(Rational(largest, smallest).to_string() == "-9223372036854775807/9223372036854775808");
}

TEST_CASE("rationals: questions about one number") {
  CHECK(Rational().is_zero());
  CHECK(Rational(4, 2).is_integer());
  CHECK_FALSE(Rational(1, 2).is_integer());
  CHECK(Rational(-1, 2).sign() == -1);
  CHECK(Rational().sign() == 0);
  CHECK(abs(Rational(-1, 2)) == Rational(1, 2));
  CHECK(Rational().bits() == 1);  // the denominator
  CHECK(Rational(-255, 2).bits() == 8);
  CHECK(Rational(1, 256).bits() == 9);
  CHECK(Rational(smallest).to_int64() == smallest);
  CHECK(Rational(largest).to_int64() == largest);
  CHECK_FALSE((Rational(largest) + 1).to_int64().has_value());
  CHECK_FALSE((Rational(smallest) - 1).to_int64().has_value());
  CHECK_FALSE(Rational(1, 2).to_int64().has_value());
}

TEST_CASE("rationals: an operand may be the target, and a moved-from number can be used again") {
  for (const Rational& value : extreme_rationals()) {
    CAPTURE(value.to_string());
    Rational x = value;
    x += x;
    CHECK(x == value * 2);
    const Rational& alias = x;
    x -= alias;
    CHECK(x.is_zero());
    x = value;
    x *= x;
    CHECK(x == value.pow(2));
    Rational taken = std::move(x);
    CHECK(taken == value.pow(2));
    x = value;  // NOLINT(bugprone-use-after-move): that is the point
    const Rational& same = x;
    x = same;
    CHECK(x == value);
  }
}

TEST_CASE("rationals: division by zero is a bug of the caller") {
  CHECK_THROWS_AS((void)Rational(1, 0), BrokenInvariant);
  CHECK_THROWS_AS((void)(Rational(1) / Rational()), BrokenInvariant);
  CHECK_THROWS_AS((void)Rational().pow(-1), BrokenInvariant);
}

TEST_CASE("rationals: they are an ordered field") {
  const std::vector<Rational> values = samples("ordered field", 40);
  for (const Rational& a : values) {
    CHECK((a.is_zero() || (a * (Rational(1) / a)).is_one()));
    for (const Rational& b : values) {
      for (const Rational& c : values) {
        const bool holds = is_field_like(a, b, c) && is_ordered(a, b, c);
        CAPTURE(a.to_string());
        CAPTURE(b.to_string());
        CAPTURE(c.to_string());
        REQUIRE(holds);
      }
    }
  }
}

TEST_CASE("rationals: powers turn sums of exponents into products") {
  for (const Rational& base : samples("powers", 60)) {
    CAPTURE(base.to_string());
    CHECK(base.pow(0).is_one());
    CHECK(base.pow(1) == base);
    for (std::int64_t m = -4; m <= 4; ++m) {
      for (std::int64_t n = -4; n <= 4; ++n) {
        if (base.is_zero() && (m < 0 || n < 0)) continue;
        CHECK(base.pow(m) * base.pow(n) == base.pow(m + n));
        CHECK(base.pow(m).pow(n) == base.pow(m * n));
      }
    }
  }
}

TEST_CASE("rationals: the greatest common divisor divides both, and nothing greater does") {
  CHECK(gcd(0, 0).is_zero());
  CHECK(gcd(Rational(1, 2), Rational(1, 3)) == Rational(1, 6));
  const std::vector<Rational> values = samples("gcd", 40);
  for (const Rational& a : values) {
    for (const Rational& b : values) {
      const Rational g = gcd(a, b);
      CAPTURE(a.to_string());
      CAPTURE(b.to_string());
      REQUIRE(g == gcd(b, a));
      if (a.is_zero() && b.is_zero()) continue;
      REQUIRE(g.sign() > 0);
      REQUIRE((a / g).is_integer());
      REQUIRE((b / g).is_integer());
      REQUIRE(gcd(a / g, b / g).is_one());
      REQUIRE(gcd(a * Rational(-3, 7), b * Rational(-3, 7)) == g * Rational(3, 7));
    }
  }
}

}  // namespace leafwise::algebra
