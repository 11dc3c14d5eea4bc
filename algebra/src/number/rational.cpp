// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/rational.hpp"

#include <mpfr.h>
// mpfr.h must stand before FLINT's headers: FLINT then declares its MPFR conversions.
#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra {

namespace {

fmpq* raw(Rational& value) {
  return Rational::Access::of(value);
}
const fmpq* raw(const Rational& value) {
  return Rational::Access::of(value);
}

std::string text_of(const fmpz_t value) {
  char* text = fmpz_get_str(nullptr, 10, value);
  std::string copy(text);
  flint_free(text);
  return copy;
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The three parts of a decimal: digits before and after the point, and the exponent.
struct DecimalParts {
  std::string digits;
  std::int64_t exponent = 0;
};

std::optional<DecimalParts> split_decimal(std::string_view text) {
  DecimalParts parts;
  const std::size_t mark = text.find_first_of("eE");
  std::string_view mantissa = text.substr(0, mark);
  if (mark != std::string_view::npos) {
    std::string_view exponent = text.substr(mark + 1);
    if (exponent.starts_with('+')) {
      exponent.remove_prefix(1);
      if (exponent.starts_with('-')) return std::nullopt;
    }
    const char* end = exponent.data() + exponent.size();
    const auto [stop, error] = std::from_chars(exponent.data(), end, parts.exponent);
    if (error != std::errc{} || stop != end || exponent.empty()) return std::nullopt;
    // Far beyond any limit of a caller, and safe to subtract from.
    constexpr std::int64_t hopeless = 1'000'000'000;
    if (parts.exponent > hopeless || parts.exponent < -hopeless) return std::nullopt;
  }
  const std::size_t point = mantissa.find('.');
  const std::string_view whole = mantissa.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view{} : mantissa.substr(point + 1);
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (!all_digits(whole) || !all_digits(fraction)) return std::nullopt;
  parts.digits = std::string(whole) + std::string(fraction);
  parts.exponent -= static_cast<std::int64_t>(fraction.size());
  return parts;
}

}  // namespace

static_assert(sizeof(fmpq) == 2 * sizeof(std::int64_t) && alignof(fmpq) <= alignof(std::int64_t));

Rational::Rational() noexcept {
  fmpq_init(::new (storage_) fmpq);
}

Rational::Rational(std::int64_t integer) : Rational() {
  fmpq_set_si(raw(*this), integer, 1);
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) : Rational(numerator) {
  *this /= Rational(denominator);
}

Rational::Rational(const Rational& other) : Rational() {
  fmpq_set(raw(*this), raw(other));
}

Rational::Rational(Rational&& other) noexcept : Rational() {
  fmpq_swap(raw(*this), raw(other));
}

Rational& Rational::operator=(const Rational& other) {
  fmpq_set(raw(*this), raw(other));
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  fmpq_swap(raw(*this), raw(other));
  return *this;
}

Rational::~Rational() {
  fmpq_clear(raw(*this));
}

std::optional<Rational> Rational::from_decimal(std::string_view text, std::size_t most_digits) {
  const std::optional<DecimalParts> parts = split_decimal(text);
  if (!parts) return std::nullopt;
  const std::size_t first = parts->digits.find_first_not_of('0');
  if (first == std::string::npos) return Rational();
  const auto magnitude = static_cast<std::size_t>(std::abs(parts->exponent));
  if (parts->digits.size() - first + magnitude > most_digits) return std::nullopt;
  Rational value;
  fmpz_set_str(fmpq_numref(raw(value)), parts->digits.c_str() + first, 10);
  return value * Rational(10).pow(parts->exponent);
}

bool Rational::is_zero() const noexcept {
  return fmpq_is_zero(raw(*this)) != 0;
}
bool Rational::is_one() const noexcept {
  return fmpq_is_one(raw(*this)) != 0;
}
bool Rational::is_integer() const noexcept {
  return fmpz_is_one(fmpq_denref(raw(*this))) != 0;
}
int Rational::sign() const noexcept {
  return fmpq_sgn(raw(*this));
}

Rational Rational::numerator() const {
  Rational result;
  fmpz_set(fmpq_numref(raw(result)), fmpq_numref(raw(*this)));
  return result;
}

Rational Rational::denominator() const {
  Rational result;
  fmpz_set(fmpq_numref(raw(result)), fmpq_denref(raw(*this)));
  return result;
}

std::size_t Rational::bits() const noexcept {
  return std::max<std::size_t>(fmpz_bits(fmpq_numref(raw(*this))),
                               fmpz_bits(fmpq_denref(raw(*this))));
}

std::optional<std::int64_t> Rational::to_int64() const noexcept {
  if (!is_integer() || fmpz_fits_si(fmpq_numref(raw(*this))) == 0) return std::nullopt;
  return fmpz_get_si(fmpq_numref(raw(*this)));
}

double Rational::to_double() const {
  // MPFR divides exactly-held integers straight into 53 bits; check_range and subnormalize, which
  // need the exponent range of double, use the ternary value, so nothing is rounded twice.
  mpfr_t numerator;
  mpfr_t denominator;
  mpfr_t quotient;
  const mpfr_exp_t old_min = mpfr_get_emin();
  const mpfr_exp_t old_max = mpfr_get_emax();
  mpfr_init2(numerator, static_cast<mpfr_prec_t>(std::max<std::size_t>(bits(), 2)));
  mpfr_init2(denominator, static_cast<mpfr_prec_t>(std::max<std::size_t>(bits(), 2)));
  mpfr_init2(quotient, 53);
  fmpz_get_mpfr(numerator, fmpq_numref(raw(*this)), MPFR_RNDN);
  fmpz_get_mpfr(denominator, fmpq_denref(raw(*this)), MPFR_RNDN);
  int inexact = mpfr_div(quotient, numerator, denominator, MPFR_RNDN);
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  inexact = mpfr_check_range(quotient, inexact, MPFR_RNDN);
  mpfr_subnormalize(quotient, inexact, MPFR_RNDN);
  const double result = mpfr_get_d(quotient, MPFR_RNDN);
  mpfr_set_emin(old_min);
  mpfr_set_emax(old_max);
  mpfr_clears(numerator, denominator, quotient, static_cast<mpfr_ptr>(nullptr));
  return result;
}

std::string Rational::to_string() const {
  std::string text = text_of(fmpq_numref(raw(*this)));
  if (!is_integer()) text += "/" + text_of(fmpq_denref(raw(*this)));
  return text;
}

std::optional<std::string> Rational::to_decimal() const {
  // q divides 10^k for some k iff q = 2^i 5^j; then k = max(i, j).
  fmpz_t rest;
  fmpz_t prime;
  fmpz_init_set(rest, fmpq_denref(raw(*this)));
  fmpz_init_set_ui(prime, 2);
  auto places = static_cast<std::int64_t>(fmpz_remove(rest, rest, prime));
  fmpz_set_ui(prime, 5);
  places = std::max(places, static_cast<std::int64_t>(fmpz_remove(rest, rest, prime)));
  const bool finite = fmpz_is_one(rest) != 0;
  fmpz_clear(rest);
  fmpz_clear(prime);
  if (!finite) return std::nullopt;
  const Rational scaled = abs(*this * Rational(10).pow(places));
  std::string digits = scaled.to_string();
  const auto shift = static_cast<std::size_t>(places);
  if (shift == 0) return digits;
  if (shift > digits.size() + 6) return digits + "e-" + std::to_string(shift);
  if (shift >= digits.size()) digits.insert(0, shift - digits.size() + 1, '0');
  return digits.insert(digits.size() - shift, ".");
}

Rational& Rational::operator+=(const Rational& other) {
  fmpq_add(raw(*this), raw(*this), raw(other));
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  fmpq_sub(raw(*this), raw(*this), raw(other));
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  fmpq_mul(raw(*this), raw(*this), raw(other));
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  LEAFWISE_DEMAND(!other.is_zero());
  fmpq_div(raw(*this), raw(*this), raw(other));
  return *this;
}

Rational Rational::operator-() const {
  Rational result;
  fmpq_neg(raw(result), raw(*this));
  return result;
}

Rational Rational::pow(std::int64_t exponent) const {
  LEAFWISE_DEMAND(exponent >= 0 || !is_zero());
  Rational result;
  fmpq_pow_si(raw(result), raw(*this), exponent);
  return result;
}

bool operator==(const Rational& left, const Rational& right) noexcept {
  return fmpq_equal(raw(left), raw(right)) != 0;
}

std::strong_ordering operator<=>(const Rational& left, const Rational& right) noexcept {
  return fmpq_cmp(raw(left), raw(right)) <=> 0;
}

Rational abs(const Rational& value) {
  return value.sign() < 0 ? -value : value;
}

Rational gcd(const Rational& left, const Rational& right) {
  Rational result;
  fmpq_gcd(raw(result), raw(left), raw(right));
  return result;
}

}  // namespace leafwise::algebra
