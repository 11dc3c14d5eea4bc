// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "problems/stiff.hpp"
#include "stiff_runs.hpp"

namespace leafwise::integrator {
namespace {

using tests::end_of;
using tests::simple_stiff_problem;
using tests::spring_pendulum;
using tests::stiff_settings;
using Expressions = std::vector<Expression>;

std::shared_ptr<const SmoothMap<double>> map_of(
    const std::function<Expression(ProgramBuilder&)>& make) {
  ProgramBuilder builder(5);
  return std::make_shared<CompiledMap<double>>(builder.build(Expressions{make(builder)}));
}

double energy(std::span<const double> p, double epsilon) {
  const double stretch = std::hypot(p[1], p[2]) - 1;
  return (p[3] * p[3] + p[4] * p[4]) / 2 + p[2] + stretch * stretch / (2 * epsilon * epsilon);
}

/// The spring pendulum's functions as a user would write them; derivatives of f by differences.
StiffProblem<double> callable_pendulum(double epsilon) {
  using In = std::span<const double>;
  using Out = std::span<double>;
  MapFunctions<double> force;
  force.value = [](In, Out out) {
    out[0] = 0;
    out[1] = -1;
  };
  MapFunctions<double> gradient;
  gradient.value = [](In x, Out out) {
    const double r = std::hypot(x[1], x[2]);
    out[0] = x[1] * (1 - 1 / r);
    out[1] = x[2] * (1 - 1 / r);
  };
  gradient.jacobian = [](In x, Out out) {
    const double r = std::hypot(x[1], x[2]);
    const double cube = r * r * r;
    out[0] = out[3] = 0;
    out[1] = 1 - 1 / r + x[1] * x[1] / cube;
    out[2] = out[4] = x[1] * x[2] / cube;
    out[5] = 1 - 1 / r + x[2] * x[2] / cube;
  };
  return stiff_problem<double>({{"y1", "y2"}, {"v1", "v2"}, "t"},
                               {nullptr,
                                std::make_shared<CallableMap<double>>(5, 2, force),
                                std::make_shared<CallableMap<double>>(3, 2, gradient)},
                               epsilon);
}

}  // namespace

TEST_CASE("the stiff pendulum swings through all angles with steps far above epsilon") {
  const auto system = spring_pendulum();
  for (const double epsilon : {1e-3, 1e-5, 1e-7}) {
    CAPTURE(epsilon);
    const auto problem = system.problem<double>(epsilon);
    const auto start = smooth_start<double>(problem, system.start_as<double>(), 2).value();
    CHECK(start.rank == 1);
    CHECK(start.frequencies[0] == doctest::Approx(1 / epsilon));
    const auto report = integrate<double>(problem, stiff_settings<double>(10, 1e-8), start.point);
    REQUIRE(report.reason == Reason::reached);
    CHECK(report.steps < 400);
    CHECK(report.details.outer <= 2 * report.steps);
    // Energy is no invariant of the method; its error is the tolerance's.
    CHECK(std::abs(energy(end_of(report), epsilon) - energy(start.point, epsilon)) < 1e-4);
    // |v|² + gravity is at most 6 here; off 𝒰 by ε² times that, and what Newton's iteration leaves.
    CHECK(report.details.largest_force < 6);
    CHECK(report.largest_residual < 6 * epsilon * epsilon + 1e-9);
  }
}

TEST_CASE("oscillations that the tolerance wants are followed") {
  // Radial motion of the spring without gravity: r − 1 = A cos(t/ε), exactly.
  const double epsilon = 0.01;
  const auto problem = simple_stiff_problem(
      2,
      {},
      [](ProgramBuilder& b) {
        const Expression stretch = sqrt(b.input(1) * b.input(1) + b.input(2) * b.input(2)) - 1.0L;
        return 0.5L * stretch * stretch;
      },
      epsilon);
  const double amplitude = 0.01;
  const std::vector<double> start = {0, (1 + amplitude) * 0.6, (1 + amplitude) * 0.8, 0, 0};
  const double end = 0.25;
  for (const auto solver : {StiffSolver::outer, StiffSolver::fixed, StiffSolver::guessed}) {
    CAPTURE(static_cast<int>(solver));
    auto settings = stiff_settings<double>(end, 1e-11);
    settings.solver = solver;
    const auto report = integrate<double>(problem, settings, start);
    REQUIRE(report.reason == Reason::reached);
    const auto p = end_of(report);
    const double exact = 1 + amplitude * std::cos(end / epsilon);
    // 4 periods; local errors of 1e-8 in 300 steps.
    CHECK(std::hypot(p[1], p[2]) - exact == doctest::Approx(0).epsilon(2e-6));
    CHECK(report.steps > 50);
  }
}

TEST_CASE("functions of a user give the same motion as programs") {
  const auto system = spring_pendulum();
  const auto compiled = system.problem<double>(1e-3);
  const auto callable = callable_pendulum(1e-3);
  const auto start = tangent_start<double>(callable, system.start_as<double>()).value();
  const auto settings = stiff_settings<double>(3, 1e-8);
  const auto a = end_of(integrate<double>(compiled, settings, start.point));
  const auto b = end_of(integrate<double>(callable, settings, start.point));
  // Steps differ by round-off in decisions: errors of the tolerance.
  for (std::size_t i = 1; i < 5; ++i) CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-4));
  // Without Taylor coefficients, order 1 is out of reach, and that is said.
  const auto smooth = smooth_start<double>(callable, system.start_as<double>(), 1);
  CHECK(smooth.is_unable());
  CHECK(smooth.reason().find("degree 3") != std::string::npos);
}

