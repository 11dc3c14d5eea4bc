// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "geometry/jacobian.hpp"
#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// The ideal and all minors of this size: where the rank is lower, on its variety. They are added
/// little by little; once `is_enough` says so of the sum, that is returned.
/// @pre size > 0, and not larger than the matrix
[[nodiscard]] Outcome<Ideal> add_minors(const Ideal& ideal,
                                        const PolynomialMatrix& matrix,
                                        std::size_t size,
                                        const std::function<Outcome<bool>(const Ideal&)>& is_enough,
                                        const Limits& limits);

}  // namespace leafwise::algebra::detail
