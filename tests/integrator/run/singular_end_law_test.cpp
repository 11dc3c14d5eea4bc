// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "implicit_system.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "support/seed.hpp"

// Curves f(x, y) = 0 that end, or fold, at x = 0, run backwards by x' = 1: real points beyond there
// are none. Whatever the method and the tolerance, rows are on the curve, x is where t says, and
// the run stops there, soon: also one that may pass singular places by power series.
namespace leafwise::integrator {
namespace {

using tests::Expressions;

/// Y^p = X^q, X and Y being x and y but for terms of second order, whose real points near 0 have
/// x ≥ 0.
struct End {
  int p = 2;
  int q = 3;
  long double bend = 0;   ///< X = x + bend·x²
  long double shear = 0;  ///< Y = y + shear·x + tilt·x²
  long double tilt = 0;

  [[nodiscard]] ManifoldProblem<double> problem() const {
    tests::ImplicitSystem system;
    system.unknowns = 2;
    system.equations = [*this](const Expressions& z) {
      const Expression x = z[1] + bend * (z[1] * z[1]);
      const Expression y = z[2] + shear * z[1] + tilt * (z[1] * z[1]);
      return Expressions{pow(y, p) - pow(x, q)};
    };
    system.rates = [](const Expressions& z) {
      return std::vector<std::pair<std::size_t, Expression>>{{1, z[0].builder().constant(1)}};
    };
    return tests::make_problem(system);
  }
  [[nodiscard]] double y_at(double x) const {
    const auto wide = static_cast<long double>(x);
    return static_cast<double>(
        std::pow(wide + bend * wide * wide, static_cast<long double>(q) / p) - shear * wide -
        tilt * wide * wide);
  }
};

std::string name_of(const End& end) {
  return "Y^" + std::to_string(end.p) + " = X^" + std::to_string(end.q) + ", " +
         std::to_string(static_cast<double>(end.bend)) + " " +
         std::to_string(static_cast<double>(end.shear)) + " " +
         std::to_string(static_cast<double>(end.tilt));
}

constexpr double start = 1;

Settings<double> settings_for(const char* method, double tolerance) {
  Settings<double> settings;
  settings.method = method;
  settings.to = -2;  // x = 0 is at t = 0
  settings.most_steps = 20000;
  settings.relative_tolerance = tolerance;
  settings.absolute_tolerance = tolerance / 100;
  return settings;
}

/// @param accuracy  of x and y in each row. Steps are projected by up to 100 tolerances, and near
/// the end there are few steps of that size.
void check_rows(const End& end, const Report<double>& report, double accuracy) {
  double worst_x = 0;
  double worst_y = 0;
  double worst_residual = 0;
  for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
    const std::span<const double> row = report.trajectory.row(i);
    worst_x = std::max(worst_x, std::abs(row[1] - row[0]));
    worst_y = std::max(worst_y, std::abs(row[2] - end.y_at(std::max(row[1], 0.0))));
    worst_residual = std::max(worst_residual, row[row.size() - 1]);
  }
  CHECK(worst_x <= accuracy);
  // On the same branch. Where x is not known to a digit, y = x^(q/p) is not.
  CHECK(worst_y <= 1e-10 + 2 * std::pow(accuracy, std::min(1.0, 1.0 * end.q / end.p)));
  // A thousand units of round-off, as the projection allows: terms are below ten.
  CHECK(worst_residual <= 1e-12);
}

void check_end(const End& end, const Settings<double>& settings, double accuracy) {
  CAPTURE(name_of(end));
  CAPTURE(settings.method);
  CAPTURE(settings.relative_tolerance);
  CAPTURE(settings.passes_singular_points);
  const std::vector<double> point = {start, start, end.y_at(start)};
  const Report<double> report = integrate<double>(end.problem(), settings, point);
  CHECK_MESSAGE(
      (report.reason == Reason::singular_distribution || report.reason == Reason::step_too_small),
      brief_text(report));
  check_rows(end, report, accuracy);
  const std::span<const double> last = report.trajectory.last();
  CHECK(last[0] >= -accuracy);
  // It went there: what is left is at most the first step that saw the end, which rk4 makes more
  // than half of the way at a tolerance of 1e-2.
  CHECK(last[0] <= 0.05 + 60 * settings.relative_tolerance);
  CHECK(report.steps + report.rejected + report.failed <= 10000);
}

constexpr const char* methods[] = {"dopri54", "dop853", "rk4", "taylor", "radau_iia_3", "gauss_3"};

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a run stops at a cusp or a fold with all rows on the curve and in their place") {
    auto generator = tests::make_generator("singular ends");
    std::uniform_real_distribution<long double> share(-0.3L, 0.3L);
    std::vector<End> ends = {
        {2, 3}, {4, 3}, {4, 1}, {2, 1}, {6, 1}, {2, 5}, {4, 5}, {2, 7}, {6, 5}};
    for (std::uint64_t i = 0; i < 6 * tests::multiplier(); ++i) {
      const int p = 2 * (1 + static_cast<int>(generator() % 3));
      const int q = 1 + 2 * static_cast<int>(generator() % 3);
      if (std::gcd(p, q) > 1) continue;
      ends.push_back({p, q, share(generator), share(generator), share(generator)});
    }
    for (const End& end : ends) {
      for (const char* method : methods) {
        for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10}) {
          // Where y = x^(q/p) is below a few units of round-off of 1, it counts as 0.
          const double resolved = 2 * std::pow(1e-15, 1.0 * end.p / end.q);
          Settings<double> settings = settings_for(method, tolerance);
          for (const bool passes : {false, true}) {
            settings.passes_singular_points = passes;
            check_end(end, settings, std::max(100 * tolerance, resolved));
          }
        }
      }
    }
  }

  TEST_CASE("fixed steps stop there as well") {
    for (const End& end : {End{2, 3}, End{4, 3}, End{4, 1}, End{2, 1}, End{2, 5}}) {
      for (const char* method : methods) {
        for (const double size : {0.3, 0.03}) {
          Settings<double> settings = settings_for(method, 1e-8);
          settings.control = Control::fixed;
          settings.step = size;
          for (const bool passes : {false, true}) {
            settings.passes_singular_points = passes;
            check_end(end, settings, 3 * size);
          }
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
