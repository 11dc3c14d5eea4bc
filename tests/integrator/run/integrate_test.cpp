// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/integrate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stop_token>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/kernel_distribution.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "method_cases.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::make_polynomial_map;
using tests::make_problem;
using tests::start_of;

Settings<double> tight(double to) {
  Settings<double> settings;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = 1e-11;
  return settings;
}

Report<double> run(const Curve& curve, const Settings<double>& settings) {
  return integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
}

/// The unit circle as a curve over x, by its tangent (−y, x): folds at x = ±1.
ManifoldProblem<double> circle_over_x() {
  ManifoldProblem<double> problem;
  problem.coordinates = {"x", "y"};
  problem.independent = 0;
  problem.equations = make_polynomial_map<double>(2, {{{1, {0, 0}}, {1, {1, 1}}, {-1, {}}}});
  problem.equation_names = {"circle"};
  problem.codimension = 1;
  problem.distribution = std::make_shared<KernelDistribution<double>>(
      make_polynomial_map<double>(2, {{{1, {0}}}, {{1, {1}}}}), 0);
  return problem;
}

/// y' = 1, z' = 2 written such that the rows are dependent at x = 1: x, y, z.
ManifoldProblem<double> rank_drop() {
  ManifoldProblem<double> problem;
  problem.coordinates = {"x", "y", "z"};
  problem.independent = 0;
  problem.distribution = std::make_shared<KernelDistribution<double>>(
      make_polynomial_map<double>(
          3, {{{-1, {}}}, {{1, {}}}, {}, {{1, {}}, {-2, {0}}}, {{1, {}}}, {{1, {0}}, {-1, {}}}}),
      0);
  return problem;
}

}  // namespace

TEST_CASE("the goal is met exactly, by time or arc length, forwards and backwards") {
  for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
    auto settings = tight(3.7);
    settings.parameter = parameter;
    const auto report = run(tests::pendulum_curve(), settings);
    CHECK(reason_text(report) == "reached");
    CHECK(end_of(report)[0] == 3.7);
    CHECK(report.arclength == report.trajectory.value(report.trajectory.size() - 1, "_s"));
    settings.to = 0;
    const auto back =
        integrate<double>(make_problem<double>(tests::pendulum_curve()), settings, end_of(report));
    CHECK(end_of(back)[0] == 0);
    // Both ways at tolerance 1e-11 over some 30 units of arc length.
    CHECK(distance<double>(end_of(back), start_of<double>(tests::pendulum_curve())) < 1e-8);
  }
  auto settings = tight(2.5);
  settings.parameter = Parameter::arclength;
  settings.scale = Scale::parameter;
  const auto report = run(tests::pendulum_curve(), settings);
  CHECK(report.arclength == 2.5);
}

TEST_CASE("arc length is the same whatever the parameter") {
  auto settings = tight(5);
  const double by_time = run(tests::pendulum_curve(), settings).arclength;
  settings.parameter = Parameter::arclength;
  // Between steps of this tolerance the cubic is good to 1e-8 of the length.
  CHECK(std::abs(by_time - run(tests::pendulum_curve(), settings).arclength) < 1e-6);
}

TEST_CASE("folds are passed in arc length; a goal behind one is met before it") {
  const std::vector<double> start = {0, -1};
  auto settings = tight(2);
  settings.parameter = Parameter::arclength;
  settings.scale = Scale::parameter;
  settings.to = 5;  // past both folds
  const auto report = integrate<double>(circle_over_x(), settings, start);
  CHECK(report.reason == Reason::reached);
  const std::vector<double> exact = {std::sin(5.0), -std::cos(5.0)};
  CHECK(distance<double>(end_of(report), exact) < 1e-8);
  settings.scale = Scale::independent;
  settings.to = 0.9999;  // the step across the fold jumps over it twice
  settings.relative_tolerance = settings.absolute_tolerance = 1e-4;
  const auto cut = integrate<double>(circle_over_x(), settings, start);
  CHECK(cut.reason == Reason::reached);
  CHECK(end_of(cut)[0] == 0.9999);
  CHECK(end_of(cut)[1] < 0);
}

TEST_CASE("every method passes folds in arc length, by kernels and by linear blocks") {
  ManifoldProblem<double> by_block = circle_over_x();
  by_block.distribution = std::make_shared<LinearBlockDistribution<double>>(
      make_polynomial_map<double>(2, {{{1, {0}}}, {{1, {1}}}}),
      LinearBlockLayout{{Velocity{}, Velocity::unknown(0)}, {"y'"}});
  const std::vector<double> start = {0, -1};
  const std::vector<double> exact = {std::sin(5.0), -std::cos(5.0)};
  for (const tests::MethodCase& method : tests::method_cases()) {
    for (const auto& problem : {circle_over_x(), by_block}) {
      CAPTURE(method.name);
      auto settings = tight(5);
      settings.method = method.name;
      settings.projection = method.projection;
      settings.parameter = Parameter::arclength;
      settings.scale = Scale::parameter;
      settings.relative_tolerance = settings.absolute_tolerance = method.order < 4 ? 1e-5 : 1e-9;
      const auto report = integrate<double>(problem, settings, start);
      CHECK(report.reason == Reason::reached);
      // Errors of single steps add up, as in tolerance_law_test.cpp.
      const double steps = static_cast<double>(report.steps);
      CHECK(distance<double>(end_of(report), exact) < 5 * steps * settings.relative_tolerance);
    }
  }
}

