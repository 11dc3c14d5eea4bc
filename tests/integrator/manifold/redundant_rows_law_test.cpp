// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// Of redundant rows those are used that say something, wherever the others say nothing.
namespace leafwise::integrator {
namespace {

using Rows = std::vector<std::vector<Expression>>;

/// x' = y, y' = −x, v' = x v, on x² + y² = 1 with v e^y = 1; and rows beside that are 0 on it.
struct Planted {
  ManifoldProblem<double> problem;
  std::size_t rows = 0;
};

/// @param kinds of the rows beside: 'c' for one that cancels, 'z' for one that is 0 at the start
Planted planted(std::mt19937_64& random, const std::string& kinds) {
  ProgramBuilder b(4);
  const Expression x = b.input(1);
  const Expression y = b.input(2);
  const Expression v = b.input(3);
  const Expression zero = b.constant(0);
  const Expression one = b.constant(1);
  const Rows plain = {{-y, one, zero, zero}, {x, zero, one, zero}, {-x * v, zero, zero, one}};
  const Expression circle = x * x + y * y - one;
  std::uniform_real_distribution<double> share(-1, 1);
  std::uniform_int_distribution<int> power(0, 30);
  const auto sum = [&](const auto& factor) {
    std::vector<Expression> result(4, zero);
    for (const auto& row : plain) {
      const Expression own = factor();
      for (std::size_t j = 0; j < 4; ++j) result[j] = result[j] + own * row[j];
    }
    return result;
  };
  Rows rows = plain;
  for (const char kind : kinds) {
    const Expression large = b.constant(std::pow(10.0, power(random)));
    if (kind == 'c') {
      // What each entry is made of does not cancel with that of others: on the circle they have
      // nothing in common but their size.
      rows.push_back(sum([&] { return large * (b.constant(share(random)) + y) * circle; }));
      for (Expression& entry : rows.back()) {
        entry = entry + large * b.constant(share(random)) * circle;
      }
    } else {
      rows.push_back(sum([&] { return large * b.constant(share(random)) * x; }));
    }
  }
  std::shuffle(rows.begin(), rows.end(), random);
  std::vector<Expression> outputs;
  for (const auto& row : rows) outputs.insert(outputs.end(), row.begin(), row.end());
  LinearBlockLayout layout{{{}, Velocity::unknown(0), Velocity::unknown(1), Velocity::unknown(2)},
                           {"x'", "y'", "v'"}};
  Planted result;
  result.rows = rows.size();
  result.problem.independent = 0;
  result.problem.coordinates = {"t", "x", "y", "v"};
  result.problem.equations =
      std::make_shared<CompiledMap<double>>(b.build(std::vector{circle, v * exp(y) - one}));
  result.problem.codimension = 2;
  result.problem.distribution = std::make_shared<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(outputs)), layout);
  return result;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("rows that say nothing at a point do not disturb those that do") {
    auto random = tests::make_generator("directions beside empty rows");
    std::uniform_real_distribution<double> angle(0, 6.3);
    for (std::uint64_t attempt = 0; attempt < 20 * tests::multiplier(); ++attempt) {
      std::string kinds;
      for (std::uint64_t i = random() % 12; i-- > 0;) kinds += random() % 2 == 0 ? 'c' : 'z';
      CAPTURE(kinds);
      const Planted system = planted(random, kinds);
      for (const double phase : {0.0, 1e-9, 1.5707963267948966, angle(random), angle(random)}) {
        CAPTURE(phase);
        const auto own = system.problem.distribution->clone();
        const double x = std::sin(phase);
        const double y = std::cos(phase);
        const std::vector<double> z = {phase, x, y, std::exp(-y)};
        std::vector<double> direction(4);
        REQUIRE(own->direction(z, direction).defined);
        const std::vector<double> exact = {1, y, -x, x * std::exp(-y)};
        for (std::size_t j = 1; j < 4; ++j) {
          // A row that is shorter than others by 1e-9 is not used beside them.
          CHECK(std::abs(direction[j] / direction[0] - exact[j]) <= 1e-14);
        }
        std::vector<double> curve = z;
        curve.resize(12);
        REQUIRE(own->taylor(curve, 1));
        REQUIRE(own->taylor(curve, 2));
        CHECK(std::abs(curve[5] - y) <= 1e-14);
        CHECK(std::abs(2 * curve[9] + x) <= 1e-13);
      }
    }
  }

  TEST_CASE("runs beside rows that say nothing end where they would without") {
    auto random = tests::make_generator("runs beside empty rows");
    for (std::uint64_t attempt = 0; attempt < 4 * tests::multiplier(); ++attempt) {
      std::string kinds;
      for (std::uint64_t i = 1 + random() % 12; i-- > 0;) kinds += random() % 2 == 0 ? 'c' : 'z';
      CAPTURE(kinds);
      const Planted system = planted(random, kinds);
      for (const char* method : {"dopri54", "dop853", "radau_iia_3", "taylor"}) {
        CAPTURE(method);
        Settings<double> settings;
        settings.method = method;
        settings.to = 7;  // once round: x = 0 at π and 2π, too
        settings.tolerance = Tolerance<double>::uniform(4, 1e-9, 1e-11);
        const std::vector<double> start = {0, 0, 1, std::exp(-1.0)};
        const auto report = integrate<double>(system.problem, settings, start);
        REQUIRE(reason_text(report) == "reached");
        const auto end = report.trajectory.row(report.trajectory.size() - 1);
        // Some hundred steps of this tolerance.
        CHECK(std::abs(end[1] - std::sin(7.0)) <= 1e-7);
        CHECK(std::abs(end[2] - std::cos(7.0)) <= 1e-7);
        CHECK(std::abs(end[3] - std::exp(-std::cos(7.0))) <= 1e-6);
      }
    }
  }
}

}  // namespace leafwise::integrator
