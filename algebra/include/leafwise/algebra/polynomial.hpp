// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra {

/// A product of powers of variables; the empty product is 1.
class Monomial {
 public:
  struct Factor {
    Variable variable;
    unsigned exponent = 1;  ///< never 0

    friend auto operator<=>(const Factor&, const Factor&) = default;
    friend bool operator==(const Factor&, const Factor&) = default;
  };

  Monomial() = default;
  /// @pre exponent > 0
  explicit Monomial(Variable variable, unsigned exponent = 1);

  /// In increasing order of the variables.
  [[nodiscard]] const std::vector<Factor>& factors() const noexcept { return factors_; }
  [[nodiscard]] unsigned degree() const noexcept { return degree_; }
  [[nodiscard]] unsigned exponent_of(const Variable& variable) const noexcept;
  /// The highest order of a derivative in it.
  [[nodiscard]] unsigned order() const noexcept { return order_; }
  /// The monomial without this variable.
  [[nodiscard]] Monomial without(const Variable& variable) const;

  friend Monomial operator*(const Monomial& left, const Monomial& right);
  /// The order in which people read terms: higher derivatives first, then higher degree, then
  /// by name.
  friend std::strong_ordering operator<=>(const Monomial& left, const Monomial& right) noexcept;
  friend bool operator==(const Monomial&, const Monomial&) = default;

 private:
  std::vector<Factor> factors_;
  // Of the factors; stored because sorting needs it often.
  unsigned degree_ = 0;
  unsigned order_ = 0;
};

/// A polynomial with exact rational coefficients in named variables: a sparse sum of terms in
/// normal form, so that equality is equality of values. It belongs to no ring; exact algorithms
/// choose their rings themselves.
class Polynomial {
 public:
  using Terms = std::map<Monomial, Rational>;

  Polynomial() = default;         ///< zero
  Polynomial(Rational constant);  // NOLINT(google-explicit-constructor)
  explicit Polynomial(Variable variable);
  [[nodiscard]] static Polynomial term(Rational coefficient, Monomial monomial);

  [[nodiscard]] const Terms& terms() const noexcept { return terms_; }
  [[nodiscard]] bool is_zero() const noexcept { return terms_.empty(); }
  [[nodiscard]] bool is_constant() const noexcept;
  /// @pre is_constant()
  [[nodiscard]] Rational constant_value() const;
  /// 0 for the zero polynomial.
  [[nodiscard]] unsigned degree() const noexcept;
  [[nodiscard]] std::set<Variable> variables() const;
  /// The greatest common divisor of the coefficients, positive; 0 for zero.
  [[nodiscard]] Rational content() const;
  /// The multiple by a positive or negative rational that has coprime integer coefficients and a
  /// positive first term: two polynomials with the same zeros by a constant factor get one form.
  [[nodiscard]] Polynomial primitive() const;

  Polynomial& operator+=(const Polynomial& other);
  Polynomial& operator-=(const Polynomial& other);
  Polynomial& operator*=(const Rational& factor);
  [[nodiscard]] Polynomial operator-() const;
  friend Polynomial operator+(Polynomial left, const Polynomial& right) { return left += right; }
  friend Polynomial operator-(Polynomial left, const Polynomial& right) { return left -= right; }
  friend Polynomial operator*(const Polynomial& left, const Polynomial& right);
  [[nodiscard]] Polynomial pow(unsigned exponent) const;

  /// Partial derivative.
  [[nodiscard]] Polynomial derivative(const Variable& variable) const;
  /// Total derivative by the independent variable; parameters are constant.
  [[nodiscard]] Polynomial total_derivative() const;

  friend bool operator==(const Polynomial&, const Polynomial&) = default;
  /// An order for tables, without other meaning.
  friend std::strong_ordering operator<=>(const Polynomial&, const Polynomial&) = default;

 private:
  void add_term(const Monomial& monomial, const Rational& coefficient);

  Terms terms_;
};

/// `x'' + lambda*x`, with explicit `*`; a problem file reads it back.
[[nodiscard]] std::string to_string(const Polynomial& polynomial);

/// The same value as a tree.
[[nodiscard]] Expression to_expression(const Polynomial& polynomial);

/// The highest order to which each unknown occurs.
[[nodiscard]] std::map<std::string, unsigned> orders_of(const Polynomial& polynomial);

}  // namespace leafwise::algebra
