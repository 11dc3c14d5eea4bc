// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator {

/// A zero of a function with opposite signs at `low` and `high`, to round-off of the larger one of
/// them: inverse quadratic interpolation or bisection (T. R. Chandrupatla, Adv. Eng. Softw. 28
/// (1997) 145–149). Of the last two places, the one with the smaller value.
template <typename Real, typename Function>
[[nodiscard]] Real find_zero(
    Function&& function, Real low, Real high, Real value_low, Real value_high) {
  constexpr int most_evaluations = 200;
  Real a = high;
  Real b = low;
  Real value_a = value_high;
  Real value_b = value_low;
  Real share = Real{1} / 2;
  for (int i = 0; i < most_evaluations; ++i) {
    const Real x = a + share * (b - a);
    const Real value = function(x);
    Real c = 0;
    Real value_c = 0;
    if ((value < 0) == (value_a < 0)) {
      c = a;
      value_c = value_a;
    } else {
      c = b;
      value_c = value_b;
      b = a;
      value_b = value_a;
    }
    a = x;
    value_a = value;
    const Real best = std::abs(value_a) < std::abs(value_b) ? a : b;
    const Real smallest =
        2 * std::numeric_limits<Real>::epsilon() * std::max(std::abs(low), std::abs(high));
    const Real limit = smallest / std::abs(b - a);
    if (limit > Real{1} / 2 || value_a == 0 || value_b == 0) return best;
    const Real xi = (a - b) / (c - b);
    const Real phi = (value_a - value_b) / (value_c - value_b);
    share = Real{1} / 2;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
      share = value_a / (value_b - value_a) * value_c / (value_b - value_c) +
              (c - a) / (b - a) * value_a / (value_c - value_a) * value_b / (value_c - value_b);
    }
    share = std::clamp(share, limit, 1 - limit);
  }
  return a;
}

}  // namespace leafwise::integrator
