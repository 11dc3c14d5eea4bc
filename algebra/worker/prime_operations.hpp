// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "singular_objects.hpp"

/// Singular's ways to split an ideal.
namespace leafwise::algebra::worker {

[[nodiscard]] std::vector<WireIdeal> minimal_primes(ideal argument, ring r);
void absolute_primes(const Job& job, Answer& answer);
[[nodiscard]] WireIdeal radical(ideal argument, ring r);
[[nodiscard]] std::vector<WireIdeal> characteristic_series(ideal argument, ring r);
[[nodiscard]] std::vector<WireIdeal> factorizing_basis(ideal argument, ring r);
[[nodiscard]] std::vector<std::int64_t> characteristic_order(ideal argument, ring r);

}  // namespace leafwise::algebra::worker
