// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/linear_block_distribution.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "points.hpp"
#include "problems/all.hpp"

// Linear blocks and mechanics where something is singular, redundant or wrong.
namespace leafwise::integrator {
namespace {

using tests::distance;
using tests::Point;
using tests::unit_speed;

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

}  // namespace

TEST_CASE("multipliers that are not determined are as small as possible") {
  const Point<double> z = {0, 0.6, -0.8, 0.4, 0.3};
  const auto plain = pendulum_block(1, false);
  const Point<double> v = unit_speed(*plain, z);
  Point<double> w(3);
  plain->attached(z, w);
  for (const std::size_t copies : {std::size_t{2}, std::size_t{3}}) {
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

}  // namespace leafwise::integrator
