// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Whether the hypersurface f = 0 has a real point at which the gradient of f is not zero; if not,
/// all its real points are singular. Decided for small f by cells, after Collins: over each open
/// cell on which the leading coefficient and the discriminant of f have no zero, the number of real
/// zeros is constant, and one rational point of the cell shows it. Nothing if f is too large for
/// that, which depends on degrees, coefficients and counted points only.
/// @pre irreducible over ℚ, not constant
[[nodiscard]] std::optional<bool> has_regular_real_zero(const Polynomial& irreducible,
                                                        const Limits& limits);

}  // namespace leafwise::algebra::detail
