// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::tests {

/// A system whose minimal primes over ℚ are known from elsewhere.
struct KnownDecomposition {
  std::string name;
  std::vector<algebra::Variable> variables;
  std::vector<algebra::Polynomial> generators;
  /// Generators of each minimal prime; empty if only dimensions and degrees are known.
  std::vector<std::vector<algebra::Polynomial>> primes;
  /// Dimension and degree of each minimal prime.
  std::multiset<std::pair<int, long>> dimensions_and_degrees;
  /// Whether the generators generate the intersection of the primes.
  std::optional<bool> radical;
};

/// The systems of a file such as tests/data/decomposition/systems.json, in its order.
/// @throws std::exception if the file cannot be read or says anything unexpected
[[nodiscard]] std::vector<KnownDecomposition> read_known_decompositions(
    const std::filesystem::path& file);

}  // namespace leafwise::tests
