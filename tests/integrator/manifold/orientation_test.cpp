// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "circle_with_folds.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/geometry.hpp"

namespace leafwise::integrator {

using tests::circle_with_folds;

TEST_CASE("a rough projection is polished to round-off") {
  Geometry<double> geometry(
      circle_with_folds<double>(false), Parameter::arclength, {.tolerance = 1e-3});
  std::vector<double> q(2);
  REQUIRE(geometry.project(std::vector<double>{1, 0}, std::vector<double>{1, 0.2}, q) ==
          ProjectionStatus::good);
  CHECK(std::abs(q[0] * q[0] + q[1] * q[1] - 1) > 1e-15);
  REQUIRE(geometry.polish(q) == ProjectionStatus::good);
  CHECK(std::abs(q[0] * q[0] + q[1] * q[1] - 1) <= 4e-16);
}

TEST_CASE("arc length passes folds, and the sign of D goes on") {
  // Euler steps round the whole circle, from the top: two folds of y(x), at angles 0 and π.
  Geometry<double> geometry(circle_with_folds<double>(true), Parameter::arclength, {});
  std::vector<double> z = {0, 1};
  REQUIRE(geometry.orient(z, {}, +1) == FieldStatus::good);
  std::vector<double> v(2);
  constexpr int steps = 1000;
  const double h = 2 * std::numbers::pi / steps;
  for (int n = 0; n < steps; ++n) {
    REQUIRE(geometry.field(z, v) == FieldStatus::good);
    CHECK(std::abs(std::hypot(v[0], v[1]) - 1) < 1e-15);
    // Clockwise all the way: V = (y, −x).
    CHECK(v[0] * z[1] - v[1] * z[0] > 0.999);
    const std::vector<double> target = {z[0] + h * v[0], z[1] + h * v[1]};
    const std::vector<double> p = z;
    REQUIRE(geometry.project(p, target, z) == ProjectionStatus::good);
  }
  // An Euler step turns by atan h instead of h: h³/3 each, 8e-5 in all.
  CHECK(std::hypot(z[0], z[1] - 1) < 1e-4);
}

TEST_CASE("the independent variable has speed one, forwards and backwards") {
  Geometry<double> geometry(circle_with_folds<double>(true), Parameter::independent, {});
  const std::vector<double> z = {0.6, 0.8};
  std::vector<double> v(2);
  REQUIRE(geometry.orient(z, {}, +1) == FieldStatus::good);
  REQUIRE(geometry.field(z, v) == FieldStatus::good);
  CHECK(v[0] == 1);
  CHECK(std::abs(v[1] + 0.75) < 1e-15);
  REQUIRE(geometry.orient(z, {}, -1) == FieldStatus::good);
  REQUIRE(geometry.field(z, v) == FieldStatus::good);
  CHECK(v[0] == -1);
  // At a fold there is no such speed.
  CHECK(geometry.field(std::vector<double>{1, 0}, v) == FieldStatus::undefined);
}

TEST_CASE("what cannot be done is a status, not a crash") {
  Geometry<double> geometry(circle_with_folds<double>(false), Parameter::arclength, {});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> p = {1, 0};
  std::vector<double> q(2);
  for (const double bad : {nan, infinity, -infinity}) {
    CHECK(geometry.project(p, std::vector<double>{bad, 0}, q) == ProjectionStatus::not_finite);
    CHECK(geometry.project(std::vector<double>{0, bad}, q) == ProjectionStatus::not_finite);
    std::vector<double> z = {bad, 1};
    CHECK(geometry.polish(z) == ProjectionStatus::not_finite);
    CHECK(geometry.to_tangent(z, p, q) == ProjectionStatus::not_finite);
    CHECK(geometry.field(z, q) == FieldStatus::not_finite);
  }
  // The centre has no nearest point, and df = 0 there.
  CHECK(geometry.project(std::vector<double>{0, 0}, q) == ProjectionStatus::rank_lost);
  CHECK(geometry.field(std::vector<double>{0, 0}, q) == FieldStatus::undefined);
  Geometry<double> hurried(
      circle_with_folds<double>(false), Parameter::arclength, {.most_iterations = 1});
  CHECK(hurried.project(std::vector<double>{3, 4}, q) == ProjectionStatus::no_convergence);
}

TEST_CASE("problems that do not fit together are refused") {
  ManifoldProblem<double> problem = circle_with_folds<double>(false);
  CHECK_THROWS_AS(Geometry<double>(problem, Parameter::independent, {}), InvalidInput);
  problem.codimension = 2;
  CHECK_THROWS_AS(Geometry<double>(problem, Parameter::arclength, {}), InvalidInput);
  problem = circle_with_folds<double>(false);
  problem.coordinates.push_back("z");
  CHECK_THROWS_AS(Geometry<double>(problem, Parameter::arclength, {}), InvalidInput);
  problem = circle_with_folds<double>(false);
  problem.distribution = nullptr;
  CHECK_THROWS_AS(Geometry<double>(problem, Parameter::arclength, {}), InvalidInput);
}

}  // namespace leafwise::integrator
