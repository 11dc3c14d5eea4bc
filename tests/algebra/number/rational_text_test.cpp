// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "leafwise/algebra/rational.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

// Rationals from decimals, as decimals, and as doubles.

namespace leafwise::algebra {
namespace {

/// The value of a double, exactly; infinity is where the next double would be.
Rational exact(double value) {
  if (std::isinf(value)) return Rational(value > 0 ? 1 : -1) * Rational(2).pow(1024);
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  // 53 bits: the product is an integer that int64 holds.
  const auto integer = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  return Rational(integer) * Rational(2).pow(exponent - 53);
}

/// Whether `value` is a nearest double of x, and the even one of two. No rounding in here.
bool is_nearest(const Rational& x, double value) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational distance = abs(x - exact(value));
  if (std::isinf(value)) {
    // Beyond the range, all that is not nearer to the largest double.
    const double most = std::copysign(std::numeric_limits<double>::max(), value);
    return abs(x) > abs(exact(value)) || distance <= abs(x - exact(most));
  }
  for (const double direction : {infinity, -infinity}) {
    const Rational other = abs(x - exact(std::nextafter(value, direction)));
    if (other < distance) return false;
    const bool is_even = std::bit_cast<std::uint64_t>(value) % 2 == 0;
    if (other == distance && !is_even) return false;
  }
  return true;
}

void check_rounding(const Rational& x) {
  const double value = x.to_double();
  CAPTURE(x.to_string());
  CAPTURE(value);
  REQUIRE(is_nearest(x, value));
  REQUIRE(std::signbit(value) == (x.sign() < 0));
}

/// x, and the numbers just beside it.
void check_rounding_around(const Rational& x, const Rational& step) {
  for (const Rational& sign : {Rational(1), Rational(-1)}) {
    check_rounding(sign * x);
    check_rounding(sign * (x + step));
    check_rounding(sign * (x - step));
  }
}

}  // namespace

TEST_CASE("decimals: they are read exactly as written") {
  const std::pair<std::string_view, Rational> table[] = {
      {"0", 0},
      {"12", 12},
      {"007", 7},
      {"0.1", Rational(1, 10)},
      {"00.10", Rational(1, 10)},
      {"1.5e-3", Rational(3, 2000)},
      {"1.5E+3", 1500},
      {"2e0", 2},
      {"0e999999999", 0},
      {"9223372036854775808", Rational(2).pow(63)},
      {"1e30", Rational(10).pow(30)},
      {"0.30000000000000004", Rational(30000000000000004, 100000000000000000)},
  };
  for (const auto& [text, value] : table) {
    CAPTURE(text);
    CHECK(Rational::from_decimal(text) == value);
  }
}

