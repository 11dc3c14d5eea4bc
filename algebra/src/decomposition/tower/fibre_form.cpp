// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/fibre_form.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

struct SplitMonomial {
  Monomial rest;
  std::vector<std::size_t> fresh;  ///< with multiplicity
};

SplitMonomial split(const Monomial& monomial, const std::vector<Variable>& fresh) {
  SplitMonomial result;
  for (const Monomial::Factor& factor : monomial.factors()) {
    const auto at = std::find(fresh.begin(), fresh.end(), factor.variable);
    if (at == fresh.end()) {
      result.rest = result.rest * Monomial(factor.variable, factor.exponent);
    } else {
      const auto index = static_cast<std::size_t>(at - fresh.begin());
      result.fresh.insert(result.fresh.end(), factor.exponent, index);
    }
  }
  return result;
}

/// Gauss and Jordan; nothing if the matrix is singular.
std::optional<RationalMatrix> inverse_of(RationalMatrix matrix) {
  const std::size_t size = matrix.size();
  RationalMatrix inverse(size, std::vector<Rational>(size));
  for (std::size_t i = 0; i < size; ++i) inverse[i][i] = Rational(1);
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && matrix[pivot][column].is_zero()) ++pivot;
    if (pivot == size) return std::nullopt;
    std::swap(matrix[pivot], matrix[column]);
    std::swap(inverse[pivot], inverse[column]);
    const Rational scale = matrix[column][column];
    for (std::size_t k = 0; k < size; ++k) {
      matrix[column][k] /= scale;
      inverse[column][k] /= scale;
    }
    for (std::size_t row = 0; row < size; ++row) {
      const Rational factor = matrix[row][column];
      if (row == column || factor.is_zero()) continue;
      for (std::size_t k = 0; k < size; ++k) {
        matrix[row][k] -= factor * matrix[column][k];
        inverse[row][k] -= factor * inverse[column][k];
      }
    }
  }
  return inverse;
}

}  // namespace

bool FibreForm::is_affine() const {
  return std::all_of(quadratic.begin(), quadratic.end(), [](const auto& row) {
    return std::all_of(row.begin(), row.end(), [](const Rational& r) { return r.is_zero(); });
  });
}

std::optional<FibreForm> form_in(const Polynomial& polynomial, const std::vector<Variable>& fresh) {
  const std::size_t size = fresh.size();
  FibreForm form;
  form.quadratic.assign(size, std::vector<Rational>(size));
  form.linear.assign(size, Polynomial());
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const SplitMonomial parts = split(monomial, fresh);
    if (parts.fresh.size() > 2) return std::nullopt;
    const Polynomial term = Polynomial::term(coefficient, parts.rest);
    if (parts.fresh.empty()) {
      form.constant += term;
    } else if (parts.fresh.size() == 1) {
      form.linear[parts.fresh[0]] += term;
    } else {
      if (parts.rest.degree() > 0) return std::nullopt;
      const Rational half = coefficient / Rational(2);
      form.quadratic[parts.fresh[0]][parts.fresh[1]] += half;
      form.quadratic[parts.fresh[1]][parts.fresh[0]] += half;
    }
  }
  return form;
}

bool is_regular(const RationalMatrix& matrix) {
  return inverse_of(matrix).has_value();
}

Polynomial value_at_centre(const FibreForm& form) {
  const std::optional<RationalMatrix> inverse = inverse_of(form.quadratic);
  Polynomial value = form.constant;
  if (!inverse) return value;
  for (std::size_t i = 0; i < form.linear.size(); ++i) {
    for (std::size_t k = 0; k < form.linear.size(); ++k) {
      if ((*inverse)[i][k].is_zero()) continue;
      Polynomial product = form.linear[i] * form.linear[k];
      product *= (*inverse)[i][k] / Rational(4);
      value -= product;
    }
  }
  return value;
}

std::optional<Rational> ratio(const RationalMatrix& left, const RationalMatrix& right) {
  std::optional<Rational> result;
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (left[i][k].is_zero()) continue;
      if (!result) result = right[i][k] / left[i][k];
    }
  }
  if (!result) return std::nullopt;
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (right[i][k] != *result * left[i][k]) return std::nullopt;
    }
  }
  return result;
}

}  // namespace leafwise::algebra::detail
