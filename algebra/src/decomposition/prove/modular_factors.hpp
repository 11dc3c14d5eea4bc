// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// How polynomials fall into factors modulo a prime, in our own process.
namespace leafwise::algebra::detail {

/// Coefficients of a polynomial in one variable modulo p, lowest first.
using Residues = std::vector<std::uint64_t>;

/// The degrees of irreducible factors, each as often as the factor occurs.
using Degrees = std::vector<std::size_t>;

struct FactorsInOneVariable {
  Degrees degrees;
  bool has_simple_zero = false;
};

[[nodiscard]] FactorsInOneVariable factors_in_one_variable(const Residues& polynomial,
                                                           std::uint32_t prime);

/// Of F(t, u), given by F(0, u), F(1, u), …, all monic in u and of the same degree: the degrees in
/// u of its factors. Empty: it could not be factored.
/// @pre at least as many values as F has coefficients in t
[[nodiscard]] Degrees factors_in_two_variables(const std::vector<Residues>& values,
                                               std::uint32_t prime);

/// Which degrees factors over ℚ can have of what falls into factors of known degrees modulo primes:
/// modulo each prime, a degree is a sum of some of these.
class PossibleDegrees {
 public:
  explicit PossibleDegrees(std::size_t degree) : possible_(degree + 1, true) {}

  /// True: that rules out some degree.
  bool restrict_to_sums_of(const Degrees& degrees);
  /// None but 0 and all: then there is one factor.
  [[nodiscard]] bool are_trivial() const;

 private:
  std::vector<bool> possible_;
};

}  // namespace leafwise::algebra::detail
