// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "problems/stiff.hpp"
#include "stiff_runs.hpp"

namespace leafwise::integrator {
namespace {

using tests::simple_stiff_problem;
using tests::spring_pendulum;
using tests::stiff_settings;

}  // namespace

TEST_CASE("what is no stiff mechanical system is refused by name") {
  const auto system = spring_pendulum();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon : {0.0, -1e-3, infinity, std::nan(""), 1e-200}) {
    CAPTURE(epsilon);
    CHECK_THROWS_AS((void)system.problem<double>(epsilon), InvalidInput);
  }
  const auto good = system.problem<double>(1e-3);
  auto settings = stiff_settings<double>(1, 1e-8);
  CHECK_THROWS_AS((void)integrate<double>(good, settings, std::vector<double>{0, 1, 0}),
                  InvalidInput);
  CHECK_THROWS_AS(
      (void)integrate<double>(good, settings, std::vector<double>{0, 1, 0, 0, infinity}),
      InvalidInput);
  CHECK_THROWS_AS((void)smooth_start<double>(good, system.start_as<double>(), 11), InvalidInput);

  const std::vector<double> start = {0, 1, 0.5, 0, 1};
  using Potential = std::function<Expression(ProgramBuilder&)>;
  const std::vector<Potential> without_minimum = {
      [](ProgramBuilder& b) { return b.constant(3); },             // H = 0
      [](ProgramBuilder& b) { return b.input(1) + b.input(2); },   // no stationary point
      [](ProgramBuilder& b) { return -b.input(1) * b.input(1); },  // a maximum
      [](ProgramBuilder& b) { return b.input(1) * b.input(2); },   // a saddle
      [](ProgramBuilder& b) { return pow(b.input(1), 4); },        // H = 0 at the minimum
  };
  for (std::size_t i = 0; i < without_minimum.size(); ++i) {
    CAPTURE(i);
    const auto problem = simple_stiff_problem(2, {}, without_minimum[i], 1e-2);
    const auto found = tangent_start<double>(problem, start);
    CHECK_FALSE(found.has_value());
    CHECK_FALSE(found.reason().empty());
    CHECK_THROWS_AS((void)integrate<double>(problem, settings, start), InvalidInput);
  }
}

TEST_CASE("where the Hessian loses rank the run ends and says so, where it gains rank it goes on") {
  // q₂ = 1 − t: at t = 1 a step ends where H = diag(q₂², 0) vanishes.
  const auto falling = simple_stiff_problem(
      2, {}, [](ProgramBuilder& b) { return 0.5L * pow(b.input(1) * b.input(2), 2); }, 1e-3);
  auto settings = stiff_settings<double>(2, 1e-8);
  settings.control = Control::fixed;
  settings.step = 0.125;
  const auto loses = integrate<double>(falling, settings, std::vector<double>{0, 0, 1, 0, -1});
  CHECK(loses.reason == Reason::singular_distribution);
  CHECK(loses.message.find("loses rank") != std::string::npos);
  // q₃ = t: H = diag(1, q₃², 0).
  const auto rising = simple_stiff_problem(
      3,
      {},
      [](ProgramBuilder& b) {
        return 0.5L * (pow(b.input(1), 2) + pow(b.input(2) * b.input(3), 2));
      },
      5e-2);
  // q₂ begins to oscillate: what the outer iteration does not take in is left to (8.1).
  auto other = stiff_settings<double>(2, 1e-9);
  const std::vector<double> off = {0, 0, 0.1, 0, 0, 0, 1};
  const auto grows = integrate<double>(rising, other, off);
  other.solver = StiffSolver::fixed;
  const auto same = integrate<double>(rising, other, off);
  REQUIRE(grows.reason == Reason::reached);
  REQUIRE(same.reason == Reason::reached);
  // Both solve the same equations; local errors of 1e-7 (order 3 of 1e-9) in some hundred steps.
  for (std::size_t i = 1; i <= 6; ++i) {
    CHECK(std::abs(grows.trajectory.last()[i] - same.trajectory.last()[i]) < 1e-4);
  }
}

TEST_CASE("a start off the manifold is moved to it along normals") {
  const auto system = spring_pendulum();
  const auto problem = system.problem<double>(1e-3);
  const std::vector<double> start = {0, 0.9, -1.2, 0.7, 0.4};
  const auto found = tangent_start<double>(problem, start).value().point;
  // On the circle, in the direction of (0.9, −1.2)/1.5; the velocity's tangential part.
  CHECK(found[1] == doctest::Approx(0.6).epsilon(1e-14));
  CHECK(found[2] == doctest::Approx(-0.8).epsilon(1e-14));
  const double along = 0.7 * 0.8 + 0.4 * 0.6;
  CHECK(found[3] == doctest::Approx(along * 0.8).epsilon(1e-14));
  CHECK(found[4] == doctest::Approx(along * 0.6).epsilon(1e-14));
}

}  // namespace leafwise::integrator
