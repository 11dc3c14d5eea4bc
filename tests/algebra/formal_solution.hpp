// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "leafwise/algebra/completion.hpp"

/// A solution of a completed system as formal power series modulo a prime: a witness that does not
/// stand on Gröbner bases.
namespace leafwise::tests {

/// Residues; the k-th belongs to (t − t0)^k.
using Series = std::vector<std::uint64_t>;

class FormalSolution {
 public:
  static constexpr std::size_t length = 11;  ///< up to (t − t0)^10
  /// Prime, 3 mod 4, with squares that fit 64 bits, and so large that random points are generic.
  static constexpr std::uint64_t modulus = 2147483647;

  /// Through a random point of the leaf. Nothing where none is found: by substitution of random
  /// values only relations are solved that are linear or quadratic then.
  /// @pre no free functions, all top derivatives are graph variables
  [[nodiscard]] static std::optional<FormalSolution> through_random_point(
      const algebra::Leaf& leaf,
      const std::vector<algebra::Polynomial>& base_relations,
      std::mt19937_64& random);

  /// Whether it makes the polynomial vanish, to the order of the series.
  [[nodiscard]] bool solves(const algebra::Polynomial& polynomial) const;

 private:
  using Matrix = std::vector<std::vector<std::uint64_t>>;

  /// Rows that determine the graph variables at the point; false if there are too few.
  [[nodiscard]] bool choose_rows(const algebra::Leaf& leaf);
  void extend(const algebra::Leaf& leaf);
  /// Puts the coefficient of a graph or base variable's order k + 1 where it follows.
  void integrate(std::size_t k);
  [[nodiscard]] Series value(const algebra::Polynomial& polynomial, std::size_t size) const;

  std::map<algebra::Variable, Series> series_;
  std::vector<algebra::Polynomial> rows_;
  Matrix inverse_;  ///< of the chosen rows' coefficients at the point
};

}  // namespace leafwise::tests
