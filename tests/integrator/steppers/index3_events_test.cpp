// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "index3_runs.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using tests::index3_settings;
using tests::last_of;
using tests::schropp_pendulum;

std::shared_ptr<const SmoothMap<double>> pendulum_map(
    const std::function<Expression(ProgramBuilder&)>& make) {
  ProgramBuilder builder(6);
  const std::vector<Expression> outputs = {make(builder)};
  return std::make_shared<CompiledMap<double>>(builder.build(outputs));
}

/// Time of a quarter swing from the horizontal, by the arithmetic-geometric mean: the period is
/// 2π / agm(1, cos(π/4)).
double quarter_period() {
  double a = 1;
  double b = std::sqrt(0.5);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::acos(-1.0) / (2 * a);
}

}  // namespace

TEST_CASE("events of an index-3 run are where the pendulum hangs down") {
  const auto pendulum = schropp_pendulum<double>();
  auto settings = index3_settings<double>(20, 1e-10);
  settings.events.push_back(
      {.name = "down", .function = pendulum_map([](auto& b) { return b.input(1); })});
  const auto report = integrate<double>(pendulum.problem, settings, pendulum.start);
  REQUIRE(report.reason == Reason::reached);
  const double quarter = quarter_period();
  REQUIRE(report.events.size() == static_cast<std::size_t>((20 / quarter + 1) / 2));
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    CAPTURE(i);
    const auto row = report.event_rows.row(i);
    // The run's own error: positions at its end are good to 3e-8 (truth B, at this tolerance).
    CHECK(row[0] == doctest::Approx((2 * static_cast<double>(i) + 1) * quarter).epsilon(3e-8));
    CHECK(report.events[i].sign_after == (i % 2 == 0 ? -1 : 1));
    CHECK(report.event_rows.value(i, "d1") <= 1e-14);
    CHECK(report.event_rows.value(i, "d2") <= 1e-14);
  }
}

TEST_CASE("an event stops an index-3 run there, and rows wanted beyond are not written") {
  const auto pendulum = schropp_pendulum<double>();
  auto settings = index3_settings<double>(20, 1e-9);
  settings.at = {1, 2, 3, 4, 5};
  settings.events.push_back({.name = "left",
                             .function = pendulum_map([](auto& b) { return b.input(1) + 0.5L; }),
                             .direction = Crossing::falling,
                             .stops = true});
  const auto report = integrate<double>(pendulum.problem, settings, pendulum.start);
  CHECK(reason_text(report) == "event:left");
  CHECK(last_of(report)[1] == doctest::Approx(-0.5).epsilon(1e-12));
  CHECK(last_of(report)[0] < 3);
  CHECK(report.trajectory.size() == 4);  // 0, 1, 2, the event
}

TEST_CASE("rows asked for lie on the constraints, and agree with runs that end there") {
  const auto pendulum = schropp_pendulum<double>();
  auto settings = index3_settings<double>(6, 1e-10);
  for (double t = 0.37; t < 6; t += 0.37) settings.at.push_back(t);
  settings.monitors.push_back({"energy", pendulum_map([](auto& b) {
                                 return 0.5L * (pow(b.input(3), 2) + pow(b.input(4), 2)) +
                                        b.input(2);
                               })});
  const auto report = integrate<double>(pendulum.problem, settings, pendulum.start);
  REQUIRE(report.trajectory.size() == settings.at.size() + 2);
  for (std::size_t i = 0; i < settings.at.size(); ++i) {
    auto shorter = index3_settings<double>(settings.at[i], 1e-10);
    const auto other = integrate<double>(pendulum.problem, shorter, pendulum.start);
    const auto row = report.trajectory.row(i + 1);
    CHECK(row[0] == settings.at[i]);
    // Both end with errors of this size, which the tolerance allows: see the first test of
    // index3_test.cpp. Multipliers between steps are consistent, those of ends of order 2 only.
    for (std::size_t j = 1; j < 5; ++j) {
      CHECK(row[j] == doctest::Approx(last_of(other)[j]).epsilon(3e-7));
    }
    CHECK(report.trajectory.value(i + 1, "d3") <= 1e-13);
    CHECK(report.trajectory.value(i + 1, "d1") <= 1e-14);
    CHECK(report.trajectory.value(i + 1, "d2") <= 1e-14);
  }
  REQUIRE(report.monitors.size() == 1);
  CHECK(report.monitors.front().drift < 1e-5);
  // The point moves with speed √(−2 u₂), and t counts: the length is ∫ √(1 + v²).
  CHECK(report.arclength > 6);
}

