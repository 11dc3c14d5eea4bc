// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/fq_nmod.h>
#include <flint/nmod_poly.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "leafwise/algebra/rational.hpp"

namespace leafwise::algebra::detail {

/// F_p[u]/(m), m irreducible.
class FiniteField {
 public:
  /// An element; all arithmetic is the field's.
  class Element {
   public:
    explicit Element(std::shared_ptr<const FiniteField> field);
    Element(const Element& other);
    Element& operator=(const Element& other);
    Element(Element&& other) noexcept;
    Element& operator=(Element&& other) noexcept;
    ~Element();

    [[nodiscard]] bool is_zero() const;
    [[nodiscard]] Element inverse() const;  ///< @pre not zero
    [[nodiscard]] Element power(std::uint64_t exponent) const;
    Element& operator+=(const Element& other);
    Element& operator-=(const Element& other);
    Element& operator*=(const Element& other);
    [[nodiscard]] const fq_nmod_struct* raw() const { return value_; }

   private:
    friend class FiniteField;
    std::shared_ptr<const FiniteField> field_;
    fq_nmod_t value_;
  };

  /// @param modulus m's coefficients, lowest first; the last is not zero
  [[nodiscard]] static std::shared_ptr<const FiniteField> make(
      std::uint32_t prime, const std::vector<std::uint64_t>& modulus);
  ~FiniteField();
  FiniteField(const FiniteField&) = delete;
  FiniteField& operator=(const FiniteField&) = delete;

  [[nodiscard]] std::uint32_t prime() const { return prime_; }
  /// Σ coefficients[k]·u^k
  [[nodiscard]] static Element element(const std::shared_ptr<const FiniteField>& field,
                                       const std::vector<std::uint64_t>& coefficients);
  /// Nothing if the denominator is a multiple of p.
  [[nodiscard]] static std::optional<Element> element(
      const std::shared_ptr<const FiniteField>& field, const Rational& value);
  /// Whether Σ coefficients[k]·x^k is irreducible over the field. @pre the last is not zero
  [[nodiscard]] static bool is_irreducible(const std::vector<Element>& coefficients);

 private:
  explicit FiniteField(std::uint32_t prime) : prime_(prime) {}

  std::uint32_t prime_;
  fq_nmod_ctx_t context_;
};

/// value mod p; nothing if the denominator is a multiple of p.
[[nodiscard]] std::optional<std::uint64_t> residue(const Rational& value, std::uint32_t prime);

/// An irreducible factor of least degree of Σ coefficients[k]·x^k modulo p; empty for constants.
[[nodiscard]] std::vector<std::uint64_t> smallest_factor(
    const std::vector<std::uint64_t>& coefficients, std::uint32_t prime);

}  // namespace leafwise::algebra::detail