TEST_CASE("a run over x stops at a fold, where x is no parameter") {
  auto settings = tight(2);
  const std::vector<double> start = {0, -1};
  const auto report = integrate<double>(circle_over_x(), settings, start);
  CHECK(
      (report.reason == Reason::step_too_small || report.reason == Reason::singular_distribution));
  CHECK(std::abs(end_of(report)[0] - 1) < 1e-6);
  CHECK_FALSE(report.message.empty());
}

TEST_CASE("requested rows have the requested places, and the ends") {
  auto settings = tight(3);
  settings.rows = Rows::requested;
  settings.at = {0, 0.5, 0.75, 1, 2.999, 3};
  for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
    settings.parameter = parameter;
    const auto report = run(tests::pendulum_curve(), settings);
    REQUIRE(report.trajectory.size() == settings.at.size());
    for (std::size_t i = 0; i < settings.at.size(); ++i) {
      CHECK(report.trajectory.point(i)[0] == settings.at[i]);
    }
    CHECK(report.trajectory.value(0, "_h") == 0);
  }
}

TEST_CASE("singular points are recognised before they are stepped over") {
  const std::vector<double> start = {0, 0, 0};
  for (const char* method : {"dopri54", "rk4", "dop853"}) {
    for (const double step : {1e-3, 0.17, 0.4, 1.9}) {
      CAPTURE(method);
      CAPTURE(step);
      auto settings = tight(2);
      settings.method = method;
      settings.step = step;
      const auto report = integrate<double>(rank_drop(), settings, start);
      CHECK(reason_text(report) == "singular-distribution");
      REQUIRE(report.singular.has_value());
      CHECK(std::abs(report.singular->point[0] - 1) < 1e-5);
      CHECK(report.singular->quality.second_smallest < 1e-6);
      CHECK(std::abs(end_of(report)[2] - 2) < 1e-4);  // everything up to there is kept
    }
  }
}

TEST_CASE("limits and cancellation end a run with its rows kept") {
  auto settings = tight(20);
  settings.most_steps = 10;
  const auto limited = run(tests::pendulum_curve(), settings);
  CHECK(reason_text(limited) == "limit");
  CHECK(limited.trajectory.size() == 11);
  std::stop_source source;
  settings.most_steps = 1000;
  settings.stop = source.get_token();
  settings.progress = [&source](const Progress<double>& progress) {
    if (progress.steps == 7) source.request_stop();
  };
  const auto cancelled = run(tests::pendulum_curve(), settings);
  CHECK(reason_text(cancelled) == "cancelled");
  CHECK(cancelled.trajectory.size() == 8);
}

TEST_CASE("a start at the goal has arrived") {
  auto settings = tight(0);
  const auto report = run(tests::pendulum_curve(), settings);
  CHECK(report.reason == Reason::reached);
  CHECK(report.trajectory.size() == 1);
}

TEST_CASE("settings that do not fit are refused") {
  const auto refused = [](auto&& change) {
    auto settings = tight(1);
    change(settings);
    CHECK_THROWS_AS((void)run(tests::pendulum_curve(), settings), InvalidInput);
  };
  refused([](auto& s) { s.method = "dopri55"; });
  refused([](auto& s) { s.method = "gauss_9"; });
  refused([](auto& s) {
    s.method = "implicit_euler_adjoint";
    s.projection = Projection::step;
  });
  refused([](auto& s) { s.relative_tolerance = s.absolute_tolerance = 0; });
  refused([](auto& s) { s.relative_tolerance = -1; });
  refused([](auto& s) { s.control = Control::fixed; });
  refused([](auto& s) { s.to = std::numeric_limits<double>::infinity(); });
  refused([](auto& s) { s.tolerance = Tolerance<double>::uniform(2, 1e-3, 1e-3); });
  refused([](auto& s) { s.events.push_back({.name = "none", .function = nullptr}); });
  refused([](auto& s) { s.monitors.push_back({"none", nullptr}); });
  refused([](auto& s) { s.at = {0.5, 0.25}; });
  refused([](auto& s) {
    s.method = "taylor";
    s.projection = Projection::step;
  });
}

TEST_CASE("a field that is not tangent to the manifold is refused, unless forced") {
  // The pendulum with the claim that it does not move sideways: true at the start only.
  Curve curve = tests::pendulum_curve();
  curve.equations.push_back({{1, {4}}});
  curve.codimension = 3;
  auto settings = tight(0.1);
  try {
    (void)run(curve, settings);
    FAIL("not refused");
  } catch (const InvalidInput& error) {
    CHECK(std::string(error.what()).find("f3") != std::string::npos);
  }
  settings.checks_tangency = false;
  settings.is_tangent = false;
  CHECK_NOTHROW((void)run(curve, settings));
}

TEST_CASE("the report says in words what happened") {
  const auto report = run(tests::pendulum_curve(), tight(1));
  CHECK(brief_text(report).find("dopri54: reached") == 0);
  const std::string full = full_text(report);
  for (const char* part :
       {"method: dopri54", "ended: reached", "steps: ", "references:", "  x = "}) {
    CHECK(full.find(part) != std::string::npos);
  }
}

}  // namespace leafwise::integrator
