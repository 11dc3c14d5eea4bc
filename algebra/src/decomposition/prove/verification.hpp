// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// Generators of the intersection. @pre at least one
[[nodiscard]] Outcome<std::vector<Polynomial>> intersection_of(const std::vector<Ideal>& ideals,
                                                               const Limits& limits);

}  // namespace leafwise::algebra::detail
