// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// From ℚ[parameters, variables] to ℚ(parameters)[variables]: components that exist only for
/// special values of the parameters go, the others get the dimension and degree they have over the
/// field; `parameter_conditions` gets what must not vanish for that to hold, and
/// `all_parameter_conditions` whether that is all. Nothing to do without parameters.
void localise_at_parameters(const Ideal& ideal, Decomposition& decomposition, const Limits& limits);

}  // namespace leafwise::algebra::detail
