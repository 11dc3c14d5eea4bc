// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>

#include "problems/lubich.hpp"

namespace leafwise::tests {
namespace {

using integrator::StiffSolver;

/// The window of issue 7.
constexpr double window = 0.3;

bool is_near(double ours, double printed) {
  return std::abs(ours / printed - 1) <= window;
}

}  // namespace

TEST_CASE("Lubich's pendulum: errors and their differences are those of truth E") {
  LubichMeasurements measurements;
  for (std::size_t i = 0; i < lubich::steps.size(); ++i) {
    CAPTURE(i);
    const Errors limit = measurements.limit(lubich::steps.at(i));
    CHECK(is_near(limit.position, lubich::limit_position.at(i)));
    CHECK(is_near(limit.velocity, lubich::limit_velocity.at(i)));
    CHECK(is_near(measurements.difference(1e-3L, lubich::steps.at(i)).velocity,
                  lubich::velocity_difference_3.at(i)));
    const Errors fine = measurements.difference(1e-4L, lubich::steps.at(i));
    CHECK(is_near(fine.velocity, lubich::velocity_difference_4.at(i)));
    CHECK(is_near(fine.position, lubich::position_difference_4.at(i)));
  }
}

TEST_CASE("Lubich's pendulum: where Newton's iterations break down") {
  LubichMeasurements measurements;
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    const long double epsilon = std::pow(10.0L, -2 - static_cast<long double>(i));
    CHECK(is_near(measurements.first_failing(epsilon, StiffSolver::fixed),
                  lubich::fixed_fails.at(i)));
    CHECK(is_near(measurements.first_failing(epsilon, StiffSolver::guessed),
                  lubich::guessed_fails.at(i)));
    // (8.5)–(8.8): no bound that depends on ε; at ε = 1e-2 corrections grow once at h = 0.33.
    CHECK(measurements.first_failing(epsilon, StiffSolver::outer) > 0.3);
  }
}

TEST_CASE("Lubich's pendulum: iterations for a step of 0.05") {
  LubichMeasurements measurements;
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    const long double epsilon = std::pow(10.0L, -2 - static_cast<long double>(i));
    const int fixed = measurements.iterations(epsilon, 0.05L, StiffSolver::fixed);
    const int guessed = measurements.iterations(epsilon, 0.05L, StiffSolver::guessed);
    // One more or less: where corrections are compared with another tolerance.
    CHECK(std::abs(fixed - lubich::fixed_iterations.at(i)) <= 1);
    CHECK(std::abs(guessed - lubich::guessed_iterations.at(i)) <= 1);
    CHECK(measurements.iterations(epsilon, 0.05L, StiffSolver::outer) > 0);
    CHECK(measurements.iterations(epsilon, 0.05L, StiffSolver::outer) <= 10);
  }
}

TEST_CASE("Lubich's pendulum: oscillations are damped within three steps") {
  LubichMeasurements measurements;
  const auto offsets = measurements.damping(1e-4L, 0.05L, 3);
  REQUIRE(offsets.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    CHECK(is_near(offsets[i], lubich::damped_offsets.at(i)));
  }
  // What is left is below the differences of Theorem 3.1 in one step.
  CHECK(offsets[3] < 1e-10);
}

}  // namespace leafwise::tests
