// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>

#include "leafwise/core/errors.hpp"
#include "method_cases.hpp"
#include "problems/fields.hpp"

// Step doubling with halves and doubles, as in paper 003, section 6.2.1.
namespace leafwise::integrator {
namespace {

using tests::StartedProblem;

Report<double> run(const StartedProblem<double>& started, double tolerance, double to) {
  Settings<double> settings;
  settings.method = "explicit_euler";
  settings.control = Control::halving;
  settings.parameter = Parameter::arclength;
  settings.absolute_tolerance = tolerance;
  settings.to = to;
  settings.step = 0.01;
  settings.rows = Rows::requested;
  return integrate<double>(
      started.problem, settings, std::vector<double>(started.start.begin(), started.start.end()));
}

StepperTraits first_order() {
  StepperTraits traits;
  traits.order = traits.error_order = 1;
  traits.is_doubled = true;
  return traits;
}

}  // namespace

TEST_CASE("halves after a rejection, doubles where the error leaves room, by numbers") {
  const auto tolerance = Tolerance<double>::uniform(2, 0, 1e-3);
  StepController<double> halving(Control::halving, tolerance, first_order());
  const auto rejected = halving.decide(1.01);
  CHECK_FALSE(rejected.is_accepted);
  CHECK(rejected.factor == 0.5);
  CHECK(halving.decide(1e-9).factor == 1);  // not right after a rejection
  CHECK(halving.decide(1e-9).factor == 2);
  CHECK(halving.decide(0.25).factor == 2);  // the error of Euler's step is O(h²)
  CHECK(halving.decide(0.26).factor == 1);
  CHECK(halving.decide(std::nan("")).factor == 0.5);
  Step<double> step(2);
  step.from = step.to = {100, 100};
  step.error = {3e-3, 4e-3};
  CHECK(std::abs(halving.measure(step) - 5) < 1e-12);
}

TEST_CASE("a rejected step leaves its first half to the next attempt") {
  // One projection less for each rejection: the double step of the next attempt is known.
  const auto started = tests::henon_heiles<double>();
  Settings<double> settings;
  settings.method = "explicit_euler";
  settings.control = Control::halving;
  settings.parameter = Parameter::arclength;
  settings.scale = Scale::parameter;
  settings.absolute_tolerance = 1e-3;
  settings.to = 20;
  settings.step = 0.25;
  const auto report = integrate<double>(
      started.problem, settings, std::vector<double>(started.start.begin(), started.start.end()));
  CHECK(report.reason == Reason::reached);
  CHECK(report.rejected > 3);
  CHECK(report.failed == 0);
  const std::uint64_t attempts = report.steps / 2 + report.rejected;
  CHECK(report.counters.projections == 3 * attempts - report.rejected);
}

TEST_CASE("absolute tolerances are needed") {
  CHECK_THROWS_AS((void)run(tests::henon_heiles<double>(), 0, 1), InvalidInput);
}

TEST_SUITE("law") {
  TEST_CASE("Euler's method takes as many steps as paper 003 says") {
    // Printed: about 5000 points for Hénon–Heiles to 303, 8000 for Kepler to 100, 4700 for the
    // stiff pendulum to 1.7, with tolerances that are not printed. At these tolerances an
    // independent program of the same rule takes about 5000, 8598, 4586 and 4834.
    const auto steps = [](const StartedProblem<double>& started, double tolerance, double to) {
      const auto report = run(started, tolerance, to);
      CHECK(report.reason == Reason::reached);
      return static_cast<double>(report.steps);
    };
    CHECK(std::abs(steps(tests::henon_heiles<double>(), 4e-4, 303) / 5000 - 1) < 0.1);
    CHECK(std::abs(steps(tests::kepler<double>(), 3e-4, 100) / 8598 - 1) < 0.01);
    CHECK(std::abs(steps(tests::stiff_pendulum<double>(0.1L), 9e-5, 1.7) / 4586 - 1) < 0.01);
    CHECK(std::abs(steps(tests::stiff_pendulum<double>(0.1L), 8e-5, 1.7) / 4834 - 1) < 0.01);
  }
}

}  // namespace leafwise::integrator
