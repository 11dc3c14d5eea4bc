// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "implicit_system.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "support/seed.hpp"

// Sheets that cross: M is singular where they do, each of them is analytic, and a run that may pass
// goes on along its own. What only comes near another one is in sheet_law_test.cpp: both are told
// apart by what the equations are in the place, to the second order.
namespace leafwise::integrator {
namespace {

using tests::Expressions;

/// (u − p(t))·(u − q(t)) = 0, p and q quadratic, crossing at t = at only between −1 and 1.
struct Pair {
  double at = 0;
  double slope = 1;
  double bend = 0;
  double difference = 1;

  [[nodiscard]] double own(double t) const { return slope * (t - at) + bend * t * t; }
  [[nodiscard]] Expression product(const Expression& t, const Expression& u) const {
    const auto wide = [](double number) { return static_cast<long double>(number); };
    const Expression way = t - wide(at);
    const Expression gap = u - wide(slope) * way - wide(bend) * (t * t);
    return gap * (gap - wide(difference) * way * (2 + t));
  }
};

Pair random_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0, 1);
  const double sign = random() % 2 == 0 ? 1 : -1;
  return {0.6 * share(random) - 0.3,
          4 * share(random) - 2,
          share(random) - 0.5,
          sign * (0.5 + share(random))};
}

/// The first belongs to u₁, the second to u₁ + u₂, …
ManifoldProblem<double> problem_of(const std::vector<Pair>& pairs) {
  tests::ImplicitSystem system;
  system.unknowns = pairs.size();
  system.differentiated = pairs.size();
  system.equations = [pairs](const Expressions& z) {
    Expressions equations;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Expression u = i == 0 ? z[1] : z[i] + z[i + 1];
      equations.push_back(pairs[i].product(z[0], u));
    }
    return equations;
  };
  return tests::make_problem(system);
}

/// u₁, u₂ … on the first sheet of each pair.
std::vector<double> point_of(const std::vector<Pair>& pairs, double t) {
  std::vector<double> point = {t};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    point.push_back(pairs[i].own(t) - (i == 0 ? 0 : point[i]));
  }
  return point;
}

TEST_SUITE("law") {
  TEST_CASE("sheets that cross are passed, each along itself") {
    auto random = tests::make_generator("sheets that cross are passed");
    constexpr std::array<const char*, 6> methods = {
        "dopri54", "dop853", "taylor", "rk4", "radau_iia_3", "gauss_3"};
    for (std::uint64_t i = 0; i < 120 * tests::multiplier(); ++i) {
      std::vector<Pair> pairs(1 + random() % 2);
      for (Pair& pair : pairs) pair = random_pair(random);
      Settings<double> settings;
      settings.method = methods.at(random() % methods.size());
      settings.passes_singular_points = true;
      settings.relative_tolerance = std::pow(10, -3 - static_cast<double>(random() % 8));
      settings.absolute_tolerance = settings.relative_tolerance / 100;
      settings.to = 1;
      const auto report = integrate<double>(problem_of(pairs), settings, point_of(pairs, -1));
      CAPTURE(settings.method);
      CAPTURE(settings.relative_tolerance);
      CAPTURE(pairs.size());
      CAPTURE(pairs.front().at);
      CAPTURE(pairs.back().at);
      CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
      double worst = 0;
      for (std::size_t row = 0; row < report.trajectory.size(); ++row) {
        const auto z = report.trajectory.point(row);
        const std::vector<double> there = point_of(pairs, z[0]);
        for (std::size_t j = 0; j < there.size(); ++j) {
          worst = std::max(worst, std::abs(z[j] - there[j]));
        }
      }
      // Rows are projected onto their sheet. Rows within a passage may be 512 tolerances off it.
      CHECK(worst <= 1000 * settings.relative_tolerance);
    }
  }
}

}  // namespace
}  // namespace leafwise::integrator
