// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/gram_matrices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;
using Monomials = std::vector<Monomial>;

/// So many before those that can't occur are left out.
constexpr std::size_t most_candidates = 400;
/// Entries are rounded to multiples of 1/2^24: what is definite at all has some digits to spare.
constexpr double grid = 1 << 24;
constexpr double most_of_entry = 1e9;

/// Bounds on degrees of what may be a square root of a term.
struct Bounds {
  std::map<Variable, unsigned> most;
  unsigned least_degree = 0;
  unsigned most_degree = 0;
};

Bounds bounds_of(const Polynomials& generators) {
  Bounds bounds;
  bool is_first = true;
  for (const Polynomial& generator : generators) {
    for (const auto& [monomial, coefficient] : generator.terms()) {
      const unsigned degree = monomial.degree();
      bounds.least_degree = is_first ? degree : std::min(bounds.least_degree, degree);
      bounds.most_degree = std::max(bounds.most_degree, degree);
      is_first = false;
      for (const Monomial::Factor& factor : monomial.factors()) {
        unsigned& most = bounds.most[factor.variable];
        most = std::max(most, factor.exponent);
      }
    }
  }
  return bounds;
}

Monomials candidates(const Bounds& bounds) {
  Monomials all = {Monomial()};
  for (const auto& [variable, most] : bounds.most) {
    const std::size_t before = all.size();
    for (unsigned power = 1; 2 * power <= most; ++power) {
      for (std::size_t i = 0; i < before && all.size() <= most_candidates; ++i) {
        if (2 * (all[i].degree() + power) > bounds.most_degree) continue;
        all.push_back(all[i] * Monomial(variable, power));
      }
    }
  }
  std::erase_if(all, [&](const Monomial& one) { return 2 * one.degree() < bounds.least_degree; });
  return all;
}

/// Without those whose square neither occurs nor is a product of two others: their row in Q would
/// be zero.
Monomials squares_in(const Polynomials& generators, Monomials monomials) {
  std::set<Monomial> occurring;
  for (const Polynomial& generator : generators) {
    for (const auto& [monomial, coefficient] : generator.terms()) occurring.insert(monomial);
  }
  while (true) {
    std::set<Monomial> products = occurring;
    for (std::size_t i = 0; i < monomials.size(); ++i) {
      for (std::size_t j = i + 1; j < monomials.size(); ++j) {
        products.insert(monomials[i] * monomials[j]);
      }
    }
    const std::size_t removed = std::erase_if(
        monomials, [&](const Monomial& one) { return !products.contains(one * one); });
    if (removed == 0) return monomials;
  }
}

Rational largest_coefficient(const Polynomial& polynomial) {
  Rational largest;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    largest = std::max(largest, abs(coefficient));
  }
  return largest;
}

}  // namespace

Monomials monomials_of_squares(const Polynomials& generators, std::size_t most) {
  Monomials all = candidates(bounds_of(generators));
  if (all.size() > most_candidates) return {};
  // Where many are left out there are many turns: this bounds their work.
  if (all.size() > 4 * most) return {};
  all = squares_in(generators, std::move(all));
  return all.size() <= most ? all : Monomials{};
}

GramMatrices::GramMatrices(const Polynomials& generators, Monomials monomials)
    : monomials_(std::move(monomials)) {
  for (const Monomial& left : monomials_) {
    for (const Monomial& right : monomials_) ++counts_[left * right];
  }
  for (const Polynomial& generator : generators) {
    const bool fits = std::all_of(generator.terms().begin(),
                                  generator.terms().end(),
                                  [&](const auto& term) { return counts_.contains(term.first); });
    if (!fits) continue;
    generators_.push_back(generator * Polynomial(Rational(1) / largest_coefficient(generator)));
  }
}

std::vector<GramMatrices::SparseMatrix> GramMatrices::basis() const {
  std::vector<SparseMatrix> result(generators_.size());
  // Where each product was met first.
  std::map<Monomial, std::pair<std::size_t, std::size_t>> firsts;
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = i; j < size(); ++j) {
      const Monomial product = monomials_[i] * monomials_[j];
      const auto [first, is_new] = firsts.emplace(product, std::pair(i, j));
      for (std::size_t k = 0; k < generators_.size(); ++k) {
        const auto term = generators_[k].terms().find(product);
        if (term == generators_[k].terms().end()) continue;
        const double share = term->second.to_double() / counts_.at(product);
        result[k].push_back({i, j, share});
        if (i != j) result[k].push_back({j, i, share});
      }
      if (is_new) continue;
      SparseMatrix& difference = result.emplace_back();
      const auto [p, q] = first->second;
      for (const auto& [row, column, sign] : {std::tuple(i, j, 1.0), std::tuple(p, q, -1.0)}) {
        // A place beside the diagonal counts twice.
        difference.push_back({row, column, row == column ? sign : sign / 2});
        if (row != column) difference.push_back({column, row, sign / 2});
      }
    }
  }
  return result;
}

std::vector<std::vector<Rational>> GramMatrices::exact(const DenseMatrix& matrix,
                                                       const Polynomial& polynomial) const {
  std::map<Monomial, Rational> missing;
  for (const auto& [monomial, count] : counts_) missing.emplace(monomial, Rational());
  for (const auto& [monomial, coefficient] : polynomial.terms()) missing.at(monomial) = coefficient;
  std::vector<std::vector<Rational>> result(size(), std::vector<Rational>(size()));
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < size(); ++j) {
      const double entry = i < j ? matrix(i, j) : matrix(j, i);
      if (!(std::abs(entry) < most_of_entry)) return {};
      result[i][j] = Rational(static_cast<std::int64_t>(std::llround(entry * grid)),
                              static_cast<std::int64_t>(grid));
      missing.at(monomials_[i] * monomials_[j]) -= result[i][j];
    }
  }
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < size(); ++j) {
      const Monomial product = monomials_[i] * monomials_[j];
      result[i][j] += missing.at(product) / Rational(counts_.at(product));
    }
  }
  return result;
}

}  // namespace leafwise::algebra::detail
