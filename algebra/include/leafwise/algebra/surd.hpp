// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "leafwise/algebra/rational.hpp"

namespace leafwise::algebra {

/// An exact real number Σ r_d √d: rational multiples of square roots of square-free positive
/// integers d. These roots are linearly independent over ℚ, so the form is unique and comparing
/// with zero is exact. The sums form a field.
class Surd {
 public:
  Surd() = default;
  Surd(Rational value);  // NOLINT(google-explicit-constructor): rationals are surds

  /// √value for value ≥ 0, brought to the form r√d. Empty if the square-free part cannot be found
  /// with modest effort: after small primes are taken out, more than 64 bits are left that are
  /// not a square.
  [[nodiscard]] static std::optional<Surd> sqrt(const Rational& value);

  [[nodiscard]] bool is_zero() const noexcept { return terms_.empty(); }
  [[nodiscard]] std::optional<Rational> as_rational() const;
  /// d → r_d, without zeros. √1 stands for the rational part.
  [[nodiscard]] const std::map<Rational, Rational>& terms() const noexcept { return terms_; }

  Surd& operator+=(const Surd& other);
  Surd& operator-=(const Surd& other);
  [[nodiscard]] Surd operator-() const;
  friend Surd operator+(Surd left, const Surd& right) { return left += right; }
  friend Surd operator-(Surd left, const Surd& right) { return left -= right; }
  friend Surd operator*(const Surd& left, const Surd& right);
  /// @pre *this is not zero
  [[nodiscard]] Surd inverse() const;

  friend bool operator==(const Surd&, const Surd&) = default;

 private:
  void add_term(const Rational& radicand, const Rational& coefficient);
  /// The image under √b → −√b, with b an independent factor of the radicands.
  [[nodiscard]] Surd conjugate(const Rational& factor) const;
  [[nodiscard]] Rational independent_factor() const;

  std::map<Rational, Rational> terms_;
};

/// The prime factors of a square-free integer d ≥ 1 that occurs in a Surd.
[[nodiscard]] std::vector<Rational> prime_factors(const Rational& squarefree);

}  // namespace leafwise::algebra
