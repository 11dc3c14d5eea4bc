// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// The same number. @pre finite
[[nodiscard]] Rational exact_rational(double value);

/// The rational of smallest denominator within this distance. @pre finite, distance ≥ 0
[[nodiscard]] Rational simplest_rational(double value, double distance);

/// Whether all polynomials are zero there. @pre the point has all their variables
[[nodiscard]] bool all_vanish(const std::vector<Polynomial>& polynomials,
                              const std::map<Variable, Rational>& point);

/// A rational point that is close to this one and where all polynomials are zero, if simple
/// rationals will do. @pre one coordinate for each variable
[[nodiscard]] std::optional<std::map<Variable, Rational>> exact_zero_near(
    const std::vector<Polynomial>& polynomials,
    const std::vector<Variable>& variables,
    const std::vector<double>& point);

}  // namespace leafwise::algebra::detail
