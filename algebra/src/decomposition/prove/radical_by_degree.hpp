// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// With more parts than this the intersection takes longer than all the rest.
inline constexpr std::size_t most_parts_to_intersect = 40;

/// Whether generically reduced and unmixed: then I is radical without any intersection. A larger
/// degree than its components have together: it is not.
[[nodiscard]] Truth radical_by_degree(const Ideal& ideal,
                                      const Decomposition& decomposition,
                                      const Limits& limits);

}  // namespace leafwise::algebra::detail
