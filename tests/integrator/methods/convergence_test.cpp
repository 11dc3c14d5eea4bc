// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/methods.hpp"

// The order seen in a plain run, without the order conditions: the two must agree.
namespace leafwise::integrator {
namespace {

/// The end value of y' = cos(t) y, y(0) = 1, at t = 2 after `steps` equal steps. The coefficient
/// varies so that more than the stability function of the method is tested.
/// @pre method is explicit
long double integrate_test_problem(const Tableau& method,
                                   std::span<const long double> weights,
                                   int steps) {
  const long double step = 2.0L / static_cast<long double>(steps);
  long double y = 1.0L;
  std::vector<long double> slopes(method.stages());
  for (int n = 0; n < steps; ++n) {
    const long double t = static_cast<long double>(n) * step;
    for (std::size_t i = 0; i < method.stages(); ++i) {
      long double stage_value = y;
      for (std::size_t j = 0; j < i; ++j) {
        stage_value += step * method.a(i, j) * slopes[j];
      }
      slopes[i] = std::cos(t + method.c()[i] * step) * stage_value;
    }
    for (std::size_t i = 0; i < method.stages(); ++i) {
      y += step * weights[i] * slopes[i];
    }
  }
  return y;
}

/// log2 of the ratio of the errors with `steps` and 2 · `steps` steps.
long double measured_order(const Tableau& method, std::span<const long double> weights, int steps) {
  const long double exact = std::exp(std::sin(2.0L));
  const long double coarse_error = std::abs(integrate_test_problem(method, weights, steps) - exact);
  const long double fine_error =
      std::abs(integrate_test_problem(method, weights, 2 * steps) - exact);
  return std::log2(coarse_error / fine_error);
}

}  // namespace

TEST_CASE("explicit methods converge with the order of their tableau") {
  // With h = 2/256 the next term of the error expansion changes the slope by O(h); all errors are
  // above 2e-16, far from the rounding errors of long double (1e-18 after 512 steps). In between,
  // 0.1 separates neighbouring orders safely. Orders 6 and 8 are at round-off there: they take
  // h = 2/96, with errors above 4e-16, and 2/20.
  constexpr long double slope_tolerance = 0.1L;
  for (const Tableau& method : all_methods()) {
    if (!method.is_explicit()) continue;
    CAPTURE(method.name());
    const int steps = method.order() < 6 ? 256 : method.order() < 8 ? 96 : 20;
    CHECK(std::abs(measured_order(method, method.b(), steps) - method.order()) < slope_tolerance);
    if (method.embedded_order()) {
      CHECK(std::abs(measured_order(method, method.b_embedded(), steps) -
                     *method.embedded_order()) < slope_tolerance);
    }
  }
}

}  // namespace leafwise::integrator
