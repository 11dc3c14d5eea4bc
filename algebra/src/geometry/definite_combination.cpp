// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/definite_combination.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "geometry/gram_matrices.hpp"
#include "geometry/interior_point.hpp"
#include "geometry/symmetric_matrix.hpp"

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;

constexpr std::size_t most_variables = 10;
constexpr std::size_t most_monomials = 28;
constexpr std::size_t most_generators = 12;
/// Beyond, doubles have nothing to say.
constexpr std::size_t most_bits = 60;
/// Factors of a combination are rounded to so many parts of the largest: few where these do.
constexpr std::array<std::int64_t, 4> parts = {1, 12, 1 << 8, 1 << 16};

bool is_small(const Polynomials& generators) {
  std::set<Variable> used;
  for (const Polynomial& generator : generators) {
    used.merge(generator.variables());
    for (const auto& [monomial, coefficient] : generator.terms()) {
      if (coefficient.bits() > most_bits) return false;
    }
  }
  return used.size() <= most_variables && !generators.empty() &&
         generators.size() <= most_generators;
}

Polynomial product_with(const std::vector<Monomial>& monomials,
                        const std::vector<std::vector<Rational>>& matrix) {
  Polynomial sum;
  for (std::size_t i = 0; i < monomials.size(); ++i) {
    for (std::size_t j = 0; j < monomials.size(); ++j) {
      sum += Polynomial::term(matrix[i][j], monomials[i] * monomials[j]);
    }
  }
  return sum;
}

/// In rational numbers what doubles have shown nearly.
std::optional<DefiniteCombination> proved(const GramMatrices& space, const SpaceMember& member) {
  double largest = 0;
  const std::vector<double> factors(
      member.coordinates.begin(),
      member.coordinates.begin() + static_cast<std::ptrdiff_t>(space.generators().size()));
  for (const double factor : factors) largest = std::max(largest, std::abs(factor));
  if (!(largest > 0)) return std::nullopt;
  for (const std::int64_t count : parts) {
    const double scale = static_cast<double>(count) / largest;
    Polynomial combination;
    DenseMatrix scaled = member.matrix;
    for (std::size_t i = 0; i < space.size(); ++i) {
      for (std::size_t j = 0; j < space.size(); ++j) scaled(i, j) *= scale;
    }
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const Rational factor(static_cast<std::int64_t>(std::llround(factors[k] * scale)));
      combination += space.generators()[k] * Polynomial(factor);
    }
    const auto exact = space.exact(scaled, combination);
    if (exact.empty() || !is_positive_definite(exact)) continue;
    if (product_with(space.monomials(), exact) != combination) continue;
    DefiniteCombination result{combination.primitive(), {}};
    for (const Monomial& monomial : space.monomials()) {
      result.monomials.push_back(Polynomial::term(Rational(1), monomial));
    }
    return result;
  }
  return std::nullopt;
}

}  // namespace

std::optional<DefiniteCombination> definite_combination(const Polynomials& generators,
                                                        const Limits& limits) {
  if (!is_small(generators)) return std::nullopt;
  const GramMatrices space(generators, monomials_of_squares(generators, most_monomials));
  if (space.size() == 0 || space.generators().empty()) return std::nullopt;
  std::optional<DefiniteCombination> result;
  const auto is_enough = [&](const SpaceMember& member) {
    result = proved(space, member);
    return result.has_value();
  };
  (void)find_definite(space.basis(), space.size(), is_enough, limits);
  return result;
}

}  // namespace leafwise::algebra::detail
