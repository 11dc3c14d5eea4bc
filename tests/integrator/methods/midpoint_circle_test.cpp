// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>

#include "curves.hpp"
#include "method_cases.hpp"

namespace leafwise::integrator {

TEST_CASE("the midpoint rule with the papers' control follows a circle at its tolerance") {
  // The estimate of paper 003, 6.2.2, is 0 there: with it alone steps grew without bound.
  tests::Curve circle;
  circle.coordinates = {"t", "x", "y"};
  circle.equations = {{{1, {1, 1}}, {1, {2, 2}}, {-1, {}}}};
  circle.codimension = 1;
  circle.field = {{{1, {}}}, {{-1, {2}}}, {{1, {1}}}};
  circle.start = {0, 1, 0};
  const auto problem = tests::make_problem<double>(circle);
  for (const double relative : {1e-2, 1e-4, 1e-6}) {
    CAPTURE(relative);
    Settings<double> settings;
    settings.method = "implicit_midpoint";
    settings.control = Control::classic;
    settings.relative_tolerance = relative;
    settings.to = 20;
    const auto report = integrate<double>(problem, settings, tests::start_of<double>(circle));
    REQUIRE(report.reason == Reason::reached);
    CHECK(report.failed == 0);
    const double angle = std::atan2(tests::end_of(report)[2], tests::end_of(report)[1]);
    // Each step errs by a third of what is held at the tolerance.
    const double bound = relative * static_cast<double>(report.steps);
    CHECK(std::abs(std::remainder(angle - 20, 2 * std::acos(-1.0))) < bound);
  }
}

}  // namespace leafwise::integrator
