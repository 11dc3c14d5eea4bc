// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "allocation_counter.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "points.hpp"
#include "problems/all.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {

using tests::Point;
using tests::random_point;

TEST_CASE("an object that restores another's memory goes on bit for bit") {
  const auto started = tests::reduced_form<double>(tests::n_four_bar(true));
  auto generator = tests::make_generator("memory");
  const Point<double> start(started.start.begin(), started.start.end());
  Geometry<double> first(started.problem, Parameter::arclength, {});
  REQUIRE(first.orient(start, {}, 1) == FieldStatus::good);
  // Somewhere else other rows are chosen, and kept.
  for (int n = 0; n < 5; ++n) {
    const Point<double> z = random_point(started, generator);
    Point<double> v(z.size());
    Point<double> q(z.size());
    REQUIRE(first.field(z, v) == FieldStatus::good);
    REQUIRE(first.project(start, z, q) == ProjectionStatus::good);
  }
  Geometry<double> second(started.problem, Parameter::arclength, {});
  second.restore(first.memory());
  CHECK(second.memory() == first.memory());
  for (int n = 0; n < 5; ++n) {
    const Point<double> z = random_point(started, generator);
    Point<double> a(z.size());
    Point<double> b(z.size());
    REQUIRE(first.field(z, a) == FieldStatus::good);
    REQUIRE(second.field(z, b) == FieldStatus::good);
    CHECK(a == b);
    const Point<double> target = tests::random_vector<double>(generator, z.size());
    Point<double> moved = z;
    for (std::size_t j = 0; j < z.size(); ++j) moved[j] += 0.01 * target[j];
    REQUIRE(first.project(z, moved, a) == ProjectionStatus::good);
    REQUIRE(second.project(z, moved, b) == ProjectionStatus::good);
    CHECK(a == b);
  }
  CHECK_THROWS_AS(second.restore(std::vector<std::int64_t>{1, 2}), InvalidInput);
  CHECK_THROWS_AS(second.restore({}), InvalidInput);
}

TEST_CASE("steps ask for no memory") {
  for (const auto& [name, started] : tests::all_problems<double>()) {
    CAPTURE(name);
    const std::size_t m = started.problem.dimension();
    Geometry<double> geometry(started.problem, Parameter::arclength, {});
    const Point<double> start(started.start.begin(), started.start.end());
    REQUIRE(geometry.orient(start, {}, 1) == FieldStatus::good);
    Point<double> z = start;
    Point<double> v(m);
    Point<double> target(m);
    Point<double> q(m);
    bool good = true;
    const auto some_steps = [&] {
      for (int n = 0; n < 10; ++n) {
        good = good && geometry.field(z, v) == FieldStatus::good;
        geometry.follow(z, v);
        for (std::size_t j = 0; j < m; ++j) target[j] = z[j] + 1e-3 * v[j];
        good = good && geometry.project(z, target, q) == ProjectionStatus::good;
        good = good && geometry.polish(q) == ProjectionStatus::good;
        good = good && geometry.to_tangent(q, v, target) == ProjectionStatus::good;
        z = q;
      }
    };
    some_steps();
    const std::size_t before = tests::allocations();
    some_steps();
    CHECK(tests::allocations() == before);
    CHECK(good);
  }
}

}  // namespace leafwise::integrator
