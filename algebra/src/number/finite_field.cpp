// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/finite_field.hpp"

#include <flint/fq_nmod_poly.h>
#include <flint/fq_nmod_poly_factor.h>
#include <flint/nmod_poly_factor.h>
#include <flint/ulong_extras.h>

#include <utility>

#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

using Element = FiniteField::Element;

Element::Element(std::shared_ptr<const FiniteField> field) : field_(std::move(field)) {
  fq_nmod_init(value_, field_->context_);
}

Element::Element(const Element& other) : field_(other.field_) {
  fq_nmod_init(value_, field_->context_);
  fq_nmod_set(value_, other.value_, field_->context_);
}

Element& Element::operator=(const Element& other) {
  Element copy(other);
  return *this = std::move(copy);
}

Element::Element(Element&& other) noexcept : field_(other.field_) {
  fq_nmod_init(value_, field_->context_);
  fq_nmod_swap(value_, other.value_, field_->context_);
}

Element& Element::operator=(Element&& other) noexcept {
  std::swap(field_, other.field_);
  std::swap(value_[0], other.value_[0]);
  return *this;
}

Element::~Element() {
  fq_nmod_clear(value_, field_->context_);
}

bool Element::is_zero() const {
  return fq_nmod_is_zero(value_, field_->context_) != 0;
}

Element Element::inverse() const {
  LEAFWISE_DEMAND(!is_zero());
  Element result(field_);
  fq_nmod_inv(result.value_, value_, field_->context_);
  return result;
}

Element Element::power(std::uint64_t exponent) const {
  Element result(field_);
  fq_nmod_pow_ui(result.value_, value_, exponent, field_->context_);
  return result;
}

Element& Element::operator+=(const Element& other) {
  fq_nmod_add(value_, value_, other.value_, field_->context_);
  return *this;
}

Element& Element::operator-=(const Element& other) {
  fq_nmod_sub(value_, value_, other.value_, field_->context_);
  return *this;
}

Element& Element::operator*=(const Element& other) {
  fq_nmod_mul(value_, value_, other.value_, field_->context_);
  return *this;
}

std::shared_ptr<const FiniteField> FiniteField::make(std::uint32_t prime,
                                                     const std::vector<std::uint64_t>& modulus) {
  LEAFWISE_DEMAND(modulus.size() > 1 && modulus.back() != 0);
  nmod_poly_t polynomial;
  nmod_poly_init(polynomial, prime);
  for (std::size_t k = 0; k < modulus.size(); ++k) {
    nmod_poly_set_coeff_ui(polynomial, static_cast<slong>(k), modulus[k]);
  }
  nmod_poly_make_monic(polynomial, polynomial);
  std::shared_ptr<FiniteField> field(new FiniteField(prime));
  fq_nmod_ctx_init_modulus(field->context_, polynomial, "u");
  nmod_poly_clear(polynomial);
  return field;
}

FiniteField::~FiniteField() {
  fq_nmod_ctx_clear(context_);
}

Element FiniteField::element(const std::shared_ptr<const FiniteField>& field,
                             const std::vector<std::uint64_t>& coefficients) {
  Element result(field);
  nmod_poly_t polynomial;
  nmod_poly_init(polynomial, field->prime_);
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    nmod_poly_set_coeff_ui(polynomial, static_cast<slong>(k), coefficients[k]);
  }
  fq_nmod_set_nmod_poly(result.value_, polynomial, field->context_);
  nmod_poly_clear(polynomial);
  return result;
}

std::optional<Element> FiniteField::element(const std::shared_ptr<const FiniteField>& field,
                                            const Rational& value) {
  const std::optional<std::uint64_t> image = residue(value, field->prime_);
  if (!image) return std::nullopt;
  return element(field, std::vector<std::uint64_t>{*image});
}

bool FiniteField::is_irreducible(const std::vector<Element>& coefficients) {
  const std::shared_ptr<const FiniteField>& field = coefficients.back().field_;
  fq_nmod_poly_t polynomial;
  fq_nmod_poly_init(polynomial, field->context_);
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    fq_nmod_poly_set_coeff(
        polynomial, static_cast<slong>(k), coefficients[k].value_, field->context_);
  }
  const bool result = fq_nmod_poly_is_irreducible(polynomial, field->context_) != 0;
  fq_nmod_poly_clear(polynomial, field->context_);
  return result;
}

std::optional<std::uint64_t> residue(const Rational& value, std::uint32_t prime) {
  const fmpq* raw = Rational::Access::of(value);
  const ulong below = fmpz_fdiv_ui(fmpq_denref(raw), prime);
  if (below == 0) return std::nullopt;
  const ulong above = fmpz_fdiv_ui(fmpq_numref(raw), prime);
  return below == 1 ? above : n_mulmod2(above, n_invmod(below, prime), prime);
}

std::vector<std::uint64_t> smallest_factor(const std::vector<std::uint64_t>& coefficients,
                                           std::uint32_t prime) {
  nmod_poly_t polynomial;
  nmod_poly_factor_t factors;
  nmod_poly_init(polynomial, prime);
  nmod_poly_factor_init(factors);
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    nmod_poly_set_coeff_ui(polynomial, static_cast<slong>(k), coefficients[k]);
  }
  if (nmod_poly_degree(polynomial) > 0) nmod_poly_factor(factors, polynomial);
  const nmod_poly_struct* best = nullptr;
  for (slong i = 0; i < factors->num; ++i) {
    const nmod_poly_struct* factor = factors->p + i;
    if (best == nullptr || nmod_poly_degree(factor) < nmod_poly_degree(best)) best = factor;
  }
  std::vector<std::uint64_t> result;
  for (slong k = 0; best != nullptr && k <= nmod_poly_degree(best); ++k) {
    result.push_back(nmod_poly_get_coeff_ui(best, k));
  }
  nmod_poly_factor_clear(factors);
  nmod_poly_clear(polynomial);
  return result;
}

}  // namespace leafwise::algebra::detail
