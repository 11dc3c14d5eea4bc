// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra::detail {

/// A prime between 2^29 and 2^30: small enough for products in 64 bits everywhere, and so many that
/// a bad one is not met by chance.
[[nodiscard]] std::uint32_t random_prime(std::mt19937_64& random);

/// A variable like `name` that is not among these.
[[nodiscard]] Variable fresh_variable(std::string name, const std::vector<Variable>& taken);

}  // namespace leafwise::algebra::detail
