// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

/// Ideals whose minimal primes are known by how they were built, for the laws of decomposition.
namespace leafwise::tests {

using Polynomials = std::vector<algebra::Polynomial>;
using Variables = std::vector<algebra::Variable>;

/// A prime over ℚ, by construction.
struct KnownPrime {
  Polynomials generators;
  std::string family;
  int dimension = 0;
  long degree = 0;                    ///< 0: not known, it was bent
  Truth absolutely = Truth::unknown;  ///< whether it stays prime over ℂ
};

/// x1, …, xn
[[nodiscard]] Variables numbered_variables(std::size_t count, const std::string& letter = "x");

/// From −bound to bound.
[[nodiscard]] std::int64_t small_integer(std::mt19937_64& random, std::int64_t bound);

/// Sparse, with small coefficients; may be zero.
[[nodiscard]] algebra::Polynomial random_sparse(std::mt19937_64& random,
                                                const Variables& variables,
                                                unsigned degree,
                                                int terms);

/// All variables replaced at once.
[[nodiscard]] algebra::Polynomial replaced(const algebra::Polynomial& polynomial,
                                           const Variables& variables,
                                           const Polynomials& values);
[[nodiscard]] Polynomials replaced(const Polynomials& polynomials,
                                   const Variables& variables,
                                   const Polynomials& values);

/// One of the families. @pre at least three variables
[[nodiscard]] KnownPrime random_prime(std::mt19937_64& random, const Variables& variables);
/// Its image under a random automorphism of the affine space: linear, or one that bends.
[[nodiscard]] KnownPrime moved(std::mt19937_64& random,
                               const Variables& variables,
                               const KnownPrime& prime);

/// All products of one generator of each.
[[nodiscard]] Polynomials products(const Polynomials& left, const Polynomials& right);

/// The primes among these that contain no other, each once.
[[nodiscard]] std::vector<KnownPrime> minimal_among(const Variables& variables,
                                                    const std::vector<KnownPrime>& primes);

[[nodiscard]] std::string to_text(const Polynomials& polynomials);
/// What must not depend on chance: everything but how the result was reached.
[[nodiscard]] std::string result_text(const algebra::Decomposition& decomposition);

/// Checks that these and no others are the components, all proved; reports with doctest.
void check_components(const algebra::Ideal& ideal,
                      const algebra::Decomposition& found,
                      const std::vector<KnownPrime>& expected);

[[nodiscard]] algebra::DecompositionOptions uncached();

}  // namespace leafwise::tests
