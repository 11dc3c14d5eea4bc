// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/distribution.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "integrator/allocation_counter.hpp"
#include "integrator/problems/all.hpp"
#include "integrator/quadrics.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"
#include "support/seed.hpp"

// Laws of all distributions: linear blocks, mechanics, kernels, fields.
namespace leafwise::integrator {
namespace {

template <typename Real>
using Point = std::vector<Real>;

template <typename Real>
Real largest(const Point<Real>& v) {
  Real size = 0;
  for (const Real entry : v) size = std::max(size, std::abs(entry));
  return size;
}

template <typename Real>
Real distance(const Point<Real>& a, const Point<Real>& b) {
  Real size = 0;
  for (std::size_t j = 0; j < a.size(); ++j) size = std::max(size, std::abs(a[j] - b[j]));
  return size;
}

/// A point of M near the start; all coordinates move by up to 0.01.
template <typename Real>
Point<Real> random_point(const tests::StartedProblem<Real>& started, std::mt19937_64& generator) {
  const std::size_t m = started.problem.dimension();
  Geometry<Real> geometry(started.problem, Parameter::arclength, {});
  Point<Real> target = tests::random_vector<Real>(generator, m);
  for (std::size_t j = 0; j < m; ++j) {
    target[j] = static_cast<Real>(started.start[j]) + Real(0.01) * target[j];
  }
  Point<Real> q(m);
  REQUIRE(geometry.project(target, q) == ProjectionStatus::good);
  return q;
}

/// Rows (b | A) and layout for a pendulum whose constraint is written `copies` times, and whose
/// rows are followed by their sum if `extra`.
std::shared_ptr<LinearBlockDistribution<double>> pendulum_block(std::size_t copies, bool extra) {
  ProgramBuilder b(5);
  const Expression y1 = b.input(1);
  const Expression y2 = b.input(2);
  const Expression v1 = b.input(3);
  const Expression v2 = b.input(4);
  const Expression zero = b.constant(0);
  const Expression one = b.constant(1);
  std::vector<std::vector<Expression>> rows = {{zero, one, zero}, {one, zero, one}};
  for (std::size_t i = 0; i < copies; ++i) {
    rows[0].push_back(y1);
    rows[1].push_back(y2);
  }
  for (std::size_t i = 0; i < copies; ++i) {
    rows.push_back({v1 * v1 + v2 * v2, y1, y2});
    for (std::size_t j = 0; j < copies; ++j) rows.back().push_back(zero);
  }
  if (extra) {
    rows.push_back(rows[0]);
    for (std::size_t j = 0; j < rows[0].size(); ++j)
      rows.back()[j] = rows[0][j] + 2.0L * rows[2][j];
  }
  std::vector<Expression> outputs;
  for (const auto& row : rows) outputs.insert(outputs.end(), row.begin(), row.end());
  LinearBlockLayout layout;
  layout.velocities = {{},
                       Velocity::coordinate(3),
                       Velocity::coordinate(4),
                       Velocity::unknown(0),
                       Velocity::unknown(1)};
  layout.unknowns = {"y1''", "y2''"};
  for (std::size_t i = 0; i < copies; ++i) layout.unknowns.push_back("l" + std::to_string(i));
  return std::make_shared<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(outputs)), layout);
}

/// V with ξ = 1.
Point<double> unit_speed(Distribution<double>& d, const Point<double>& z) {
  Point<double> v(z.size());
  REQUIRE(d.direction(z, v).defined);
  for (std::size_t j = v.size(); j-- > 0;) v[j] /= v[0];
  return v;
}

}  // namespace

TEST_SUITE_BEGIN("law");

TEST_CASE("mechanics and linear blocks agree") {
  auto generator = tests::make_generator("mechanics and blocks");
  for (const auto& mechanism : {tests::pendulum(),
                                tests::regular_four_bar(),
                                tests::crossed_four_bar(),
                                tests::six_points()}) {
    const auto reduced = tests::reduced_form<double>(mechanism);
    const auto block = tests::block_form<double>(mechanism);
    const auto a = reduced.problem.distribution->clone();
    const auto b = block.problem.distribution->clone();
    REQUIRE(a->attached_names() == b->attached_names());
    for (std::uint64_t trial = 0; trial < 10 * tests::multiplier(); ++trial) {
      const Point<double> z = random_point(reduced, generator);
      const Point<double> v = unit_speed(*a, z);
      // Round-off times the condition of matrices with entries 0.1 … 3.
      CHECK(distance(v, unit_speed(*b, z)) <= 1e-12 * (1 + largest(v)));
      Point<double> w(a->attached_names().size());
      Point<double> other(w.size());
      a->attached(z, w);
      b->attached(z, other);
      CHECK(distance(w, other) <= 1e-12 * (1 + largest(w)));
    }
  }
}

