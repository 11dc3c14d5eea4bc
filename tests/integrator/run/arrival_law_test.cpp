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

// Leaves of dimension 1, t = 0 at their waist: (y² - t² - b)(y² - t² - 4b) = b²/100 has four sheets
// that are √b apart, and its gradient is of size b. So round-off of the equation, 1e-16, is 1e-16/b
// of t and y: projecting moves t by more than t's own rounding.
namespace leafwise::integrator {
namespace {

using tests::Expressions;

ManifoldProblem<double> four_sheets(double b) {
  tests::ImplicitSystem system;
  system.unknowns = 1;
  system.equations = [b](const Expressions& z) {
    const Expression share = z[1] * z[1] - z[0] * z[0];
    const auto wide = static_cast<long double>(b);
    return Expressions{(share - wide) * (share - 4 * wide) - wide * wide / 100};
  };
  return tests::make_problem(system);
}

TEST_SUITE("law") {
  TEST_CASE("a run arrives where projections move t: at its goal, on its sheet") {
    auto random = tests::make_generator("a run arrives where projections move t");
    constexpr std::array<const char*, 5> methods = {
        "dopri54", "dop853", "taylor", "radau_iia_3", "gauss_2"};
    std::uniform_real_distribution<double> place(-0.7, 1.5);
    std::uniform_real_distribution<double> digits(1, 3);
    for (std::uint64_t i = 0; i < 40 * tests::multiplier(); ++i) {
      const double b = std::pow(10, -2 * digits(random));
      // The nearer root, and the farther one, of s² - 5bs + (4 - 1/100)b².
      const double share = b * (random() % 2 == 0 ? 5 - std::sqrt(9.04) : 5 + std::sqrt(9.04)) / 2;
      const double side = random() % 2 == 0 ? 1 : -1;
      Settings<double> settings;
      settings.method = methods.at(random() % methods.size());
      settings.to = place(random);
      // Below the sheets' distance at |t| = 1, about b; above the round-off of t and y.
      settings.relative_tolerance = std::max(b / std::pow(10, digits(random)), 1e-14 / b);
      settings.absolute_tolerance = settings.relative_tolerance / 10;
      settings.most_steps = 20000;
      const std::vector<double> start = {-1, side * std::sqrt(1 + share)};
      const ManifoldProblem<double> problem = four_sheets(b);
      const Report<double> report = integrate<double>(problem, settings, start);
      const std::string what = settings.method + ", b = " + std::to_string(b) + " to " +
                               std::to_string(settings.to) +
                               ", rtol = " + std::to_string(settings.relative_tolerance * 1e9) +
                               "e-9: " + report.message;
      CAPTURE(what);
      CHECK(report.reason == Reason::reached);
      const std::span<const double> end = report.trajectory.row(report.trajectory.size() - 1);
      CHECK(end[0] == settings.to);
      // The sheets differ in y² - t² by b; errors of steps are below b/10, in y.
      const double told = end[1] * end[1] - end[0] * end[0];
      CHECK(std::abs(told - share) < b);
      CHECK(end[1] * side > 0);
    }
  }
}

}  // namespace
}  // namespace leafwise::integrator
