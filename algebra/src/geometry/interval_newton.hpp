// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// A closed interval around a double.
struct Interval {
  double centre = 0;
  double radius = 0;
};
using Box = std::map<Variable, Interval>;

/// A box that certainly holds a real zero of a square system; variables that are not solved for
/// have their given values exactly. Krawczyk's test, in balls: where K(X) lies in the interior of
/// X, there is a zero in X, and but one. Empty where the test fails: that proves nothing.
/// @pre as many polynomials as solved variables; `near` has all variables, finite
[[nodiscard]] std::optional<Box> enclose_zero(const std::vector<Polynomial>& system,
                                              const std::vector<Variable>& solved,
                                              const std::map<Variable, double>& near,
                                              const Limits& limits);

/// Whether the polynomial is certainly not zero at all points of the box.
[[nodiscard]] bool excludes_zero(const Polynomial& polynomial, const Box& box);

}  // namespace leafwise::algebra::detail
