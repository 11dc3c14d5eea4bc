// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "method_cases.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::make_problem;
using tests::MethodCase;
using tests::start_of;

std::vector<double> exact_end(const Curve& curve, double to) {
  Settings<long double> settings;
  settings.method = "taylor_30";
  settings.to = static_cast<long double>(to);
  settings.relative_tolerance = settings.absolute_tolerance = 1e-18L;
  const auto report = integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
  const auto end = end_of(report);
  return {end.begin(), end.end()};
}

/// A way of length 2, or, for low orders at tight tolerances, as much of it as takes about a
/// thousand steps; each has size O(tolerance^(1/(order + 1))).
double way(const MethodCase& method, double tolerance) {
  const double order = method.order;
  const double easy = std::pow(10.0, -2.5 * order - 2);
  return 2 * std::min(1.0, std::pow(tolerance / easy, 1 / (order + 1)));
}

void check_error(const Curve& curve,
                 const MethodCase& method,
                 Parameter parameter,
                 double tolerance) {
  CAPTURE(curve.name);
  CAPTURE(method.name);
  CAPTURE(static_cast<int>(method.projection));
  CAPTURE(static_cast<int>(parameter));
  CAPTURE(tolerance);
  Settings<double> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.parameter = parameter;
  settings.to = way(method, tolerance);
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = Rows::requested;
  const auto report =
      integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  const double error = distance<double>(end_of(report), exact_end(curve, settings.to));
  // The factor. Errors of single steps are held at the tolerance, and add up along a flow that
  // stretches by less than 5; with few steps, the estimate is not yet that of a leading term.
  const double steps = static_cast<double>(report.steps);
  // Sums of steps round as well.
  const double round_off = 1e-14 + 2e-16 * steps;
  CHECK(error < 5 * std::max(4.0, steps) * tolerance + round_off);
  // A thousandth of the tolerance would be a waste of steps: seen are 1/500 and more, with
  // Dormand–Prince 8(5,3) at loose tolerances.
  if (tolerance > 1e3 * round_off) CHECK(error > 1e-3 * tolerance);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("errors follow the tolerance through all decades from 1e-3 to 1e-13") {
    for (const Curve& curve : {tests::pendulum_curve(), tests::sphere_curve()}) {
      for (const MethodCase& method : tests::method_cases()) {
        for (int decade = 3; decade <= 13; ++decade) {
          for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
            check_error(curve, method, parameter, std::pow(10.0, -decade));
          }
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
