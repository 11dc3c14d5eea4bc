// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/real_zeros.hpp"

#include <flint/fmpq_mpoly_factor.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "geometry/definite_polynomial.hpp"
#include "geometry/open_cells.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

using Kind = RealZeros::Kind;
using Polynomials = std::vector<Polynomial>;

bool is_even(const Monomial& monomial) {
  return std::all_of(monomial.factors().begin(), monomial.factors().end(), [](const auto& factor) {
    return factor.exponent % 2 == 0;
  });
}

/// Even terms of one sign: a zero is a zero of each. The products of their variables; empty for
/// others, and where a term is constant.
Polynomials even_terms(const Polynomial& polynomial) {
  Polynomials products;
  const int sign = polynomial.terms().begin()->second.sign();
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient.sign() != sign || !is_even(monomial)) return {};
    Polynomial product(Rational(1));
    for (const auto& factor : monomial.factors()) product = product * Polynomial(factor.variable);
    products.push_back(std::move(product));
  }
  return products;
}

/// A polynomial of degree 2 as a quadratic form in 1 and its variables.
struct Quadratic {
  Polynomials vector = {Polynomial(Rational(1))};
  std::vector<std::vector<Rational>> matrix = {};
};

Quadratic quadratic_of(const Polynomial& polynomial) {
  Quadratic result;
  std::map<Variable, std::size_t> places;
  for (const Variable& variable : polynomial.variables()) {
    places.emplace(variable, result.vector.size());
    result.vector.emplace_back(variable);
  }
  const std::size_t size = result.vector.size();
  result.matrix.assign(size, std::vector<Rational>(size));
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::vector<std::size_t> product;
    product.reserve(2);
    for (const Monomial::Factor& factor : monomial.factors()) {
      product.insert(product.end(), factor.exponent, places.at(factor.variable));
    }
    product.resize(2, 0);
    result.matrix[product[0]][product[1]] += coefficient / Rational(2);
    result.matrix[product[1]][product[0]] += coefficient / Rational(2);
  }
  return result;
}

/// Completes the square of v[pivot]: that row and column become zero.
void complete_square(std::vector<std::vector<Rational>>& matrix, std::size_t pivot) {
  const std::vector<Rational> row = matrix[pivot];
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const Rational share = row[i] / row[pivot];
    for (std::size_t j = 0; j < matrix.size(); ++j) matrix[i][j] -= share * row[j];
  }
}

/// p = ±Σ dᵢ lᵢ² with dᵢ > 0: real zeros of p are zeros of all lᵢ. Otherwise p has both signs.
/// @pre degree 2
RealZeros zeros_of_quadratic(const Polynomial& polynomial) {
  Quadratic form = quadratic_of(polynomial);
  auto& matrix = form.matrix;
  const auto is_zero = [](const Rational& entry) { return entry.is_zero(); };
  Polynomials forms;
  int sign = 0;
  // The constant comes last: what is left of it then is the least value.
  for (std::size_t step = 1; step <= matrix.size(); ++step) {
    const std::size_t pivot = step % matrix.size();
    const int here = matrix[pivot][pivot].sign();
    if (here == 0) {
      // Beside a zero on its diagonal a semidefinite matrix has nothing else, now or later.
      if (!std::all_of(matrix[pivot].begin(), matrix[pivot].end(), is_zero)) return {Kind::regular};
      continue;
    }
    if (sign != 0 && here != sign) return {Kind::regular};
    sign = here;
    if (pivot == 0) return {Kind::none};
    Polynomial square;
    for (std::size_t j = 0; j < matrix.size(); ++j) square += matrix[pivot][j] * form.vector[j];
    forms.push_back(square.primitive());
    complete_square(matrix, pivot);
  }
  return {Kind::fewer, std::move(forms)};
}

constexpr std::size_t most_terms = 200;
constexpr unsigned most_degree = 24;
constexpr std::size_t most_bits = 400;

/// The different irreducible factors; none where FLINT fails, and of what is too large: it can't be
/// stopped.
Polynomials factors_of(const Polynomial& polynomial) {
  const auto& terms = polynomial.terms();
  const bool is_small = terms.size() <= most_terms && polynomial.degree() <= most_degree &&
                        std::all_of(terms.begin(), terms.end(), [](const auto& term) {
                          return term.second.bits() <= most_bits;
                        });
  if (!is_small) return {};
  const std::set<Variable> used = polynomial.variables();
  const FlintRing ring({used.begin(), used.end()});
  const FlintPolynomials flint(ring, {polynomial, {}});
  fmpq_mpoly_factor_t factors;
  fmpq_mpoly_factor_init(factors, ring.context());
  Polynomials result;
  const bool is_done = fmpq_mpoly_factor(factors, flint.at(0), ring.context()) != 0;
  for (slong i = 0; is_done && i < fmpq_mpoly_factor_length(factors, ring.context()); ++i) {
    fmpq_mpoly_factor_get_base(flint.at(1), factors, i, ring.context());
    result.push_back(ring.get(flint.at(1)).primitive());
  }
  fmpq_mpoly_factor_clear(factors, ring.context());
  return result;
}

Polynomials gradient_of(const Polynomial& polynomial) {
  Polynomials gradient;
  for (const Variable& variable : polynomial.variables()) {
    gradient.push_back(polynomial.derivative(variable));
  }
  return gradient;
}

RealZeros zeros_of_irreducible(const Polynomial& polynomial, const Limits& limits) {
  if (polynomial.degree() == 1) return {Kind::regular};
  if (polynomial.degree() == 2) return zeros_of_quadratic(polynomial);
  if (has_certainly_no_real_zero(polynomial)) return {Kind::none};
  if (Polynomials products = even_terms(polynomial); !products.empty()) {
    return {Kind::fewer, std::move(products)};
  }
  const std::optional<bool> regular = has_regular_real_zero(polynomial, limits);
  if (!regular) return {};
  if (*regular) return {Kind::regular};
  return {Kind::fewer, gradient_of(polynomial)};
}

}  // namespace

RealZeros real_zeros(const Polynomial& polynomial, const Limits& limits) {
  if (polynomial.is_constant() || has_certainly_no_real_zero(polynomial)) return {Kind::none};
  const Polynomials factors = factors_of(polynomial);
  // Products of those that vanish for each factor would do; one factor left is what occurs.
  std::optional<RealZeros> result;
  for (const Polynomial& factor : factors) {
    RealZeros zeros = zeros_of_irreducible(factor, limits);
    if (zeros.kind == Kind::none) continue;
    if (result) return {};
    result = std::move(zeros);
    if (result->kind == Kind::fewer) {
      result->vanishing.push_back(factor);
    } else if (factors.size() > 1 || factor.degree() < polynomial.degree()) {
      // The others have no real zeros: this one is zero where the polynomial is.
      *result = {Kind::fewer, {factor}};
    }
  }
  if (factors.empty()) return {};
  return result ? *std::move(result) : RealZeros{Kind::none};
}

}  // namespace leafwise::algebra::detail
