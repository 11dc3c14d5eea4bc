// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Numbers modulo an odd prime; of a small one with a table of square roots.
class PrimeField {
 public:
  /// @pre an odd prime below 2^30
  explicit PrimeField(std::uint32_t prime);

  [[nodiscard]] std::uint32_t prime() const { return prime_; }
  [[nodiscard]] std::uint32_t plus(std::uint32_t a, std::uint32_t b) const {
    return (a + b) % prime_;
  }
  [[nodiscard]] std::uint32_t minus(std::uint32_t a, std::uint32_t b) const {
    return (a + prime_ - b) % prime_;
  }
  [[nodiscard]] std::uint32_t times(std::uint32_t a, std::uint32_t b) const {
    return static_cast<std::uint32_t>(std::uint64_t{a} * b % prime_);
  }
  [[nodiscard]] std::uint32_t power(std::uint32_t base, std::uint32_t exponent) const;
  /// @pre not 0
  [[nodiscard]] std::uint32_t inverse(std::uint32_t a) const { return power(a, prime_ - 2); }
  [[nodiscard]] std::optional<std::uint32_t> root(std::uint32_t a) const;

 private:
  std::uint32_t prime_;
  std::vector<std::int32_t> roots_;  ///< −1: none; empty where the prime is large
};

using Residues = std::vector<std::uint32_t>;

/// What is left of a polynomial, of degree 2 at most in some variables, where all others have
/// values: Σ quadratic[i][k]·v_i·v_k + Σ linear[i]·v_i + constant, i ≤ k.
struct ResidueForm {
  std::vector<Residues> quadratic;
  Residues linear;
  std::uint32_t constant = 0;
};

/// A polynomial modulo a prime. Variables are numbers.
class ResiduePolynomial {
 public:
  /// Nothing if a denominator vanishes. @pre all variables have numbers
  [[nodiscard]] static std::optional<ResiduePolynomial> of(
      const Polynomial& polynomial,
      const std::map<Variable, std::size_t>& numbers,
      const PrimeField& field);

  /// @pre of degree 2 at most in these, whose values do not count
  [[nodiscard]] ResidueForm form(const std::vector<std::size_t>& fresh,
                                 const Residues& values,
                                 const PrimeField& field) const;
  [[nodiscard]] std::uint32_t value(const Residues& values, const PrimeField& field) const;
  /// All partial derivatives.
  [[nodiscard]] Residues gradient(const Residues& values, const PrimeField& field) const;

 private:
  struct Term {
    std::uint32_t coefficient = 0;
    std::vector<std::pair<std::size_t, std::uint32_t>> factors;  ///< variable, exponent
  };
  std::vector<Term> terms_;
};

[[nodiscard]] std::size_t rank_of(std::vector<Residues> rows, const PrimeField& field);

}  // namespace leafwise::algebra::detail
