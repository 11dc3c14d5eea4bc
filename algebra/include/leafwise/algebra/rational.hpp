// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leafwise::algebra {

/// An exact rational number p/q of any size, q > 0, gcd(p, q) = 1. Small numbers take no heap
/// memory. FLINT does the arithmetic but does not show in this header.
class Rational {
 public:
  Rational() noexcept;
  Rational(std::int64_t integer);  // NOLINT(google-explicit-constructor): integers are rationals
  /// @pre denominator != 0
  Rational(std::int64_t numerator, std::int64_t denominator);
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational();

  /// Reads an integer or a decimal exactly as written: `12`, `0.1` = 1/10, `1.5e-3` = 3/2000.
  /// No sign, no fraction bar. Empty if the text is anything else or if the number needs more than
  /// `most_digits` decimal digits to write out.
  [[nodiscard]] static std::optional<Rational> from_decimal(std::string_view text,
                                                            std::size_t most_digits = 2000);

  [[nodiscard]] bool is_zero() const noexcept;
  [[nodiscard]] bool is_one() const noexcept;
  [[nodiscard]] bool is_integer() const noexcept;
  /// −1, 0 or 1.
  [[nodiscard]] int sign() const noexcept;
  [[nodiscard]] Rational numerator() const;
  [[nodiscard]] Rational denominator() const;
  /// Bits of the larger of |p| and q: how much memory the number takes.
  [[nodiscard]] std::size_t bits() const noexcept;
  /// The value if it is an integer that fits.
  [[nodiscard]] std::optional<std::int64_t> to_int64() const noexcept;
  /// The nearest double, ties to even, subnormals included; ±infinity beyond the range.
  [[nodiscard]] double to_double() const;
  /// `-7/3`, or `12` without a bar.
  [[nodiscard]] std::string to_string() const;
  /// The finite decimal expansion of |value| (`0.125`, `3e-20`) if there is one.
  [[nodiscard]] std::optional<std::string> to_decimal() const;

  Rational& operator+=(const Rational& other);
  Rational& operator-=(const Rational& other);
  Rational& operator*=(const Rational& other);
  /// @pre other is not zero
  Rational& operator/=(const Rational& other);
  [[nodiscard]] Rational operator-() const;
  /// @pre not (base zero and exponent negative). The caller bounds the size of the result.
  [[nodiscard]] Rational pow(std::int64_t exponent) const;

  friend Rational operator+(Rational left, const Rational& right) { return left += right; }
  friend Rational operator-(Rational left, const Rational& right) { return left -= right; }
  friend Rational operator*(Rational left, const Rational& right) { return left *= right; }
  friend Rational operator/(Rational left, const Rational& right) { return left /= right; }
  friend bool operator==(const Rational& left, const Rational& right) noexcept;
  friend std::strong_ordering operator<=>(const Rational& left, const Rational& right) noexcept;

  /// The way to the FLINT number for the sources of this room only.
  struct Access;

 private:
  // Room for FLINT's fmpq: two words. rational.cpp asserts that it fits.
  alignas(std::int64_t) std::byte storage_[2 * sizeof(std::int64_t)];
};

/// |value|
[[nodiscard]] Rational abs(const Rational& value);
/// Greatest common divisor of two rationals: the largest g > 0 with a/g and b/g integers; 0 for
/// two zeros. It is what "content" of a polynomial means.
[[nodiscard]] Rational gcd(const Rational& left, const Rational& right);

}  // namespace leafwise::algebra
