// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/flint_ring.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

FlintRing::FlintRing(std::vector<Variable> variables) : variables_(std::move(variables)) {
  for (std::size_t i = 0; i < variables_.size(); ++i) indices_.emplace(variables_[i], i);
  LEAFWISE_DEMAND(indices_.size() == variables_.size() && !variables_.empty());
  fmpq_mpoly_ctx_init(context_, static_cast<slong>(variables_.size()), ORD_DEGREVLEX);
}

FlintRing::~FlintRing() {
  fmpq_mpoly_ctx_clear(context_);
}

std::size_t FlintRing::index_of(const Variable& variable) const {
  const auto found = indices_.find(variable);
  LEAFWISE_DEMAND(found != indices_.end(), to_string(variable));
  return found->second;
}

bool FlintRing::has_all(const Polynomial& polynomial) const {
  const std::set<Variable> used = polynomial.variables();
  return std::all_of(used.begin(), used.end(), [this](const Variable& variable) {
    return indices_.contains(variable);
  });
}

engine::WirePolynomial FlintRing::to_wire(const Polynomial& polynomial) const {
  engine::WirePolynomial wire;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    engine::WireTerm term{coefficient.to_string(), std::vector<unsigned>(variables_.size(), 0)};
    for (const Monomial::Factor& factor : monomial.factors()) {
      term.exponents[index_of(factor.variable)] = factor.exponent;
    }
    wire.push_back(std::move(term));
  }
  return wire;
}

Polynomial FlintRing::from_wire(const engine::WirePolynomial& wire) const {
  Polynomial result;
  for (const engine::WireTerm& term : wire) {
    Rational coefficient;
    const int bad = fmpq_set_str(Rational::Access::of(coefficient), term.coefficient.c_str(), 10);
    LEAFWISE_DEMAND(bad == 0 && term.exponents.size() == variables_.size());
    Monomial monomial;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (term.exponents[i] > 0) monomial = monomial * Monomial(variables_[i], term.exponents[i]);
    }
    result += Polynomial::term(std::move(coefficient), std::move(monomial));
  }
  return result;
}

void FlintRing::set(fmpq_mpoly_t target, const Polynomial& source) const {
  fmpq_mpoly_zero(target, context_);
  std::vector<ulong> exponents(variables_.size());
  for (const auto& [monomial, coefficient] : source.terms()) {
    std::fill(exponents.begin(), exponents.end(), 0);
    for (const Monomial::Factor& factor : monomial.factors()) {
      exponents[index_of(factor.variable)] = factor.exponent;
    }
    fmpq_mpoly_push_term_fmpq_ui(
        target, Rational::Access::of(coefficient), exponents.data(), context_);
  }
  fmpq_mpoly_sort_terms(target, context_);
  fmpq_mpoly_reduce(target, context_);
}

Polynomial FlintRing::get(const fmpq_mpoly_t source) const {
  Polynomial result;
  std::vector<ulong> exponents(variables_.size());
  for (slong i = 0; i < fmpq_mpoly_length(source, context_); ++i) {
    Rational coefficient;
    fmpq_mpoly_get_term_coeff_fmpq(Rational::Access::of(coefficient), source, i, context_);
    fmpq_mpoly_get_term_exp_ui(exponents.data(), source, i, context_);
    Monomial monomial;
    for (std::size_t k = 0; k < exponents.size(); ++k) {
      if (exponents[k] == 0) continue;
      monomial = monomial * Monomial(variables_[k], static_cast<unsigned>(exponents[k]));
    }
    result += Polynomial::term(std::move(coefficient), std::move(monomial));
  }
  return result;
}

FlintPolynomials::FlintPolynomials(const FlintRing& ring,
                                   const std::vector<Polynomial>& polynomials)
    : ring_(ring) {
  for (const Polynomial& polynomial : polynomials) {
    storage_.push_back(std::make_unique<fmpq_mpoly_struct>());
    fmpq_mpoly_init(storage_.back().get(), ring_.context());
    ring_.set(storage_.back().get(), polynomial);
    pointers_.push_back(storage_.back().get());
  }
}

FlintPolynomials::~FlintPolynomials() {
  for (const auto& polynomial : storage_) fmpq_mpoly_clear(polynomial.get(), ring_.context());
}

Polynomial FlintPolynomials::remainder(const Polynomial& polynomial) const {
  if (pointers_.empty()) return polynomial;
  fmpq_mpoly_t dividend;
  fmpq_mpoly_t rest;
  fmpq_mpoly_init(dividend, ring_.context());
  fmpq_mpoly_init(rest, ring_.context());
  ring_.set(dividend, polynomial);
  // FLINT wants room for the quotients, too.
  std::vector<std::unique_ptr<fmpq_mpoly_struct>> quotients;
  std::vector<fmpq_mpoly_struct*> quotient_pointers;
  for (std::size_t i = 0; i < pointers_.size(); ++i) {
    quotients.push_back(std::make_unique<fmpq_mpoly_struct>());
    fmpq_mpoly_init(quotients.back().get(), ring_.context());
    quotient_pointers.push_back(quotients.back().get());
  }
  std::vector<fmpq_mpoly_struct*> divisors = pointers_;
  fmpq_mpoly_divrem_ideal(quotient_pointers.data(),
                          rest,
                          dividend,
                          divisors.data(),
                          static_cast<slong>(divisors.size()),
                          ring_.context());
  Polynomial result = ring_.get(rest);
  for (const auto& quotient : quotients) fmpq_mpoly_clear(quotient.get(), ring_.context());
  fmpq_mpoly_clear(dividend, ring_.context());
  fmpq_mpoly_clear(rest, ring_.context());
  return result;
}

void FlintPolynomials::sort_by_leading_monomial() {
  const auto leading = [this](const fmpq_mpoly_struct* polynomial) {
    std::vector<ulong> exponents(ring_.variables().size());
    fmpq_mpoly_get_term_exp_ui(exponents.data(), polynomial, 0, ring_.context());
    return exponents;
  };
  const auto degree = [](const std::vector<ulong>& exponents) {
    ulong sum = 0;
    for (const ulong exponent : exponents) sum += exponent;
    return sum;
  };
  std::sort(pointers_.begin(), pointers_.end(), [&](const auto* left, const auto* right) {
    const std::vector<ulong> a = leading(left);
    const std::vector<ulong> b = leading(right);
    if (degree(a) != degree(b)) return degree(a) < degree(b);
    // Reverse lexicographic: of equal degree, the larger power of the last variable is smaller.
    return std::lexicographical_compare(b.rbegin(), b.rend(), a.rbegin(), a.rend());
  });
}

}  // namespace leafwise::algebra::detail
