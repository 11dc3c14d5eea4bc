// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/real_roots.hpp"

#include <acb.h>
#include <arb_fmpz_poly.h>
#include <flint/fmpz_poly.h>

#include <algorithm>
#include <utility>

#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Owns a polynomial of FLINT.
class IntegerPolynomial {
 public:
  IntegerPolynomial() { fmpz_poly_init(polynomial_); }
  ~IntegerPolynomial() { fmpz_poly_clear(polynomial_); }
  IntegerPolynomial(const IntegerPolynomial&) = delete;
  IntegerPolynomial& operator=(const IntegerPolynomial&) = delete;

  [[nodiscard]] fmpz_poly_struct* get() noexcept { return polynomial_; }

 private:
  fmpz_poly_t polynomial_;
};

/// Complex numbers in balls.
class ComplexBalls {
 public:
  explicit ComplexBalls(slong size) : size_(size), balls_(_acb_vec_init(size)) {}
  ~ComplexBalls() { _acb_vec_clear(balls_, size_); }
  ComplexBalls(const ComplexBalls&) = delete;
  ComplexBalls& operator=(const ComplexBalls&) = delete;

  [[nodiscard]] acb_struct* get() noexcept { return balls_; }
  [[nodiscard]] acb_struct* at(slong index) noexcept { return balls_ + index; }

 private:
  slong size_;
  acb_ptr balls_;
};

/// Up to here FLINT was measured to take less than half a second; at degree 200 with coefficients
/// of 2000 bits it takes minutes.
constexpr std::size_t most_degree = 100;
constexpr std::size_t most_bits_times_degree = 8000;

/// The polynomial without its multiplicities; false if it is too large. @pre one variable or none
bool set_squarefree(IntegerPolynomial& target, const Polynomial& polynomial) {
  const std::size_t degree = polynomial.degree();
  if (degree > most_degree) return false;
  const Polynomial primitive = polynomial.primitive();
  IntegerPolynomial given;
  for (const auto& [monomial, coefficient] : primitive.terms()) {
    if (coefficient.bits() * degree > most_bits_times_degree) return false;
    fmpz_poly_set_coeff_fmpz(given.get(),
                             static_cast<slong>(monomial.degree()),
                             fmpq_numref(Rational::Access::of(coefficient)));
  }
  IntegerPolynomial derivative;
  IntegerPolynomial common;
  fmpz_poly_derivative(derivative.get(), given.get());
  fmpz_poly_gcd(common.get(), given.get(), derivative.get());
  fmpz_poly_div(target.get(), given.get(), common.get());
  return true;
}

/// The end of the ball; @param up the right one
Rational end_of(const arb_struct* ball, bool up) {
  arf_t end;
  arf_init(end);
  constexpr slong precision = 64;
  if (up) {
    arb_get_ubound_arf(end, ball, precision);
  } else {
    arb_get_lbound_arf(end, ball, precision);
  }
  Rational result;
  arf_get_fmpq(Rational::Access::of(result), end);
  arf_clear(end);
  return result;
}

/// An open interval between rational numbers with a root in it and no other one.
using Isolated = std::pair<Rational, Rational>;

/// Enclosures of the real roots, disjoint, from left to right.
std::optional<std::vector<Isolated>> isolated_roots(IntegerPolynomial& squarefree) {
  const slong degree = fmpz_poly_degree(squarefree.get());
  std::vector<Isolated> intervals;
  if (degree <= 0) return intervals;
  constexpr slong first_precision = 64;
  constexpr slong last_precision = 1024;
  ComplexBalls roots(degree);
  for (slong precision = first_precision; precision <= last_precision; precision *= 2) {
    arb_fmpz_poly_complex_roots(roots.get(), squarefree.get(), 0, precision);
    intervals.clear();
    for (slong i = 0; i < degree; ++i) {
      // Arb decides which roots are real, and sets their imaginary parts to zero.
      if (arb_is_zero(acb_imagref(roots.at(i))) == 0) continue;
      const arb_struct* root = acb_realref(roots.at(i));
      intervals.emplace_back(end_of(root, false), end_of(root, true));
    }
    std::sort(intervals.begin(), intervals.end());
    const auto meets = std::adjacent_find(
        intervals.begin(), intervals.end(), [](const Isolated& left, const Isolated& right) {
          return left.second >= right.first;
        });
    if (meets == intervals.end()) return intervals;
  }
  return std::nullopt;
}

/// The rational number with the smallest denominator between these.
Rational simplest_between(const Rational& lower, const Rational& upper) {
  // In the middle half: an end is a bound of a root, and may be the root itself.
  const Rational quarter = (upper - lower) / Rational(4);
  const Rational from = lower + quarter;
  const Rational to = upper - quarter;
  Rational result;
  fmpq_simplest_between(
      Rational::Access::of(result), Rational::Access::of(from), Rational::Access::of(to));
  return result;
}

}  // namespace

std::optional<std::size_t> count_real_roots(const Polynomial& polynomial) {
  IntegerPolynomial squarefree;
  if (!set_squarefree(squarefree, polynomial)) return std::nullopt;
  return static_cast<std::size_t>(fmpz_poly_num_real_roots(squarefree.get()));
}

std::optional<std::vector<Rational>> numbers_between_roots(
    const std::vector<Polynomial>& polynomials) {
  IntegerPolynomial all;
  fmpz_poly_one(all.get());
  for (const Polynomial& polynomial : polynomials) {
    IntegerPolynomial one;
    if (!set_squarefree(one, polynomial)) return std::nullopt;
    IntegerPolynomial common;
    fmpz_poly_gcd(common.get(), all.get(), one.get());
    fmpz_poly_div(one.get(), one.get(), common.get());
    fmpz_poly_mul(all.get(), all.get(), one.get());
    const auto bits = static_cast<std::size_t>(std::abs(fmpz_poly_max_bits(all.get())));
    const auto degree = static_cast<std::size_t>(fmpz_poly_degree(all.get()));
    if (degree > most_degree || bits * degree > most_bits_times_degree) return std::nullopt;
  }
  const auto roots = isolated_roots(all);
  if (!roots) return std::nullopt;
  if (roots->empty()) return std::vector<Rational>{Rational()};
  std::vector<Rational> numbers;
  numbers.push_back(simplest_between(roots->front().first - Rational(4), roots->front().first));
  for (std::size_t i = 0; i + 1 < roots->size(); ++i) {
    numbers.push_back(simplest_between((*roots)[i].second, (*roots)[i + 1].first));
  }
  numbers.push_back(simplest_between(roots->back().second, roots->back().second + Rational(4)));
  return numbers;
}

}  // namespace leafwise::algebra::detail
