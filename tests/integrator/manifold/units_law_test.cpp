// SPDX-License-Identifier: GPL-3.0-or-later
// What units a system is written in, how fast it is and what idle equations it has beside changes
// neither how a run ends nor where.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

/// Rows (b | A) over t and y in which the first unknowns are y' and the others do not move.
struct DrivenSystem {
  std::size_t moving = 0;
  std::size_t still = 0;
  std::vector<double> start;
  double end = 1;
  std::function<std::vector<std::vector<Expression>>(
      ProgramBuilder&, Expression, const std::vector<Expression>&)>
      rows;

  [[nodiscard]] std::size_t unknowns() const { return moving + still; }
};

/// One of our units in units of the user, by powers of ten.
struct Units {
  double time = 1;
  std::vector<double> unknowns;
  std::vector<double> equations;
  std::vector<double> idle;  // values of constants beside
};

Units own_units(const DrivenSystem& system) {
  return {
      1, std::vector<double>(system.unknowns(), 1), std::vector<double>(system.unknowns(), 1), {}};
}

Units random_units(const DrivenSystem& system, std::size_t idle, std::mt19937_64& random) {
  std::uniform_int_distribution<int> power(-20, 20);
  const auto unit = [&] { return std::pow(10.0, power(random)); };
  Units units = own_units(system);
  units.time = unit();
  for (double& entry : units.unknowns) entry = unit();
  for (double& entry : units.equations) entry = unit();
  for (std::size_t i = 0; i < idle; ++i) units.idle.push_back(unit());
  return units;
}

ManifoldProblem<double> problem_in(const DrivenSystem& system, const Units& units) {
  const std::size_t n = system.unknowns();
  const std::size_t m = 1 + system.moving + units.idle.size();
  const std::size_t all = n + units.idle.size();
  ProgramBuilder b(m);
  std::vector<Expression> y;
  LinearBlockLayout layout;
  ManifoldProblem<double> problem;
  layout.velocities = {{}};
  problem.coordinates = {"t"};
  for (std::size_t j = 0; j < system.moving; ++j) {
    y.push_back(b.input(1 + j) * b.constant(1 / units.unknowns[j]));
    layout.velocities.push_back(Velocity::unknown(j));
  }
  for (std::size_t j = 0; j < units.idle.size(); ++j) {
    layout.velocities.push_back(Velocity::unknown(n + j));
  }
  for (std::size_t j = 0; j < all; ++j) layout.unknowns.push_back("w" + std::to_string(j));
  for (std::size_t j = 1; j < m; ++j) problem.coordinates.push_back("y" + std::to_string(j));
  std::vector<Expression> outputs;
  const auto rows = system.rows(b, b.input(0) * b.constant(1 / units.time), y);
  for (std::size_t i = 0; i < n; ++i) {
    const Expression factor = b.constant(units.equations[i]);
    outputs.push_back(rows[i][0] * factor);
    for (std::size_t j = 0; j < n; ++j) {
      const double speed = j < system.moving ? units.time : 1;
      outputs.push_back(rows[i][1 + j] * factor * b.constant(speed / units.unknowns[j]));
    }
    outputs.insert(outputs.end(), units.idle.size(), b.constant(0));
  }
  for (std::size_t i = n; i < all; ++i) {
    for (std::size_t j = 0; j <= all; ++j) outputs.push_back(b.constant(j == 1 + i ? 1 : 0));
  }
  problem.independent = 0;
  problem.distribution = std::make_shared<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(outputs)), layout);
  return problem;
}

struct End {
  std::string reason;
  double time = 0;
  std::vector<double> values;
};

constexpr double tolerance = 1e-8;

/// In the system's own units.
End run(const DrivenSystem& system, const Units& units, const std::string& method) {
  const auto problem = problem_in(system, units);
  const std::size_t m = problem.dimension();
  std::vector<double> start = {0};
  Settings<double> settings;
  settings.method = method;
  settings.to = system.end * units.time;
  settings.tolerance = Tolerance<double>::uniform(m, tolerance, tolerance);
  settings.tolerance->absolute[0] *= units.time;
  for (std::size_t j = 0; j < system.moving; ++j) {
    start.push_back(system.start[j] * units.unknowns[j]);
    settings.tolerance->absolute[1 + j] *= units.unknowns[j];
  }
  start.insert(start.end(), units.idle.begin(), units.idle.end());
  const auto report = integrate<double>(problem, settings, start);
  const auto row = report.trajectory.row(report.trajectory.size() - 1);
  End end{reason_text(report), row[0] / units.time, {}};
  for (std::size_t j = 0; j < system.moving; ++j) {
    end.values.push_back(row[1 + j] / units.unknowns[j]);
  }
  return end;
}

/// A(t, y) is a dominant diagonal and something small, b bounded: regular everywhere.
DrivenSystem regular_system(std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> count(1, 4);
  std::uniform_real_distribution<double> share(-1, 1);
  DrivenSystem system;
  system.moving = count(random);
  system.still = count(random) - 1;
  const std::size_t n = system.unknowns();
  std::vector<double> numbers(n * (n + 2));
  for (double& entry : numbers) entry = share(random);
  for (std::size_t j = 0; j < system.moving; ++j) system.start.push_back(share(random));
  system.rows = [=](ProgramBuilder& b, Expression t, const std::vector<Expression>& y) {
    std::vector<std::vector<Expression>> rows;
    for (std::size_t i = 0; i < n; ++i) {
      const double* own = numbers.data() + i * (n + 2);
      const Expression& some = y[i % y.size()];
      rows.push_back({b.constant(own[0]) * some + sin(t + b.constant(3 * own[1]))});
      for (std::size_t j = 0; j < n; ++j) {
        const double size = 0.6 / static_cast<double>(n);
        const Expression small = b.constant(size * own[2 + j]) * cos(y[j % y.size()]);
        rows.back().push_back(i == j ? b.constant(own[0] < 0 ? -1 : 1) + small : small);
      }
    }
    return rows;
  };
  return system;
}