TEST_CASE("decimals: whatever else is refused") {
  for (const std::string_view text : {"",
                                      ".",
                                      "-1",
                                      "+1",
                                      "1/2",
                                      "1e",
                                      "e5",
                                      "1e1.5",
                                      " 1",
                                      "1 ",
                                      "0x10",
                                      "1,5",
                                      "1.2.3",
                                      "inf",
                                      "nan",
                                      "1e+",
                                      "1e-",
                                      "1e-+5",
                                      "1e++5",
                                      "1e--5",
                                      "1e5e5",
                                      "1_000",
                                      "1e2000000000",
                                      "1'000",
                                      "1f",
                                      "--1",
                                      ".e5",
                                      "1e 5",
                                      "1e99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(Rational::from_decimal(text).has_value());
  }
  CHECK_FALSE(Rational::from_decimal(std::string_view("1\0", 2)).has_value());
}

TEST_CASE("decimals: an exponent has one sign") {
  CHECK_FALSE(Rational::from_decimal("1e+-5").has_value());
}

TEST_CASE("decimals: numbers that take too many digits to write out are refused") {
  CHECK(Rational::from_decimal("99999", 5) == Rational(99999));
  CHECK_FALSE(Rational::from_decimal("100000", 5).has_value());
  CHECK(Rational::from_decimal("1e4", 5) == Rational(10000));
  CHECK_FALSE(Rational::from_decimal("1e5", 5).has_value());
  CHECK(Rational::from_decimal("1e-4", 5) == Rational(1, 10000));
  CHECK_FALSE(Rational::from_decimal("1e-5", 5).has_value());
  CHECK(Rational::from_decimal("0000000007", 5) == Rational(7));
  CHECK_FALSE(Rational::from_decimal("1e999999999").has_value());
  CHECK_FALSE(Rational::from_decimal("1e-999999999").has_value());
}

TEST_CASE("decimals: how they are written") {
  const std::pair<Rational, std::string_view> table[] = {
      {0, "0"},
      {12, "12"},
      {-12, "12"},
      {1200, "1200"},
      {Rational(1, 8), "0.125"},
      {Rational(-1, 8), "0.125"},
      {Rational(3) / Rational(10).pow(20), "3e-20"},
      {Rational(25, 2), "12.5"},
      {Rational(1, 1000), "0.001"},
  };
  for (const auto& [value, text] : table) {
    CAPTURE(text);
    CHECK(value.to_decimal() == text);
  }
  for (const Rational& endless : {Rational(1, 3), Rational(-1, 7), Rational(1, 30)}) {
    CHECK_FALSE(endless.to_decimal().has_value());
  }
}

TEST_CASE("decimals: what is written reads back as the same number") {
  tests::RandomExpression random("decimal round trip", {});
  for (std::uint64_t i = 0; i < 5000 * tests::multiplier(); ++i) {
    const Rational value = random.decimal();
    CAPTURE(value.to_string());
    const auto text = value.to_decimal();
    REQUIRE(text.has_value());
    CAPTURE(*text);
    REQUIRE(Rational::from_decimal(*text) == value);
  }
}

TEST_CASE("doubles: every double comes back as itself") {
  auto generator = tests::make_generator("every double");
  for (std::uint64_t i = 0; i < 20000 * tests::multiplier(); ++i) {
    const auto value = std::bit_cast<double>(generator());
    if (!std::isfinite(value) || value == 0) continue;
    CAPTURE(value);
    REQUIRE(exact(value).to_double() == value);
  }
}

TEST_CASE("doubles: random rationals of all sizes are rounded to the nearest one") {
  tests::RandomExpression random("random to double", {});
  for (int exponent = -1090; exponent <= 1030; ++exponent) {
    const Rational size = Rational(2).pow(exponent);
    const Rational mantissa = random.rational(std::int64_t{1} << 61);
    check_rounding(mantissa * size);
    check_rounding(Rational(1, 3) * size);
  }
}

TEST_CASE("doubles: ties go to the even neighbour, and the least bit beside a tie counts") {
  const Rational least = Rational(2).pow(-3000);
  auto generator = tests::make_generator("ties");
  for (std::uint64_t i = 0; i < 1000 * tests::multiplier(); ++i) {
    const double below = std::abs(std::bit_cast<double>(generator()));
    const double above = std::nextafter(below, std::numeric_limits<double>::infinity());
    if (!std::isfinite(above)) continue;
    check_rounding_around((exact(below) + exact(above)) / 2, least);
  }
}

TEST_CASE("doubles: the edges of subnormal numbers and of the range") {
  const Rational least = Rational(2).pow(-3000);
  const Rational smallest_subnormal = Rational(2).pow(-1074);
  for (std::int64_t halves = 1; halves <= 9; ++halves) {
    check_rounding_around(smallest_subnormal * Rational(halves, 2), least);
  }
  const Rational smallest_normal = Rational(2).pow(-1022);
  for (std::int64_t halves = -5; halves <= 5; ++halves) {
    check_rounding_around(smallest_normal + smallest_subnormal * Rational(halves, 2), least);
  }
  const Rational last_unit = Rational(2).pow(971);
  for (std::int64_t halves = -5; halves <= 5; ++halves) {
    check_rounding_around(Rational(2).pow(1024) + last_unit * Rational(halves, 2), least);
  }
  CHECK(std::isinf(Rational(10).pow(400).to_double()));
  CHECK(Rational(10).pow(-400).to_double() == 0);
  CHECK(Rational().to_double() == 0);
}

}  // namespace leafwise::algebra