TEST_CASE("a driven point that is stiff in all directions follows its force") {
  // m = n: q = ε² (cos t, sin t)/(1 − ε²) is the smooth motion of q'' = f(t) − q/ε².
  const double epsilon = 1e-3;
  const auto problem = simple_stiff_problem(
      2,
      [](ProgramBuilder& b) {
        return Expressions{cos(b.input(0)), sin(b.input(0))};
      },
      [](ProgramBuilder& b) { return 0.5L * (b.input(1) * b.input(1) + b.input(2) * b.input(2)); },
      epsilon);
  const std::vector<double> start = {0, 0.1, -0.2, 0, 0.3};
  const auto smooth = smooth_start<double>(problem, start, 4).value();
  CHECK(smooth.rank == 2);
  const double factor = epsilon * epsilon / (1 - epsilon * epsilon);
  CHECK(smooth.point[1] == doctest::Approx(factor).epsilon(1e-12));
  CHECK(smooth.point[4] == doctest::Approx(factor).epsilon(1e-12));
  auto settings = stiff_settings<double>(5, 1e-8);
  settings.absolute_tolerance = 1e-14;
  const auto report = integrate<double>(problem, settings, smooth.point);
  REQUIRE(report.reason == Reason::reached);
  CHECK(end_of(report)[1] == doctest::Approx(factor * std::cos(5)).epsilon(1e-5));
}

TEST_CASE("rows of the gradient are constraints of the limit, as good as any others") {
  // The first component of ∇U vanishes with r − 1 while y1 is not 0: until t = 0.5 it is above 0.5.
  const auto system = spring_pendulum();
  const auto limit = constrained_limit<double>(
      system.names, StiffPrograms{&system.mass, system.force, system.potential}, {0});
  Settings<double> settings;
  settings.method = index3_method;
  settings.to = 0.5;
  settings.relative_tolerance = settings.absolute_tolerance = 1e-10;
  std::array<std::vector<double>, 2> ends;
  for (const bool by_gradient : {false, true}) {
    const auto problem = by_gradient ? limit : system.limit<double>();
    auto start = system.start_as<double>();
    start.push_back(0);
    const auto consistent = make_consistent<double>(problem, start).value();
    const auto report = integrate<double>(problem, settings, consistent);
    REQUIRE(report.reason == Reason::reached);
    const auto last = report.trajectory.point(report.trajectory.size() - 1);
    ends.at(by_gradient).assign(last.begin(), last.end());
  }
  // Both runs have errors of their tolerance, 0.1 tol^(2/3).
  for (std::size_t i = 1; i < 5; ++i)
    CHECK(ends[0][i] == doctest::Approx(ends[1][i]).epsilon(1e-6));
  CHECK_THROWS_AS(
      (void)constrained_limit<double>(
          system.names, StiffPrograms{&system.mass, system.force, system.potential}, {2}),
      InvalidInput);
}

