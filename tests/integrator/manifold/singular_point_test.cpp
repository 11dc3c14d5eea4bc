// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>

#include "method_cases.hpp"
#include "problems/mechanisms.hpp"

// The four-bar linkage that can lie flat. On its component g₂ the motion is regular and goes on; in
// the original equations the flat positions are singular, and no method may step over the first
// one, at t ≈ 1.4415, whatever its tolerance.
namespace leafwise::integrator {
namespace {

Report<double> run(const tests::Mechanism& mechanism,
                   const char* method,
                   Parameter parameter,
                   double tolerance) {
  const auto started = tests::reduced_form<double>(mechanism);
  const std::vector<double> start(started.start.begin(), started.start.end());
  Settings<double> settings;
  settings.method = method;
  settings.parameter = parameter;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.to = 5;
  return integrate<double>(started.problem, settings, start);
}

constexpr double first_flat_position = 1.4415;

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("the original four-bar stops at its first flat position, with everything kept") {
    for (const char* method : {"dopri54", "rk4", "dop853", "taylor", "radau_iia_3", "gauss_3"}) {
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12}) {
          CAPTURE(method);
          CAPTURE(static_cast<int>(parameter));
          CAPTURE(tolerance);
          const auto report = run(tests::singular_four_bar(), method, parameter, tolerance);
          CHECK_MESSAGE(reason_text(report) == "singular-distribution", brief_text(report));
          REQUIRE(report.singular.has_value());
          // Dense output near the point is as good as the tolerance, times a hundred where the
          // equations are nearly singular.
          CHECK(std::abs(report.singular->point[0] - first_flat_position) < 2e-3);
          CHECK(report.trajectory.size() > 5);
        }
      }
    }
  }

  TEST_CASE("on its component the same motion passes all flat positions") {
    for (const char* method : {"dopri54", "rk4", "dop853", "taylor", "radau_iia_3", "gauss_3"}) {
      for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
        CAPTURE(method);
        const auto report =
            run(tests::crossed_four_bar(), method, Parameter::independent, tolerance);
        CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
      }
    }
  }
}

}  // namespace leafwise::integrator
