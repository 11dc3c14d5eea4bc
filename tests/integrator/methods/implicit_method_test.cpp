// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "method_cases.hpp"
#include "problems/fields.hpp"

// What implicit methods promise beside the laws of all methods.
namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::fixed_steps;
using tests::make_problem;
using tests::MethodCase;
using tests::start_of;

std::vector<Curve> curved_problems() {
  return {tests::pendulum_curve(), tests::sphere_curve()};
}

Report<double> run_adaptively(const Curve& curve, const char* method, double to, double tolerance) {
  Settings<double> settings;
  settings.method = method;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.most_steps = 5000;
  return integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
}

std::vector<double> end_of_fixed(const Curve& curve,
                                 const char* method,
                                 const std::vector<double>& start,
                                 double to,
                                 int steps) {
  auto settings = fixed_steps<double>({method, 1}, Parameter::independent, to, steps);
  settings.step = 1.0 / steps;
  const auto report = integrate<double>(make_problem<double>(curve), settings, start);
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  return end_of(report);
}

double largest(std::span<const double> w) {
  double result = 0;
  for (const double entry : w) result = std::max(result, std::abs(entry));
  return result;
}

}  // namespace

TEST_CASE("stiff motion on a manifold is followed with steps that do not see the stiffness") {
  const Curve curve = tests::stiff_circle(1e6L);
  for (const char* method :
       {"radau_ia_2", "radau_iia_2", "radau_iia_3", "gauss_2", "gauss_3", "lobatto_iiic_3"}) {
    CAPTURE(std::string(method));
    const auto report = run_adaptively(curve, method, 2.0, 1e-6);
    CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
    // Explicit methods need about 2e6/3.3 steps. Radau IA, of stage order 1, takes the most.
    CHECK(report.steps < 500);
    const auto end = end_of(report);
    // Each of at most 500 steps may be wrong by the tolerance.
    CHECK(std::abs(end[3] - std::cos(2.0)) < 500 * 1e-6);
    CHECK(std::abs(end[4] - std::sin(2.0)) < 500 * 1e-6);
  }
  CHECK(run_adaptively(curve, "dopri54", 2.0, 1e-6).reason == Reason::limit);
}

TEST_CASE("tangents that turn fast are kept up with") {
  // Near the pericentre velocities turn by 90 degrees within a few steps. Tangents of earlier steps
  // would miss a part of what is to be corrected, and iterations seem to have converged.
  const auto kepler = tests::kepler_ellipse<double>(0.9L);
  Settings<double> settings;
  settings.method = "radau_iia_3";
  settings.parameter = Parameter::arclength;
  settings.to = 10;
  settings.relative_tolerance = 3e-14;
  settings.absolute_tolerance = 3e-16;
  const auto report = integrate<double>(
      kepler.problem, settings, std::vector<double>(kepler.start.begin(), kepler.start.end()));
  CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
  CHECK(report.steps < 2000);
}

TEST_CASE("one step of each form of (5.3) and of (5.4) satisfies its equations") {
  constexpr double h = 0.1;
  // Some roundings of numbers below 2, with multipliers below 1.
  constexpr double bound = 2e-15;
  for (const Curve& curve : curved_problems()) {
    CAPTURE(curve.name);
    const auto problem = make_problem<double>(curve);
    const auto p = start_of<double>(curve);
    const std::size_t m = p.size();
    Geometry<double> geometry(problem, Parameter::independent, {});
    REQUIRE(geometry.orient(p, {}, 1) == FieldStatus::good);
    std::vector<double> v(m), rest(m), tangent(m), middle(m), half(m);
    // |π_at(q − p − hV_z)|: what multipliers cannot make up for.
    const auto misses = [&](const std::vector<double>& q,
                            const std::vector<double>& z,
                            const std::vector<double>& at) {
      REQUIRE(geometry.field(z, v) == FieldStatus::good);
      for (std::size_t j = 0; j < m; ++j) rest[j] = q[j] - p[j] - h * v[j];
      REQUIRE(geometry.to_tangent(at, rest, tangent) == ProjectionStatus::good);
      return largest(tangent);
    };
    const auto step = [&](const char* method) {
      const auto settings = fixed_steps<double>({method, 1}, Parameter::independent, h, 1);
      const auto q = end_of(integrate<double>(problem, settings, p));
      CHECK(geometry.residual(q) < 4e-16);
      return q;
    };
    const auto right = step("implicit_euler");
    CHECK(misses(right, right, right) < bound);
    const auto left = step("implicit_euler_adjoint");
    CHECK(misses(left, left, p) < bound);
    CHECK(distance<double>(left, right) > 1e-6);
    const auto q = step("implicit_midpoint");
    for (std::size_t j = 0; j < m; ++j) half[j] = (p[j] + q[j]) / 2;
    REQUIRE(geometry.project(half, middle) == ProjectionStatus::good);
    CHECK(misses(q, middle, q) < bound);
  }
}