TEST_CASE("the derivative of a Taylor series is the direction along it") {
  auto generator = tests::make_generator("series and direction");
  constexpr std::size_t order = 14;
  for (const auto& [name, started] : tests::all_problems<long double>()) {
    CAPTURE(name);
    const std::size_t m = started.problem.dimension();
    const auto distribution = started.problem.distribution->clone();
    Point<long double> curve = random_point(started, generator);
    curve.resize((order + 1) * m);
    for (std::size_t d = 1; d <= order; ++d) REQUIRE(distribution->taylor(curve, d));
    // A parameter for which the last term is 1e-17 of the largest.
    long double s = 1e-2L;
    for (std::size_t j = 0; j < m; ++j) {
      const long double last = std::abs(curve[order * m + j]);
      if (last > 0) s = std::min(s, std::pow(1e-17L / last, 1.0L / order));
    }
    Point<long double> z(m);
    Point<long double> slope(m);
    for (std::size_t d = order + 1; d-- > 0;) {
      for (std::size_t j = 0; j < m; ++j) {
        z[j] = z[j] * s + curve[d * m + j];
        if (d > 0) slope[j] = slope[j] * s + static_cast<long double>(d) * curve[d * m + j];
      }
    }
    Point<long double> v(m);
    REQUIRE(distribution->direction(z, v).defined);
    if (distribution->orientation() != Orientation::meant) {
      const long double speed = v[*started.problem.independent];
      for (long double& entry : v) entry /= speed;
    }
    // The slope's last term is larger than the series' by order/s, at most 1e5 here, and stiff
    // systems add their condition; a wrong recurrence is off by s, at least 1e-5.
    CHECK(distance(v, slope) <= 1e-9L * (1 + largest(v)));
  }
}

TEST_CASE("redundant constraints change no motion") {
  auto generator = tests::make_generator("redundant mechanics");
  const auto plain = tests::reduced_form<double>(tests::n_four_bar(false));
  const auto redundant = tests::reduced_form<double>(tests::n_four_bar(true));
  const auto a = plain.problem.distribution->clone();
  const auto b = redundant.problem.distribution->clone();
  for (std::uint64_t trial = 0; trial < 20 * tests::multiplier(); ++trial) {
    const Point<double> z = random_point(plain, generator);
    const Point<double> v = unit_speed(*a, z);
    CHECK(distance(v, unit_speed(*b, z)) <= 1e-11 * (1 + largest(v)));
    Point<double> few(a->attached_names().size());
    Point<double> many(b->attached_names().size());
    a->attached(z, few);
    b->attached(z, many);
    double norm_few = 0;
    double norm_many = 0;
    for (std::size_t i = 6; i < few.size(); ++i) norm_few += few[i] * few[i];
    for (std::size_t i = 6; i < many.size(); ++i) norm_many += many[i] * many[i];
    // Those of the plain system, and zeros, are one possibility among many.
    CHECK(norm_many <= norm_few * (1 + 1e-12));
  }
}

TEST_CASE("at folds a linear block goes on where the speed of x is zero") {
  // The sphere of [TA00, (2.2)] as completion gives it: unknown y'', row y' y'' + y y' + x = 0.
  ProgramBuilder b(3);
  LinearBlockLayout layout;
  layout.velocities = {{}, Velocity::coordinate(2), Velocity::unknown(0)};
  layout.unknowns = {"y''"};
  LinearBlockDistribution<double> block(std::make_shared<CompiledMap<double>>(b.build(std::vector{
                                            b.input(1) * b.input(2) + b.input(0), b.input(2)})),
                                        layout);
  const auto kernel = tests::sphere_with_folds<double>().problem.distribution->clone();
  auto generator = tests::make_generator("folds of a block");
  for (std::uint64_t trial = 0; trial < 50 * tests::multiplier(); ++trial) {
    Point<double> z = tests::random_vector<double>(generator, 3);
    if (trial % 3 == 0) z[2] *= 1e-9;  // next to the fold
    if (trial % 3 == 1) z[2] = 0;
    Point<double> v(3);
    Point<double> w(3);
    REQUIRE(block.direction(z, v).defined);
    REQUIRE(kernel->direction(z, w).defined);
    if (z[2] == 0) CHECK(v[0] == 0);
    const double size = std::hypot(v[0], v[1], v[2]) * std::hypot(w[0], w[1], w[2]);
    const double product = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
    CHECK(std::abs(std::abs(product) / size - 1) <= 1e-14);
  }
  // On both sides of the fold, the same way along the curve.
  Point<double> above(3);
  Point<double> below(3);
  CHECK(block.direction(Point<double>{0.6, 0.8, 1e-6}, above).defined);
  CHECK(block.direction(Point<double>{0.6, 0.8, -1e-6}, below).defined);
  CHECK(above[2] * below[2] > 0);
  CHECK(above[0] * below[0] < 0);
}

