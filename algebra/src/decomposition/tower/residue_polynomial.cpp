// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/residue_polynomial.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>

#include "number/finite_field.hpp"

namespace leafwise::algebra::detail {

PrimeField::PrimeField(std::uint32_t prime) : prime_(prime) {
  constexpr std::uint32_t most_with_table = 1U << 16U;
  if (prime > most_with_table) return;
  roots_.assign(prime, -1);
  for (std::uint32_t a = 0; a < prime; ++a) {
    roots_[times(a, a)] = static_cast<std::int32_t>(a);
  }
}

std::uint32_t PrimeField::power(std::uint32_t base, std::uint32_t exponent) const {
  std::uint32_t result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

std::optional<std::uint32_t> PrimeField::root(std::uint32_t a) const {
  if (roots_.empty()) {
    const ulong found = n_sqrtmod(a, prime_);
    return a != 0 && found == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(found));
  }
  if (roots_[a] < 0) return std::nullopt;
  return static_cast<std::uint32_t>(roots_[a]);
}

std::optional<ResiduePolynomial> ResiduePolynomial::of(
    const Polynomial& polynomial,
    const std::map<Variable, std::size_t>& numbers,
    const PrimeField& field) {
  ResiduePolynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const std::optional<std::uint64_t> image = residue(coefficient, field.prime());
    if (!image) return std::nullopt;
    Term term{static_cast<std::uint32_t>(*image), {}};
    for (const Monomial::Factor& factor : monomial.factors()) {
      term.factors.emplace_back(numbers.at(factor.variable), factor.exponent);
    }
    result.terms_.push_back(std::move(term));
  }
  return result;
}

ResidueForm ResiduePolynomial::form(const std::vector<std::size_t>& fresh,
                                    const Residues& values,
                                    const PrimeField& field) const {
  ResidueForm form;
  form.quadratic.assign(fresh.size(), Residues(fresh.size(), 0));
  form.linear.assign(fresh.size(), 0);
  for (const Term& term : terms_) {
    std::uint32_t product = term.coefficient;
    std::vector<std::size_t> own;
    for (const auto& [variable, exponent] : term.factors) {
      const auto at = std::find(fresh.begin(), fresh.end(), variable);
      if (at == fresh.end()) {
        product = field.times(product, field.power(values[variable], exponent));
      } else {
        own.insert(own.end(), exponent, static_cast<std::size_t>(at - fresh.begin()));
      }
    }
    if (own.size() > 1) std::sort(own.begin(), own.end());
    std::uint32_t& place = own.empty()       ? form.constant
                           : own.size() == 1 ? form.linear[own[0]]
                                             : form.quadratic[own[0]][own[1]];
    place = field.plus(place, product);
  }
  return form;
}

std::uint32_t ResiduePolynomial::value(const Residues& values, const PrimeField& field) const {
  return form({}, values, field).constant;
}

Residues ResiduePolynomial::gradient(const Residues& values, const PrimeField& field) const {
  Residues result(values.size(), 0);
  for (const Term& term : terms_) {
    for (const auto& [by, times] : term.factors) {
      std::uint32_t product = field.times(term.coefficient, times % field.prime());
      for (const auto& [variable, exponent] : term.factors) {
        const std::uint32_t left = variable == by ? exponent - 1 : exponent;
        product = field.times(product, field.power(values[variable], left));
      }
      result[by] = field.plus(result[by], product);
    }
  }
  return result;
}

std::size_t rank_of(std::vector<Residues> rows, const PrimeField& field) {
  std::size_t rank = 0;
  const std::size_t width = rows.empty() ? 0 : rows.front().size();
  for (std::size_t column = 0; column < width && rank < rows.size(); ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(rank),
                                    rows.end(),
                                    [&](const Residues& row) { return row[column] != 0; });
    if (pivot == rows.end()) continue;
    std::swap(rows[rank], *pivot);
    const std::uint32_t inverse = field.inverse(rows[rank][column]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      if (rows[i][column] == 0) continue;
      const std::uint32_t factor = field.times(rows[i][column], inverse);
      for (std::size_t k = column; k < width; ++k) {
        rows[i][k] = field.minus(rows[i][k], field.times(factor, rows[rank][k]));
      }
    }
    ++rank;
  }
  return rank;
}

}  // namespace leafwise::algebra::detail
