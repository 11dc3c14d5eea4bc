// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/initialise.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/own_units.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// A problem that is written in other units, powers of two, and says so by its sizes, is run as the
// problem itself: bit for bit.
namespace leafwise::integrator {
namespace {

/// x² + y² = 1, z = x y: a turn in time, with exponents of units for t, x, y, z.
ManifoldProblem<double> turn(const std::vector<int>& sizes) {
  ProgramBuilder b(4);
  ProgramBuilder f(4);
  const auto unit = [&](std::size_t j) { return std::ldexp(1.0, sizes[j]); };
  const auto own = [&](ProgramBuilder& builder, std::size_t j) {
    return builder.constant(1 / unit(j)) * builder.input(j);
  };
  const Expression speed = b.constant(1) + b.constant(0.5) * sin(own(b, 0));
  const Expression x = own(b, 1);
  const Expression y = own(b, 2);
  const auto rate = [&](std::size_t j, const Expression& own_rate) {
    return b.constant(unit(j) / unit(0)) * own_rate;
  };
  const std::vector<Expression> field = {
      b.constant(1), rate(1, -speed * y), rate(2, speed * x), rate(3, speed * (x * x - y * y))};
  const std::vector<Expression> rows = {
      own(f, 1) * own(f, 1) + own(f, 2) * own(f, 2) - f.constant(1),
      own(f, 1) * own(f, 2) - own(f, 3)};
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "x", "y", "z"};
  problem.independent = 0;
  problem.equations = std::make_shared<CompiledMap<double>>(f.build(rows));
  problem.equation_names = {"circle", "product"};
  problem.codimension = 2;
  problem.distribution = std::make_shared<ExplicitField<double>>(
      std::make_shared<CompiledMap<double>>(b.build(field)));
  problem.sizes = sizes;
  return problem;
}

Report<double> run(const std::vector<int>& sizes, const std::string& method) {
  Settings<double> settings;
  settings.method = method;
  settings.to = 3 * std::ldexp(1.0, sizes[0]);
  settings.tolerance = Tolerance<double>::uniform(4, 1e-8, 1e-10);
  for (std::size_t j = 0; j < 4; ++j) {
    settings.tolerance->absolute[j] = std::ldexp(settings.tolerance->absolute[j], sizes[j]);
  }
  std::vector<double> start = {0, 1, 0, 0};
  OwnUnits<double>(turn(sizes)).to_users(start, start);
  return integrate<double>(turn(sizes), settings, start);
}

std::vector<int> random_sizes(std::mt19937_64& random) {
  std::uniform_int_distribution<int> exponent(-66, 66);  // 10^±20
  std::vector<int> sizes(4);
  for (int& size : sizes) size = exponent(random);
  return sizes;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a run in units that are said is the same run, bit for bit") {
    auto random = tests::make_generator("own units of runs");
    for (const char* method : {"dopri54", "dop853", "taylor", "radau_iia_3", "gauss_2"}) {
      CAPTURE(std::string(method));
      const Report<double> plain = run({0, 0, 0, 0}, method);
      REQUIRE(plain.reason == Reason::reached);
      for (std::uint64_t attempt = 0; attempt < 5 * tests::multiplier(); ++attempt) {
        const std::vector<int> sizes = random_sizes(random);
        CAPTURE(sizes[0]);
        const Report<double> scaled = run(sizes, method);
        REQUIRE(scaled.reason == Reason::reached);
        CHECK(scaled.steps == plain.steps);
        REQUIRE(scaled.trajectory.size() == plain.trajectory.size());
        for (std::size_t i = 0; i < plain.trajectory.size(); ++i) {
          const auto one = plain.trajectory.point(i);
          const auto other = scaled.trajectory.point(i);
          for (std::size_t j = 0; j < 4; ++j) CHECK(std::ldexp(one[j], sizes[j]) == other[j]);
        }
      }
    }
  }

  TEST_CASE("the nearest point does not depend on units that are said") {
    auto random = tests::make_generator("own units of starts");
    std::uniform_real_distribution<double> near(-0.3, 0.3);
    for (std::uint64_t attempt = 0; attempt < 20 * tests::multiplier(); ++attempt) {
      StartingValues<double> start{{0, 0.6 + near(random), 0.8 + near(random), 0.5},
                                   {Meant::fixed, Meant::given, Meant::given, Meant::guessed}};
      const auto plain = initialise(turn({0, 0, 0, 0}), start);
      REQUIRE(plain.has_value());
      const std::vector<int> sizes = random_sizes(random);
      OwnUnits<double>(turn(sizes)).to_users(start.values, start.values);
      const auto scaled = initialise(turn(sizes), start);
      REQUIRE(scaled.has_value());
      CHECK(scaled.value().largest_change == plain.value().largest_change);
      for (std::size_t j = 0; j < 4; ++j) {
        CHECK(std::ldexp(plain.value().point[j], sizes[j]) == scaled.value().point[j]);
      }
    }
  }
}

}  // namespace leafwise::integrator