TEST_SUITE_END();

TEST_CASE("multipliers that are not determined are as small as possible") {
  const Point<double> z = {0, 0.6, -0.8, 0.4, 0.3};
  const auto plain = pendulum_block(1, false);
  const Point<double> v = unit_speed(*plain, z);
  Point<double> w(3);
  plain->attached(z, w);
  for (const std::size_t copies : {2, 3}) {
    for (const bool extra : {false, true}) {
      CAPTURE(copies);
      CAPTURE(extra);
      const auto redundant = pendulum_block(copies, extra);
      CHECK(distance(unit_speed(*redundant, z), v) <= 1e-14);
      Point<double> shared(2 + copies);
      redundant->attached(z, shared);
      for (std::size_t i = 0; i < copies; ++i) {
        CHECK(std::abs(shared[2 + i] - w[2] / static_cast<double>(copies)) <= 1e-14);
      }
      Point<double> curve = z;
      curve.resize(3 * 5);
      CHECK(redundant->taylor(curve, 1));
      CHECK(std::abs(curve[5 + 3] - v[3]) <= 1e-14);
    }
  }
  CHECK(distance(unit_speed(*pendulum_block(1, true), z), v) <= 1e-14);
}

TEST_CASE("where a motion is not determined the direction is not defined") {
  // The four-bar (1, 2, 1, 2) in line: its constraints are dependent.
  const auto started = tests::reduced_form<double>(tests::singular_four_bar());
  const auto block = tests::block_form<double>(tests::singular_four_bar());
  Point<double> v(9);
  // Upright velocities, of neither of the two branches.
  const Point<double> in_line = {0, 1, 0, 3, 0, 0, 0.3, 0, -0.1};
  CHECK_FALSE(started.problem.distribution->clone()->direction(in_line, v).defined);
  CHECK_FALSE(block.problem.distribution->clone()->direction(in_line, v).defined);
  // Its components, each with its own equations, go through.
  for (const auto& mechanism : {tests::parallelogram_four_bar(), tests::crossed_four_bar()}) {
    const auto component = tests::reduced_form<double>(mechanism).problem.distribution->clone();
    CHECK(component->direction(in_line, v).defined);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, problem] : tests::all_problems<double>()) {
    CAPTURE(name);
    Point<double> z(problem.start.begin(), problem.start.end());
    Point<double> direction(z.size());
    for (double& entry : z) entry = nan;
    CHECK_FALSE(problem.problem.distribution->clone()->direction(z, direction).defined);
  }
}

TEST_CASE("a mass matrix may be singular where constraints hold the motion") {
  // M = diag(1, 0), G = (0, 1): q₂'' = γ and q₁'' = F₁.
  ProgramBuilder b(4);
  const Expression zero = b.constant(0);
  const Expression one = b.constant(1);
  MechanicalLayout layout;
  layout.positions = {0, 1};
  layout.velocities = {2, 3};
  layout.constraints = 1;
  layout.constraint_rank = 1;
  layout.acceleration_names = {"a1", "a2"};
  layout.multiplier_names = {"l"};
  MechanicalDistribution<double> d(
      std::make_shared<CompiledMap<double>>(
          b.build(std::vector{one, zero, zero, zero, b.input(0), one, zero, one, b.constant(7)})),
      layout);
  Point<double> v(4);
  CHECK(d.direction(Point<double>{5, 0, 1, 2}, v).defined);
  CHECK(v == Point<double>{1, 2, 5, 7});
  Point<double> w(3);
  d.attached(Point<double>{5, 0, 1, 2}, w);
  CHECK(w == Point<double>{5, 7, 1});
}

TEST_CASE("layouts that do not fit are refused") {
  const auto map = std::make_shared<CompiledMap<double>>([] {
    ProgramBuilder b(3);
    return b.build(std::vector{b.input(0), b.input(1)});
  }());
  LinearBlockLayout layout;
  layout.velocities = {{}, Velocity::coordinate(2), Velocity::unknown(0)};
  layout.unknowns = {"w"};
  CHECK_NOTHROW(LinearBlockDistribution<double>(map, layout));
  layout.velocities[1] = Velocity::unknown(1);
  CHECK_THROWS_AS(LinearBlockDistribution<double>(map, layout), InvalidInput);
  layout.velocities[1] = {};
  CHECK_THROWS_AS(LinearBlockDistribution<double>(map, layout), InvalidInput);
  layout.velocities.pop_back();
  CHECK_THROWS_AS(LinearBlockDistribution<double>(map, layout), InvalidInput);
  MechanicalLayout mechanics;
  mechanics.positions = {0};
  mechanics.velocities = {0};
  CHECK_THROWS_AS(MechanicalDistribution<double>(map, mechanics), InvalidInput);
}

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
        geometry.follow(v);
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
