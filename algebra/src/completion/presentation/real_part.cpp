// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/presentation/real_part.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace leafwise::algebra::detail {

namespace {

/// p = vᵀ A v, v = (1, x, y, …).
struct Quadratic {
  std::vector<Polynomial> vector = {Polynomial(Rational(1))};
  std::vector<std::vector<Rational>> matrix = {};
};

std::optional<Quadratic> quadratic_of(const Polynomial& polynomial) {
  Quadratic result;
  std::map<Variable, std::size_t> places;
  for (const Variable& variable : polynomial.variables()) {
    if (variable.role == Role::parameter) return std::nullopt;
    places.emplace(variable, result.vector.size());
    result.vector.emplace_back(variable);
  }
  const std::size_t size = result.vector.size();
  result.matrix.assign(size, std::vector<Rational>(size));
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.degree() > 2) return std::nullopt;
    std::vector<std::size_t> product;
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

bool is_zero(const Rational& value) {
  return value == Rational(0);
}

/// The forms l of p = ±Σ dᵢ lᵢ², dᵢ > 0: real zeros of p are zeros of them all. Empty for others.
std::vector<Polynomial> forms_of_sum_of_squares(const Polynomial& polynomial) {
  std::optional<Quadratic> found = quadratic_of(polynomial);
  if (!found) return {};
  auto& matrix = found->matrix;
  std::vector<Polynomial> forms;
  std::optional<bool> is_positive;
  for (std::size_t pivot = 0; pivot < matrix.size(); ++pivot) {
    if (is_zero(matrix[pivot][pivot])) {
      // Beside a zero on its diagonal a semidefinite matrix has nothing else, now or later.
      if (!std::all_of(matrix[pivot].begin(), matrix[pivot].end(), &is_zero)) return {};
      continue;
    }
    const bool sign = matrix[pivot][pivot] > Rational(0);
    if (is_positive.value_or(sign) != sign) return {};
    is_positive = sign;
    Polynomial form;
    for (std::size_t j = 0; j < matrix.size(); ++j) form += matrix[pivot][j] * found->vector[j];
    forms.push_back(form);
    complete_square(matrix, pivot);
  }
  return forms;
}

bool has_sum_of_squares(const Leaf& leaf, const Limits& limits) {
  const auto& generators = leaf.base.generators();
  return std::any_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    if (generator.degree() != 2) return false;
    const std::vector<Polynomial> forms = forms_of_sum_of_squares(generator);
    return std::any_of(forms.begin(), forms.end(), [&](const Polynomial& form) {
      const Outcome<bool> vanishes = leaf.base.contains(form, limits);
      return vanishes && !vanishes.value();
    });
  });
}

/// At a real point M a + Gᵀμ = 0, G a = 0 gives aᵀM a = 0, and so a = 0: accelerations are unique,
/// and where they are free in general no real point is smooth.
bool has_free_accelerations(const Leaf& leaf) {
  return leaf.motion_is_free && std::any_of(leaf.free.begin(), leaf.free.end(), [](const auto& v) {
           return v.order == 2;
         });
}

}  // namespace

bool is_real_in_less(const Leaf& leaf, bool has_positive_mass, const Limits& limits) {
  const bool is_complete =
      leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
  if (!is_complete) return false;
  return (has_positive_mass && has_free_accelerations(leaf)) || has_sum_of_squares(leaf, limits);
}

}  // namespace leafwise::algebra::detail
