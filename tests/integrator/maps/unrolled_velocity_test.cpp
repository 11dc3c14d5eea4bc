// SPDX-License-Identifier: GPL-3.0-or-later
// Velocities by programs with elimination written out, against solvers that choose pivots.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "points.hpp"
#include "problems/all.hpp"

namespace leafwise::integrator {
namespace {

using tests::Mechanism;
using tests::StartedProblem;

/// `attached` goes by SaddlePoint and KernelSolver, `direction` by the program.
template <typename Real>
void compare_with_attached(const Mechanism& mechanism, const StartedProblem<Real>& started) {
  const auto distribution = started.problem.distribution->clone();
  const std::size_t n = mechanism.positions.size();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(-0.02, 0.02);
  for (int attempt = 0; attempt < 20; ++attempt) {
    CAPTURE(attempt);
    std::vector<Real> z(started.start.begin(), started.start.end());
    for (Real& entry : z) entry += static_cast<Real>(share(random)) * (1 + std::abs(entry));
    std::vector<Real> v(z.size());
    std::vector<Real> exact(distribution->attached_names().size());
    const DirectionQuality<Real> quality = distribution->direction(z, v);
    distribution->attached(z, exact);
    REQUIRE(quality.defined);
    Real size = 1;
    for (std::size_t i = 0; i < n; ++i) size = std::max(size, std::abs(exact[i]));
    const Real condition = 1 / (quality.second_smallest * quality.second_smallest);
    const Real tolerance = 256 * std::numeric_limits<Real>::epsilon() * condition * size;
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(std::abs(v[1 + n + i] / v[0] - exact[i]) <= tolerance);
      CHECK(v[1 + i] / v[0] == doctest::Approx(static_cast<double>(z[1 + n + i])).epsilon(1e-14));
    }
  }
}

/// A(x) w = −b(x) with two unknowns, velocities of y1 and y2; inputs x, y1, y2.
template <typename Build>
std::unique_ptr<LinearBlockDistribution<double>> two_unknowns(const Build& build) {
  ProgramBuilder b(3);
  const std::vector<Expression> rows = build(b);
  LinearBlockLayout layout;
  layout.velocities = {{}, Velocity::unknown(0), Velocity::unknown(1)};
  layout.unknowns = {"y1'", "y2'"};
  return std::make_unique<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(rows)), layout);
}

/// A turns with x, so that each of its entries is 0 somewhere, and det A = 1.
std::unique_ptr<LinearBlockDistribution<double>> turning_block() {
  return two_unknowns([](ProgramBuilder& b) {
    const Expression c = cos(b.input(0));
    const Expression s = sin(b.input(0));
    return std::vector<Expression>{-c, c, -s, -s, s, c};  // w = (1, 0)
  });
}

}  // namespace

TEST_CASE_TEMPLATE("velocities by programs are those of solvers", Real, double, long double) {
  for (const auto& mechanism : {tests::pendulum(),
                                tests::regular_four_bar(),
                                tests::crossed_four_bar(),
                                tests::six_points(),
                                tests::n_four_bar(false),
                                tests::andrews_squeezer()}) {
    CAPTURE(mechanism.positions.size());
    compare_with_attached<Real>(mechanism, tests::reduced_form<Real>(mechanism));
    compare_with_attached<Real>(mechanism, tests::block_form<Real>(mechanism));
  }
}

TEST_CASE("pivots are chosen anew when they wear out, and the sign goes on") {
  const auto block = turning_block();
  std::vector<double> v(3);
  for (int i = 0; i <= 1000; ++i) {
    const std::vector<double> z = {0.01 * i, 0, 0};
    const DirectionQuality<double> quality = block->direction(z, v);
    REQUIRE(quality.defined);
    CHECK(quality.second_smallest > 1e-3);
    CHECK(v[0] > 0);
    CHECK(std::abs(v[1] / v[0] - 1) < 1e-13);
    CHECK(std::abs(v[2] / v[0]) < 1e-13);
  }
}

TEST_CASE("at a fold, where A is singular, the kernel of (b | A) takes over") {
  // 2 y1 y1' + 2 x ξ = 0, the unit circle; y2 is y1 once more.
  const auto block = two_unknowns([](ProgramBuilder& b) {
    const Expression x2 = 2.0L * b.input(0);
    const Expression y2 = 2.0L * b.input(1);
    const Expression zero = b.constant(0);
    return std::vector<Expression>{x2, y2, zero, zero, b.constant(-1), b.constant(1)};
  });
  std::vector<double> v(3);
  double way = 0;
  for (int i = 0; i <= 400; ++i) {
    const double angle = i * 3.14159265358979323846 / 200;
    const double x = std::cos(angle);
    const double y = std::sin(angle);
    REQUIRE(block->direction(std::vector<double>{x, y, y}, v).defined);
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1]);
    const double product = (v[0] * y - v[1] * x) / length;
    // Once round, through both folds: always the same way.
    if (i == 0) way = product;
    CHECK(std::abs(std::abs(way) - 1) < 1e-12);
    CHECK(std::abs(product - way) < 1e-12);
  }
}

TEST_CASE("the choice of pivots is memory: another object goes on bit for bit") {
  const auto first = turning_block();
  const auto second = turning_block();
  std::vector<double> v(3);
  std::vector<double> w(3);
  for (int i = 0; i < 300; ++i) first->direction(std::vector<double>{0.01 * i, 0, 0}, v);
  second->restore(first->memory());
  CHECK(second->memory() == first->memory());
  for (int i = 300; i < 600; ++i) {
    const std::vector<double> z = {0.01 * i, 0, 0};
    const DirectionQuality<double> a = first->direction(z, v);
    const DirectionQuality<double> b = second->direction(z, w);
    CHECK(a.second_smallest == b.second_smallest);
    CHECK(v == w);
  }
  CHECK(second->memory() == first->memory());
  std::vector<std::int64_t> wrong = first->memory();
  wrong[wrong.size() - 3] = 5;  // no such row
  CHECK_THROWS_AS(second->restore(wrong), InvalidInput);
  wrong.pop_back();
  CHECK_THROWS_AS(second->restore(wrong), InvalidInput);
}

}  // namespace leafwise::integrator
