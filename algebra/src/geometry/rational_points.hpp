// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// A common zero of the polynomials with rational coordinates at which their Jacobian has this
/// rank. Cheap: coordinates are small integers or follow from linear equations; nothing found
/// proves nothing.
/// @param most_steps how many coordinates are tried
[[nodiscard]] std::optional<std::map<Variable, Rational>> find_rational_point(
    const std::vector<Variable>& variables,
    const std::vector<Polynomial>& polynomials,
    std::size_t rank,
    std::size_t most_steps);

}  // namespace leafwise::algebra::detail