/// y₁' + t y₂' = 2 and t y₁' + y₂' = 2: at t = 1, A has rank 1, and so has (b | A).
DrivenSystem crossing() {
  DrivenSystem system;
  system.moving = 2;
  system.start = {0, 1};
  system.end = 3;
  system.rows = [](ProgramBuilder& b, Expression t, const std::vector<Expression>&) {
    const Expression two = b.constant(-2);
    const Expression one = b.constant(1);
    return std::vector<std::vector<Expression>>{{two, one, t}, {two, t, one}};
  };
  return system;
}

/// y₁ y₁' + t = 0 on a circle: a fold at t = 1; y₂ follows.
DrivenSystem fold() {
  DrivenSystem system;
  system.moving = 2;
  system.start = {1, 0};
  system.end = 3;
  system.rows = [](ProgramBuilder& b, Expression t, const std::vector<Expression>& y) {
    return std::vector<std::vector<Expression>>{{t, y[0], b.constant(0)},
                                                {b.constant(0), b.constant(-1), b.constant(1)}};
  };
  return system;
}

/// y₁' + a y₂' = 2 and a y₁' + y₂' = 2 with a = 1 − (1 − t)²/2: at t = 1 the rank is 1, and the
/// determinant does not change its sign.
DrivenSystem touching() {
  DrivenSystem system = crossing();
  system.rows = [](ProgramBuilder& b, Expression t, const std::vector<Expression>&) {
    const Expression two = b.constant(-2);
    const Expression one = b.constant(1);
    const Expression g = one - t;
    const Expression a = one - 0.5L * g * g;
    return std::vector<std::vector<Expression>>{{two, one, a}, {two, a, one}};
  };
  return system;
}

/// To one of these numbers of idle equations: on both sides of where elimination is written out.
std::size_t some_idle(std::mt19937_64& random) {
  constexpr std::size_t choices[] = {0, 1, 7, 19, 24, 30};
  return choices[std::uniform_int_distribution<std::size_t>(0, 5)(random)];
}

const std::vector<std::string>& methods() {
  static const std::vector<std::string> names = {"dopri54", "taylor", "radau_iia_3", "gauss_3"};
  return names;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("units, speeds and idle equations change no regular run") {
    auto random = tests::make_generator("units of regular runs");
    for (std::uint64_t attempt = 0; attempt < 6 * tests::multiplier(); ++attempt) {
      CAPTURE(attempt);
      const DrivenSystem system = regular_system(random);
      for (const std::string& method : methods()) {
        CAPTURE(method);
        const End plain = run(system, own_units(system), method);
        REQUIRE(plain.reason == "reached");
        const End scaled = run(system, random_units(system, some_idle(random), random), method);
        CHECK(scaled.reason == "reached");
        for (std::size_t j = 0; j < system.moving; ++j) {
          // Idle equations have no errors: the mean of 31 is less strict than that of 1 by √31, and
          // each run has an error of its own, in some hundred steps.
          CHECK(std::abs(scaled.values[j] - plain.values[j]) <= 1e3 * tolerance);
        }
      }
    }
  }

  TEST_CASE("where rank is lost runs stop in all units") {
    auto random = tests::make_generator("units of singular runs");
    for (const DrivenSystem& system : {crossing(), fold(), touching()}) {
      CAPTURE(system.start[0]);
      for (const std::string& method : methods()) {
        CAPTURE(method);
        const End plain = run(system, own_units(system), method);
        CHECK(plain.reason != "reached");
        for (std::uint64_t attempt = 0; attempt < 3 * tests::multiplier(); ++attempt) {
          const End scaled = run(system, random_units(system, some_idle(random), random), method);
          // Steps end at a fold because they get small, or because its other side is met.
          CHECK(scaled.reason != "reached");
          CHECK(std::abs(scaled.time - 1) <= 1e-3);
        }
      }
    }
  }
}

TEST_CASE("speeds may grow, and multipliers, by any factor") {
  // x' = x, y' = 2 y and λ − e^… = 0 as λ x = y, beside constants: an exponent of 40 in all.
  DrivenSystem system;
  system.moving = 2;
  system.still = 1;
  system.start = {1, 1};
  system.end = 20;
  system.rows = [](ProgramBuilder& b, Expression, const std::vector<Expression>& y) {
    const Expression zero = b.constant(0);
    const Expression one = b.constant(1);
    return std::vector<std::vector<Expression>>{
        {-y[0], one, zero, zero}, {-2.0L * y[1], zero, one, zero}, {-y[1], zero, zero, y[0]}};
  };
  for (const std::size_t idle : std::initializer_list<std::size_t>{0, 20, 21, 22, 23, 38}) {
    for (const std::string& method : methods()) {
      CAPTURE(idle);
      CAPTURE(method);
      Units units = own_units(system);
      units.idle.assign(idle, 0);
      const End end = run(system, units, method);
      CHECK(end.reason == "reached");
      CHECK(end.values[0] / std::exp(20.0) == doctest::Approx(1).epsilon(1e-5));
      CHECK(end.values[1] / std::exp(40.0) == doctest::Approx(1).epsilon(1e-5));
    }
  }
}

}  // namespace leafwise::integrator