TEST_CASE("events, monitors and rows of a stiff run") {
  const auto system = spring_pendulum();
  const auto problem = system.problem<double>(1e-4);
  const auto start = smooth_start<double>(problem, system.start_as<double>(), 2).value().point;
  auto settings = stiff_settings<double>(20, 1e-9);
  settings.at = {0.5, 1, 40};
  settings.monitors.push_back(
      {.name = "height", .function = map_of([](ProgramBuilder& b) { return b.input(2); })});
  settings.events.push_back({.name = "down",
                             .function = map_of([](ProgramBuilder& b) { return b.input(1); }),
                             .direction = Crossing::falling,
                             .stops = true});
  const auto report = integrate<double>(problem, settings, start);
  CHECK(reason_text(report) == "event:down");
  REQUIRE(report.events.size() == 1);
  CHECK(end_of(report)[1] == doctest::Approx(0).epsilon(1e-10));
  CHECK(report.trajectory.value(0, "height") == start[2]);
  CHECK(report.trajectory.column("stiff_force"));
  // A run that ends at a row asked for: dense output is of degree 3.
  auto short_settings = stiff_settings<double>(0.5, 1e-9);
  const auto until = end_of(integrate<double>(problem, short_settings, start));
  for (std::size_t i = 1; i < 5; ++i) {
    CHECK(report.trajectory.row(1)[i] == doctest::Approx(until[i]).epsilon(1e-5));
  }
}

TEST_CASE("a stiff run goes on from a checkpoint bit for bit, in either direction") {
  const auto system = spring_pendulum();
  const auto problem = system.problem<double>(1e-3);
  const auto start = smooth_start<double>(problem, system.start_as<double>(), 1).value().point;
  for (const auto solver : {StiffSolver::outer, StiffSolver::guessed, StiffSolver::constrained}) {
    for (const double to : {4.0, -4.0}) {
      CAPTURE(static_cast<int>(solver));
      CAPTURE(to);
      auto settings = stiff_settings<double>(to, 1e-7);
      settings.solver = solver;
      const auto whole = integrate<double>(problem, settings, start);
      REQUIRE(whole.reason == Reason::reached);
      settings.most_steps = 7;
      auto part = integrate<double>(problem, settings, start);
      int parts = 1;
      while (part.reason == Reason::limit && parts < 1000) {
        part = resume<double>(problem, settings, part.checkpoint);
        ++parts;
      }
      CHECK(parts > 3);
      CHECK(end_of(part) == end_of(whole));
      CHECK(part.steps == whole.steps);
      CHECK(part.counters.fields == whole.counters.fields);
      // This one has a second matrix, of the limit, which it makes anew where it goes on.
      if (solver != StiffSolver::constrained) {
        CHECK(part.counters.factorizations == whole.counters.factorizations);
      }
      CHECK(part.details.outer == whole.details.outer);
    }
  }
  auto broken = integrate<double>(problem, stiff_settings<double>(1, 1e-7), start).checkpoint;
  broken.numbers.pop_back();
  CHECK_THROWS_AS((void)resume<double>(problem, stiff_settings<double>(2, 1e-7), broken),
                  InvalidInput);
  broken.numbers.clear();
  CHECK_THROWS_AS((void)resume<double>(problem, stiff_settings<double>(2, 1e-7), broken),
                  InvalidInput);
}

}  // namespace leafwise::integrator
