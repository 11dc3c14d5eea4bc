// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

/// Real zeros of polynomials in one variable, exactly.
namespace leafwise::algebra::detail {

/// How many different real zeros there are. Nothing if the polynomial is too large: FLINT can't be
/// stopped. @pre one variable
[[nodiscard]] std::optional<std::size_t> count_real_roots(const Polynomial& polynomial);

/// One rational number in each interval that the real zeros of all of them cut out of the line, in
/// increasing order; {0} if there are none. Nothing if they are too large.
/// @pre no other variables, none is zero
[[nodiscard]] std::optional<std::vector<Rational>> numbers_between_roots(
    const std::vector<Polynomial>& polynomials);

}  // namespace leafwise::algebra::detail
