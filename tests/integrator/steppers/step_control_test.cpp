// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/step_control.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "method_cases.hpp"
#include "problems/all.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::make_problem;
using tests::start_of;

}  // namespace

TEST_CASE("the controllers' rules, by numbers") {
  StepperTraits traits;
  traits.order = 5;
  traits.error_order = 4;
  const auto tolerance = Tolerance<double>::uniform(2, 1e-3, 1e-3);
  StepController<double> classic(Control::classic, tolerance, traits);
  // 0.9·32^(−1/5) = 0.45; no growth in the step after a rejection; then at most 5.
  const auto rejected = classic.decide(32.0);
  CHECK_FALSE(rejected.is_accepted);
  CHECK(std::abs(rejected.factor - 0.45) < 1e-12);
  CHECK(classic.decide(1e-9).factor == 1);
  CHECK(classic.decide(1e-9).factor == 5);
  CHECK(classic.decide(std::nan("")).factor == doctest::Approx(0.2));
  StepController<double> pi(Control::pi, tolerance, traits);
  (void)pi.decide(1.0);
  CHECK(std::abs(pi.decide(0.5).factor - 0.9 * std::pow(0.5, -0.14)) < 1e-12);
  StepController<double> fixed(Control::fixed, tolerance, traits);
  CHECK(fixed.decide(1e9).is_accepted);

  Step<double> step(2);
  step.from = {1, 0};
  step.to = {2, 0};
  step.error = {2e-3, 1e-9};
  // Relative, floor 1e-6, tolerance 1e-3: (1, 1), mean square 1.
  CHECK(std::abs(classic.measure(step) - 1) < 1e-12);
  // 2e-3/(1e-3 + 2e-3) and next to nothing.
  CHECK(std::abs(pi.measure(step) - std::sqrt(0.5) * 2 / 3) < 1e-6);
}

TEST_CASE("the first step is rarely refused, and never so small that it takes long to grow") {
  for (const auto& [name, started] : tests::all_problems<double>()) {
    const std::vector<double> start(started.start.begin(), started.start.end());
    for (const char* method : {"explicit_euler", "rk4", "dopri54", "dop853"}) {
      for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
        CAPTURE(name);
        CAPTURE(std::string(method));
        CAPTURE(tolerance);
        Settings<double> settings;
        settings.method = method;
        settings.parameter = Parameter::arclength;
        settings.scale = Scale::parameter;
        settings.to = 1e6;
        settings.relative_tolerance = settings.absolute_tolerance = tolerance;
        settings.most_steps = 2;  // one of them may be refused
        const auto first = integrate<double>(started.problem, settings, start);
        CHECK(first.rejected + first.failed <= 1);
        settings.most_steps = 9;
        const auto more = integrate<double>(started.problem, settings, start);
        double largest = 0;
        for (std::size_t i = 1; i < more.trajectory.size(); ++i) {
          largest = std::max(largest, more.trajectory.value(i, "_h"));
        }
        // Steps grow by up to five: they reach their size after at most five.
        CHECK(first.trajectory.value(1, "_h") > largest / 3125);
      }
    }
  }
}

TEST_CASE("a tolerance by component is heeded") {
  Settings<double> settings;
  settings.to = 2;
  const Curve curve = tests::pendulum_curve();
  const auto problem = make_problem<double>(curve);
  settings.tolerance = Tolerance<double>::uniform(5, 1e-3, 1e-3);
  const auto coarse = integrate<double>(problem, settings, start_of<double>(curve));
  settings.tolerance->relative[4] = settings.tolerance->absolute[4] = 1e-10;
  const auto fine = integrate<double>(problem, settings, start_of<double>(curve));
  CHECK(fine.steps > 5 * coarse.steps);
  // Either of the two alone is a tolerance, also where coordinates start at 0.
  settings.tolerance = Tolerance<double>::uniform(5, 0, 1e-10);
  CHECK(integrate<double>(problem, settings, start_of<double>(curve)).steps > 5 * coarse.steps);
  settings.tolerance = Tolerance<double>::uniform(5, 1e-10, 0);
  CHECK(integrate<double>(problem, settings, start_of<double>(curve)).steps > 5 * coarse.steps);
}

}  // namespace leafwise::integrator
