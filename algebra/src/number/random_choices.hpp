// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra::detail {

/// A prime between 2^29 and 2^30: small enough for products in 64 bits everywhere, and so many that
/// a bad one is not met by chance.
[[nodiscard]] std::uint32_t random_prime(std::mt19937_64& random);

/// A seed for random choices about these polynomials: the same for the same ones and the same seed
/// of the user, and nothing that one can write polynomials against, since it changes with them.
[[nodiscard]] std::uint64_t seed_from(const std::vector<Polynomial>& polynomials,
                                      std::uint64_t seed);

/// A claim with what it is worth that two such primes agree in it. Wrong it is only if both are
/// among the finitely many bad ones; there are 26 million of them, and of a number with a thousand
/// digits no more than 115 are factors.
[[nodiscard]] std::string probably(const std::string& claim);

/// A variable like `name` that is not among these.
[[nodiscard]] Variable fresh_variable(std::string name, const std::vector<Variable>& taken);

}  // namespace leafwise::algebra::detail
