// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "curves.hpp"
#include "index3_runs.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/step_polynomial.hpp"
#include "polynomial_map.hpp"
#include "support/seed.hpp"

/// Runs that would take too long end with what there is.
namespace leafwise::integrator {

namespace {

using tests::Curve;
using tests::make_problem;
using tests::start_of;
using Clock = std::chrono::steady_clock;

std::uint64_t attempts_of(const Report<double>& report) {
  return report.steps + report.rejected + report.failed;
}

Report<double> run(const Settings<double>& settings) {
  const Curve curve = tests::pendulum_curve();
  return integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
}

}  // namespace

TEST_CASE("a run ends after as many attempts as it may make, with every method") {
  auto random = tests::make_generator("limits");
  std::uniform_int_distribution<std::uint64_t> most(1, 60);
  for (const MethodDescription& method : method_descriptions()) {
    if (method.name.find("_N") != std::string::npos) continue;
    for (const double tolerance : {1e-3, 1e-10}) {
      Settings<double> settings;
      settings.method = method.name;
      settings.to = 1e5;
      settings.relative_tolerance = settings.absolute_tolerance = tolerance;
      settings.most_steps = most(random);
      CAPTURE(method.name);
      CAPTURE(settings.most_steps);
      const auto report = run(settings);
      REQUIRE(report.reason == Reason::limit);
      CHECK(report.limit == Limit::steps);
      // A doubled step is two, also if it is refused.
      const std::uint64_t refused = report.rejected + report.failed;
      const bool is_doubled = attempts_of(report) < settings.most_steps ||
                              report.steps + 2 * refused == settings.most_steps + 1;
      const std::uint64_t tried = report.steps + (is_doubled ? 2 : 1) * refused;
      CHECK(tried - settings.most_steps <= (is_doubled ? 1 : 0));
      CHECK(report.trajectory.size() == report.steps + 1);
    }
  }
}

TEST_CASE("a run whose time is over ends before its next attempt") {
  Settings<double> settings;
  settings.to = 1e5;
  settings.deadline = Clock::now();
  const auto report = run(settings);
  CHECK(report.reason == Reason::limit);
  CHECK(report.limit == Limit::time);
  CHECK(report.steps == 0);
  CHECK(report.trajectory.size() == 1);
  settings.deadline = Clock::now() + std::chrono::hours(1);
  settings.to = 1;
  CHECK(run(settings).reason == Reason::reached);
}

TEST_CASE("methods that complete nothing have the same limits") {
  const auto pendulum = tests::schropp_pendulum<double>();
  auto settings = tests::index3_settings<double>(1e5, 1e-8);
  settings.most_steps = 50;
  const auto limited = integrate<double>(pendulum.problem, settings, pendulum.start);
  CHECK(limited.limit == Limit::steps);
  // Attempts are counted between steps: few of one step are refused.
  CHECK(attempts_of(limited) >= 50);
  CHECK(attempts_of(limited) < 60);
  settings.deadline = Clock::now();
  const auto late = integrate<double>(pendulum.problem, settings, pendulum.start);
  CHECK(late.limit == Limit::time);
  CHECK(late.trajectory.size() == 1);
}

TEST_CASE("a run whose time is over among the rows of one step ends at the last of them") {
  // A polynomial of degree 2: most of the way is one step.
  const Curve curve = tests::quadrature(2);
  Settings<double> settings;
  settings.to = 1e6;
  settings.rows = Rows::requested;
  constexpr std::size_t rows = 5'000'000;  // of which none can be written in 30 ms
  for (std::size_t i = 1; i <= rows; ++i) {
    settings.at.push_back(1e6 * static_cast<double>(i) / static_cast<double>(rows + 1));
  }
  for (const double place : {0.5, 1e5, 9.99e5}) {
    settings.events.push_back(
        {.name = "x",
         .function = tests::make_polynomial_map<double>(3, {{{1, {0}}, {-place, {}}}})});
  }
  settings.deadline = Clock::now() + std::chrono::milliseconds(30);
  const auto report =
      integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
  CHECK(report.limit == Limit::time);
  CHECK(report.trajectory.size() < rows);
  const double end = report.trajectory.last()[0];
  CHECK(end < 9.99e5);
  const auto& table = report.trajectory;
  for (std::size_t i = 1; i < table.size(); ++i) REQUIRE(table.row(i)[0] > table.row(i - 1)[0]);
  CHECK(table.value(table.size() - 1, "_s") == report.arclength);
  for (std::size_t i = 0; i < report.events.size(); ++i) CHECK(report.event_rows.row(i)[0] <= end);
  CHECK(report.events.size() == report.event_rows.size());
}

TEST_CASE("the length of a curve is right where squares of its slopes are no numbers") {
  for (const double size : {1e-200, 1.0, 1e160, 1e290}) {
    StepPolynomial<double> polynomial(2, 3);
    polynomial.set_degree(1);
    polynomial.coefficient(1)[0] = 3 * size;
    polynomial.coefficient(1)[1] = 4 * size;
    std::vector<double> scratch(2);
    // Rounding of five products and a root.
    CHECK(std::abs(polynomial.length(1, scratch) / (5 * size) - 1) < 1e-14);
  }
}

}  // namespace leafwise::integrator
