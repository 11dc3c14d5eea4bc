// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/step_control.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "allocation_counter.hpp"
#include "integrator/problems/mechanisms.hpp"
#include "leafwise/core/errors.hpp"
#include "method_cases.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::make_problem;
using tests::MethodCase;
using tests::start_of;

Report<double> run(const Curve& curve, const MethodCase& method, Parameter parameter, double tol) {
  Settings<double> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.parameter = parameter;
  settings.to = 2;
  settings.relative_tolerance = settings.absolute_tolerance = tol;
  settings.rows = Rows::requested;
  return integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
}

std::vector<double> exact_end(const Curve& curve) {
  Settings<long double> settings;
  settings.method = "taylor_30";
  settings.to = 2;
  settings.relative_tolerance = settings.absolute_tolerance = 1e-18L;
  const auto report = integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
  const auto end = end_of(report);
  return {end.begin(), end.end()};
}

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

TEST_SUITE("law") {
  TEST_CASE("errors follow the tolerance, 1e-3 to 1e-13") {
    for (const Curve& curve : {tests::pendulum_curve(), tests::sphere_curve()}) {
      const std::vector<double> exact = exact_end(curve);
      for (const MethodCase& method : tests::method_cases()) {
        for (double tolerance = 1e-3; tolerance > 0.5e-13; tolerance /= 100) {
          // Low orders would need millions of steps.
          if (method.order < 4 && tolerance < std::pow(10.0, -2.5 * method.order - 2)) continue;
          for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
            CAPTURE(curve.name);
            CAPTURE(method.name);
            CAPTURE(static_cast<int>(method.projection));
            CAPTURE(static_cast<int>(parameter));
            CAPTURE(tolerance);
            const auto report = run(curve, method, parameter, tolerance);
            REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
            // The factor: errors of single steps are held at the tolerance, and some ten to a
            // hundred of them add up (for low orders, as many as there are steps per unit). Much
            // smaller errors are no fault (series overfulfil, and end points may be lucky).
            const double steps = static_cast<double>(report.steps);
            const double factor = 5 * std::max(20.0, steps);
            CHECK(distance<double>(end_of(report), exact) < factor * tolerance + 1e-14);
          }
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
  }

  TEST_CASE("no memory is asked for inside the loop of steps") {
    const auto started = tests::reduced_form<double>(tests::crossed_four_bar());
    const std::vector<double> start(started.start.begin(), started.start.end());
    for (const char* method : {"dopri54", "rk4", "dop853", "taylor", "taylor_tangential_3"}) {
      for (const Projection projection : {Projection::stage, Projection::step}) {
        if (std::string(method).starts_with("taylor") && projection == Projection::step) continue;
        CAPTURE(method);
        // From one step to the next: what a run asks for at its start and end does not count.
        // The last step writes the last row.
        std::size_t last = 0;
        std::size_t before = 0;
        std::size_t most = 0;
        std::uint64_t calls = 0;
        Settings<double> settings;
        settings.method = method;
        settings.projection = projection;
        settings.to = 1.2;
        settings.relative_tolerance = settings.absolute_tolerance = 1e-7;
        settings.rows = Rows::requested;
        settings.progress = [&](const Progress<double>&) {
          const std::size_t now = tests::allocations();
          if (++calls > 3) most = std::max(most, before);  // first uses of everything
          before = now - last;
          last = now;
        };
        const auto report = integrate<double>(started.problem, settings, start);
        CHECK(report.reason == Reason::reached);
        CHECK(calls > 6);
        CHECK(most == 0);
      }
    }
  }
}

}  // namespace leafwise::integrator