TEST_CASE("the error estimate of paper 003, 6.2.2, is O(h^2)") {
  for (const Curve& curve : curved_problems()) {
    const auto problem = make_problem<double>(curve);
    const auto p = start_of<double>(curve);
    StepperOptions options;
    options.error_form = ErrorForm::projected;
    const auto stepper = make_stepper<double>("implicit_midpoint",
                                              problem,
                                              Parameter::independent,
                                              options,
                                              Tolerance<double>::uniform(p.size(), 1e-8, 1e-8));
    CHECK_FALSE(stepper->traits().is_doubled);
    CHECK(stepper->traits().error_order == 1);
    Geometry<double> geometry(problem, Parameter::independent, {});
    REQUIRE(geometry.orient(p, {}, 1) == FieldStatus::good);
    const auto error = [&](double h) {
      Step<double> step(p.size());
      step.from = p;
      REQUIRE(geometry.field(p, step.from_field) == FieldStatus::good);
      step.size = h;
      REQUIRE(stepper->attempt(geometry, step) == StepStatus::good);
      return largest(step.error);
    };
    // The next term is smaller by h.
    CHECK(std::abs(std::log2(error(0.02) / error(0.01)) - 2) < 0.05);
  }
}

TEST_CASE("where the curve turns evenly it is 0, and the trapezoidal rule takes its place") {
  Curve circle;
  circle.coordinates = {"t", "x", "y"};
  circle.equations = {{{1, {1, 1}}, {1, {2, 2}}, {-1, {}}}};
  circle.codimension = 1;
  circle.field = {{{1, {}}}, {{-1, {2}}}, {{1, {1}}}};
  circle.start = {0, 1, 0};
  const auto problem = make_problem<double>(circle);
  StepperOptions options;
  const auto tolerance = Tolerance<double>::uniform(3, 1e-8, 1e-8);
  const auto make = [&] {
    return make_stepper<double>(
        "implicit_midpoint", problem, Parameter::independent, options, tolerance);
  };
  CHECK(make()->traits().is_doubled);
  options.error_form = ErrorForm::projected;
  Geometry<double> geometry(problem, Parameter::independent, {});
  Step<double> step(3);
  step.from = start_of<double>(circle);
  REQUIRE(geometry.field(step.from, step.from_field) == FieldStatus::good);
  step.size = 0.5;
  REQUIRE(make()->attempt(geometry, step) == StepStatus::good);
  // Both are at the angle 2 arcsin(h/2).
  const double half = std::asin(0.25);
  CHECK(std::abs(step.to[1] - std::cos(2 * half)) < 4e-16);
  // V_r − (V_p + V_q)/2 = (1 − cos half) V_r, of which cos half is tangent at q.
  const double difference = 0.5 * (1 - std::cos(half)) * std::cos(half);
  CHECK(std::abs(step.error[1] + difference * std::sin(2 * half)) < 4e-16);
  CHECK(std::abs(step.error[2] - difference * std::cos(2 * half)) < 4e-16);
  CHECK(difference > 2 * half - 0.5);  // and the error itself is less
}

