// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Whether solving for what occurs linearly, one equation after the other, shows that the
/// polynomials have no common zero. False says nothing.
[[nodiscard]] bool have_no_zero(std::vector<Polynomial> polynomials);

}  // namespace leafwise::algebra::detail
