// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/distribution.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"
#include "points.hpp"
#include "problems/all.hpp"
#include "quadrics.hpp"
#include "support/seed.hpp"

// Laws of all distributions: linear blocks, mechanics, kernels, fields.
namespace leafwise::integrator {

using tests::distance;
using tests::largest;
using tests::Point;
using tests::random_point;
using tests::unit_speed;

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

}  // namespace leafwise::integrator