TEST_SUITE("law") {
  TEST_CASE("explicit Euler forth and its adjoint back lead to where they began") {
    for (const Curve& curve : curved_problems()) {
      CAPTURE(curve.name);
      const auto start = start_of<double>(curve);
      for (const int steps : {5, 20, 100}) {
        const auto there = end_of_fixed(curve, "explicit_euler", start, 1.0, steps);
        const auto back = end_of_fixed(curve, "implicit_euler_adjoint", there, 0.0, steps);
        // Roundings of each step, and a flow that stretches by less than 4.
        CHECK(distance<double>(back, start) < 4 * 8 * steps * 2.3e-16);
      }
    }
  }

  TEST_CASE("symmetric methods are reversible where nothing has to be projected") {
    Curve free = tests::pendulum_curve();
    free.equations.clear();
    free.codimension = 0;
    const auto start = start_of<double>(free);
    for (const char* method :
         {"implicit_midpoint", "lobatto_iiia_2", "gauss_2", "gauss_3", "lobatto_iiia_3"}) {
      CAPTURE(std::string(method));
      const auto there = end_of_fixed(free, method, start, 1.0, 10);
      CHECK(distance<double>(end_of_fixed(free, method, there, 0.0, 10), start) < 1e-14);
    }
    const auto there = end_of_fixed(free, "radau_iia_3", start, 1.0, 10);
    CHECK(distance<double>(end_of_fixed(free, "radau_iia_3", there, 0.0, 10), start) > 1e-12);
  }
}

TEST_CASE("linear systems are solved by one iteration, with one factorisation for all steps") {
  // x'' = −x and t.
  Curve linear;
  linear.name = "oscillator";
  linear.coordinates = {"t", "x", "u"};
  linear.field = {{{1, {}}}, {{1, {2}}}, {{-1, {1}}}};
  linear.start = {0, 1, 0};
  for (const char* method : {"implicit_euler", "radau_iia_3", "gauss_3", "lobatto_iiia_3"}) {
    CAPTURE(std::string(method));
    constexpr int steps = 64;
    const auto settings = fixed_steps<double>({method, 1}, Parameter::independent, 1.0, steps);
    const auto report =
        integrate<double>(make_problem<double>(linear), settings, start_of<double>(linear));
    REQUIRE(report.reason == Reason::reached);
    const std::string name = method;
    const std::uint64_t stages = name == "implicit_euler" ? 1 : name == "lobatto_iiia_3" ? 2 : 3;
    // The second iteration finds that nothing is left but round-off, of which differences have
    // 1e-8: a third one at most.
    CHECK(report.counters.newton <= 3 * stages * steps);
    // Each field counts as one, as ever; the blocks are factorised once.
    CHECK(report.counters.factorizations - report.counters.fields <= 2);
    // Differences along three directions are taken once. (With fewer stages, the watch for singular
    // points looks at three places of each step.)
    if (stages == 3) CHECK(report.counters.fields <= report.counters.newton + steps + 5);
  }
}

TEST_CASE("where no stages are found, smaller ones are tried, and the end says why") {
  // y' = −sign y from y = 0: q = p − h sign q has no solution for any h.
  MapFunctions<double> functions;
  functions.value = [](std::span<const double> z, std::span<double> v) {
    v[0] = 1;
    v[1] = z[1] > 0 ? -1 : 1;
  };
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "y"};
  problem.independent = 0;
  problem.distribution = std::make_shared<ExplicitField<double>>(
      std::make_shared<CallableMap<double>>(2, 2, functions));
  for (const char* method : {"implicit_euler", "implicit_midpoint", "radau_iia_3", "gauss_2"}) {
    CAPTURE(std::string(method));
    Settings<double> settings;
    settings.method = method;
    settings.step = 1;
    settings.to = 1002;
    // Steps are round-off beside 1000 before they are as small as this.
    settings.relative_tolerance = settings.absolute_tolerance = 1e-13;
    settings.most_steps = 1000;
    const auto report = integrate<double>(problem, settings, std::vector<double>{1000, 0});
    CHECK(report.reason == Reason::step_too_small);
    CHECK(report.failed > 10);
    CHECK(report.message.find("Newton's iteration for the implicit stages") != std::string::npos);
  }
}

}  // namespace leafwise::integrator