TEST_CASE("two events within a small part of a step are both found") {
  // A dip of x under its largest value: x starts at 1 and comes back there after each swing.
  const auto pendulum = schropp_pendulum<double>();
  const double period = 4 * quarter_period();
  for (const double depth : {1e-4, 1e-6}) {
    CAPTURE(depth);
    auto settings = index3_settings<double>(20, 1e-6);
    // x = cos φ ≈ 1 − φ²/2 and φ ≈ −τ²/2 around its turning points: x > 1 − depth for
    // τ⁴ < 8 depth.
    settings.events.push_back({.name = "turns", .function = pendulum_map([depth](auto& b) {
                                                  return b.input(1) - 1 + depth;
                                                })});
    const auto report = integrate<double>(pendulum.problem, settings, pendulum.start);
    REQUIRE(report.reason == Reason::reached);
    const auto turns = static_cast<std::size_t>(20 / period);
    REQUIRE(report.events.size() == 1 + 2 * turns);
    const double width = 2 * std::pow(8 * depth, 0.25);
    for (std::size_t i = 0; i < turns; ++i) {
      const double enters = report.event_rows.row(1 + 2 * i)[0];
      const double leaves = report.event_rows.row(2 + 2 * i)[0];
      // The next term of the series is depth^(1/2) smaller; errors of the run move the times, and
      // those of the energy, 1e-4 at this tolerance, the depth.
      CHECK(leaves - enters == doctest::Approx(width).epsilon(0.2));
      CHECK(report.events[1 + 2 * i].sign_after == 1);
      CHECK(report.events[2 + 2 * i].sign_after == -1);
    }
  }
}

TEST_SUITE("law") {
  TEST_CASE("an index-3 run that was interrupted continues bit for bit") {
    const auto pendulum = schropp_pendulum<double>();
    auto random = tests::make_generator("index 3 restart");
    std::uniform_int_distribution<std::uint64_t> step(1, 150);
    for (const bool projects : {false, true}) {
      auto settings = index3_settings<double>(10, 1e-8);
      settings.projects = projects;
      const auto whole = integrate<double>(pendulum.problem, settings, pendulum.start);
      for (std::uint64_t trial = 0; trial < 20 * tests::multiplier(); ++trial) {
        CAPTURE(trial);
        settings.most_steps = step(random);
        const auto first = integrate<double>(pendulum.problem, settings, pendulum.start);
        REQUIRE(first.reason == Reason::limit);
        settings.most_steps = 10'000;
        const auto rest = resume<double>(pendulum.problem, settings, first.checkpoint);
        CHECK(rest.steps == whole.steps);
        CHECK(rest.counters.fields == whole.counters.fields);
        CHECK(rest.counters.jacobians == whole.counters.jacobians);
        CHECK(rest.counters.factorizations == whole.counters.factorizations);
        CHECK(rest.counters.projections == whole.counters.projections);
        CHECK(rest.arclength == whole.arclength);
        CHECK(std::ranges::equal(last_of(rest), last_of(whole)));
      }
    }
  }

  TEST_CASE("an index-3 run goes back to where it came from") {
    const auto pendulum = schropp_pendulum<double>();
    for (const bool projects : {false, true}) {
      auto settings = index3_settings<double>(3, 1e-10);
      settings.projects = projects;
      const auto there = integrate<double>(pendulum.problem, settings, pendulum.start);
      const std::vector<double> end(last_of(there).begin(), last_of(there).end());
      settings.to = 0;
      const auto back = integrate<double>(pendulum.problem, settings, end);
      REQUIRE(back.reason == Reason::reached);
      for (std::size_t j = 0; j < 5; ++j) {
        CHECK(std::abs(last_of(back)[j] - pendulum.start[j]) < 1e-6);
      }
    }
  }
}

}  // namespace leafwise::integrator
