// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "method_cases.hpp"

/// The order test of paper 000, section 6.1 and figure 6.1.
namespace leafwise::tests {

/// y' = 3y + 3x², y(0) = 2 (printed with 2x², which its printed solution does not solve), as its
/// 1-jet: x, y, y1.
[[nodiscard]] inline Curve order_test() {
  Curve curve;
  curve.name = "figure 6.1";
  curve.coordinates = {"x", "y", "y1"};
  curve.equations = {{{1, {2}}, {-3, {1}}, {-3, {0, 0}}}};
  curve.codimension = 1;
  curve.field = {{{1, {}}}, {{1, {2}}}, {{3, {2}}, {6, {0}}}};
  curve.start = {0, 2, 6};
  return curve;
}

/// The printed solution.
[[nodiscard]] inline long double order_test_solution(long double x) {
  return -x * x - 2 * x / 3 - 2.0L / 9 + 20.0L / 9 * std::exp(3 * x);
}

/// |error| of y at `end` with steps of 2^−halvings along the arc; not a number if the run failed.
[[nodiscard]] inline long double order_test_error(const MethodCase& method,
                                                  long double end,
                                                  int halvings) {
  const Curve curve = order_test();
  auto settings = fixed_steps<long double>(method, integrator::Parameter::arclength, end, 1);
  settings.scale = integrator::Scale::independent;
  settings.step = std::exp2(-static_cast<long double>(halvings));
  const auto report = integrator::integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
  if (report.reason != integrator::Reason::reached) {
    return std::numeric_limits<long double>::quiet_NaN();
  }
  return std::abs(end_of(report)[1] - order_test_solution(end));
}

/// Slope of the line through the points with the least sum of squares.
[[nodiscard]] inline long double fitted_slope(
    const std::vector<std::pair<long double, long double>>& points) {
  long double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (const auto& [x, y] : points) {
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const auto count = static_cast<long double>(points.size());
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

/// Of −log₂ error over h = 2^−first … 2^−last: the order.
[[nodiscard]] inline long double order_test_slope(const MethodCase& method,
                                                  long double end,
                                                  int first,
                                                  int last) {
  std::vector<std::pair<long double, long double>> points;
  for (int k = first; k <= last; ++k) {
    points.emplace_back(k, -std::log2(order_test_error(method, end, k)));
  }
  return fitted_slope(points);
}

}  // namespace leafwise::tests
