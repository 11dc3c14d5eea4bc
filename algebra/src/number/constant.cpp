// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/constant.hpp"

#include <arb.h>
#include <arf.h>
#include <flint/fmpz.h>

#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>

#include "expression/lexer.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "number/constant_impl.hpp"

namespace leafwise::algebra {

namespace {

using detail::ConstantValues;
using detail::fail;

constexpr slong first_precision = 128;
constexpr slong last_precision = 8192;

/// Calls `accept` with values at growing precision until it says that they suffice.
template <typename Accept>
void refine(const Expression& constant, const Accept& accept) {
  for (slong precision = first_precision; precision <= last_precision; precision *= 2) {
    try {
      ConstantValues values(precision);
      if (accept(values.of(constant), precision)) return;
    } catch (const detail::PrecisionTooLow& place) {
      if (precision == last_precision) {
        fail("this number cannot be distinguished from zero",
             "a number that is zero or not when computed to " + std::to_string(last_precision) +
                 " bits",
             place.range);
      }
    }
  }
  fail("this number cannot be computed to the precision that is needed",
       "a simpler constant, or a decimal number",
       constant.range());
}

/// Both ends of the ball round to this double; empty if they do not agree.
std::optional<double> common_double(const arb_t ball, slong precision) {
  arf_t lower;
  arf_t upper;
  arf_init(lower);
  arf_init(upper);
  arb_get_lbound_arf(lower, ball, precision);
  arb_get_ubound_arf(upper, ball, precision);
  const double low = arf_get_d(lower, ARF_RND_NEAR);
  const double high = arf_get_d(upper, ARF_RND_NEAR);
  arf_clear(lower);
  arf_clear(upper);
  if (low != high) return std::nullopt;
  return low + 0.0;  // never -0
}

}  // namespace

Exponent exponent_value(const Expression& exponent) {
  constexpr const char* allowed = "an integer or an odd multiple of 1/2, as in x^3 or x^(3/2)";
  if (!variables_of(exponent).empty()) {
    fail("this exponent is not a fixed number", allowed, exponent.range());
  }
  const std::optional<Surd> surd = exact_value(exponent);
  const std::optional<Rational> value = surd ? surd->as_rational() : std::nullopt;
  if (!value) fail("this exponent is not rational", allowed, exponent.range());
  const Rational halves = *value * Rational(2);
  if (!halves.is_integer()) {
    fail("exponent " + value->to_string() + " is not allowed", allowed, exponent.range());
  }
  if (abs(*value) > Rational(most_exponent)) {
    fail(
        "this exponent is too large", "at most " + std::to_string(most_exponent), exponent.range());
  }
  return Exponent{*halves.to_int64()};
}

std::optional<Surd> exact_value(const Expression& constant) {
  std::optional<Surd> exact;
  refine(constant, [&](const detail::ConstantValue& value, slong) {
    exact = value.exact();
    return true;
  });
  return exact;
}

double nearest_double(const Expression& constant) {
  double result = 0;
  refine(constant, [&](const detail::ConstantValue& value, slong precision) {
    const std::optional<Rational> rational =
        value.exact() ? value.exact()->as_rational() : std::nullopt;
    const std::optional<double> rounded =
        rational ? rational->to_double() : common_double(value.ball(), precision);
    if (rounded) result = *rounded;
    return rounded.has_value();
  });
  if (!std::isfinite(result)) {
    fail(
        "this number is too large for double precision", "at most about 1.8e308", constant.range());
  }
  return result;
}

std::string decimal_value(const Expression& constant, unsigned digits) {
  std::string text;
  refine(constant, [&](const detail::ConstantValue& value, slong) {
    // sin(4*atan(1)): zero, though nothing here can prove it. To any number of digits that fits on
    // a page it is.
    constexpr slong nothing = -2000;
    if (arb_contains_zero(value.ball()) != 0 &&
        arf_cmpabs_2exp_si(arb_midref(value.ball()), nothing) < 0 &&
        mag_cmp_2exp_si(arb_radref(value.ball()), nothing) < 0) {
      text = "0";
      return true;
    }
    // Slightly more than log2(10) bits a digit, and some to spare for rounding.
    const auto needed = static_cast<slong>(digits) * 10 / 3 + 16;
    if (!value.is_exact_zero() && arb_rel_accuracy_bits(value.ball()) < needed) return false;
    char* raw = arb_get_str(value.ball(), static_cast<slong>(digits), ARB_STR_NO_RADIUS);
    text = raw;
    flint_free(raw);
    return true;
  });
  return text;
}

int sign_of(const Expression& constant) {
  int sign = 0;
  refine(constant, [&](const detail::ConstantValue& value, slong) {
    if (value.is_exact_zero()) return true;
    if (arb_contains_zero(value.ball()) != 0) throw detail::PrecisionTooLow{constant.range()};
    sign = arf_sgn(arb_midref(value.ball()));
    return true;
  });
  return sign;
}

}  // namespace leafwise::algebra
