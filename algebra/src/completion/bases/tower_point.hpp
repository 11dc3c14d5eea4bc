// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// Of a tower without a basis: a point modulo a random prime is remembered, found by climbing.
/// Where there is a basis, or no tower, nothing happens.
void remember_point_of_tower(const Ideal& ideal);

}  // namespace leafwise::algebra::detail
