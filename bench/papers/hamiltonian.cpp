// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, section 7.4: Kepler's problem, and Hénon–Heiles by Euler's method and the midpoint
// rule.

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/tangency.hpp"
#include "low_order.hpp"
#include "printed_tables.hpp"
#include "sections.hpp"

namespace leafwise::papers {

void kepler(Book& book) {
  book.section("7.4 Kepler's problem",
               "(7.5) with energy and angular momentum, from (0.5, 0, 0, 1.73).");
  const auto started_here = tests::kepler<double>();
  Settings<double> exact;
  exact.relative_tolerance = 1e-11;
  exact.absolute_tolerance = 1e-13;
  exact.to = 10;
  exact.events = {zero_of(started_here.problem, "y2")};
  exact.events[0].direction = integrator::Crossing::rising;
  const auto orbit = tests::run_started(started_here, exact);
  const double period = orbit.event_rows.row(orbit.event_rows.size() - 1)[0];
  const double by_energy = 2 * std::numbers::pi * std::pow(4 - 1.73 * 1.73, -1.5);
  book.number(
      "Period",
      2 * std::numbers::pi,
      period,
      0.015,
      fmt::format(
          "2π belongs to a speed of √3; with the printed 1.73 it is 2π(−2a)^(−3/2) = {:.4f}.",
          by_energy));
  const auto by = [&](const char* method) {
    return [&started_here, method](double tolerance) {
      return tests::run_started(started_here, low_order(method, tolerance, 100));
    };
  };
  const Fitted slow = fitted(by(euler), 8000);
  const Fitted quick = fitted(by(midpoint), 900);
  book.number("x ≤ 100, Euler: points",
              8000,
              static_cast<double>(slow.report.steps),
              0.1,
              fmt::format("“About.” At tolerance {:g}.", slow.tolerance));
  book.number("x ≤ 100, midpoint rule: points",
              900,
              static_cast<double>(quick.report.steps),
              0.15,
              fmt::format("“About.” At tolerance {:g}.", quick.tolerance));
  const auto path = [](const Report<double>& report) {
    return std::vector<Curve>{{"", columns_of(report.trajectory, "y1", "y2"), Style::thin, 0}};
  };
  book.figure(
      "Figure 7.7",
      "introduction_7_7.svg",
      {"Kepler's problem, x ≤ 100",
       {{fmt::format("Euler: {} steps", slow.report.steps), "y¹", "y²", path(slow.report), true},
        {fmt::format("midpoint rule: {} steps", quick.report.steps),
         "y¹",
         "y²",
         path(quick.report),
         true}}},
      "energy and momentum fix the ellipse's form; errors turn it slowly, and shift the time.");
}

namespace {

/// Hénon–Heiles with V as (7.6) prints it, or as it is.
integrator::ManifoldProblem<double> galaxy_with_sign(double sign) {
  auto problem = tests::henon_heiles<double>().problem;
  integrator::MapFunctions<double> field;
  field.value = [sign](std::span<const double> z, std::span<double> v) {
    v[0] = 1;
    v[1] = z[3];
    v[2] = z[4];
    v[3] = sign * (z[1] + 2 * z[1] * z[2]);
    v[4] = sign * (z[2] + z[1] * z[1] - z[2] * z[2]);
  };
  problem.distribution = std::make_shared<integrator::ExplicitField<double>>(
      std::make_shared<integrator::CallableMap<double>>(5, 5, field));
  return problem;
}

void add_sign(Book& book) {
  const std::vector<double> start = {0, 0.12, 0.12, 0.12, 0.12};
  const double as_printed = integrator::check_tangency<double>(galaxy_with_sign(1), start).sine;
  const double corrected = integrator::check_tangency<double>(galaxy_with_sign(-1), start).sine;
  book.difference(
      "(7.6)",
      "V = (…, y¹ + 2y¹y², y² + (y¹)² − (y²)²)",
      "V = (…, −y¹ − 2y¹y², −y² − (y¹)² + (y²)²)",
      as_printed > 0.1 && corrected < 1e-7,
      fmt::format("Misprint: as printed V is not tangent to the energy surface (sine of the "
                  "angle {:.2f}, with the other sign {:.0e}), and `integrate` refuses it. The "
                  "second paper prints it correctly.",
                  as_printed,
                  corrected));
}

}  // namespace

void henon_heiles_low_order(Book& book) {
  book.section("7.4 Hénon–Heiles",
               "On the energy surface, from (0.12, 0.12, 0.12, 0.12), x ≤ 303.");
  add_sign(book);
  const auto galaxy = tests::henon_heiles<double>();
  const auto by = [&](const char* method) {
    return [&galaxy, method](double tolerance) {
      auto settings = low_order(method, tolerance, 303);
      settings.events = {zero_of(galaxy.problem, "y1")};
      return tests::run_started(galaxy, settings);
    };
  };
  const Fitted slow = fitted(by(euler), 5000);
  const Fitted quick = fitted(by(midpoint), 2500);
  book.number("x ≤ 303, Euler: points computed",
              5000,
              static_cast<double>(slow.report.steps),
              0.1,
              fmt::format("At tolerance {:g}.", slow.tolerance));
  book.number("x ≤ 303, midpoint rule: points computed",
              2500,
              static_cast<double>(quick.report.steps),
              0.1,
              fmt::format("At tolerance {:g}.", quick.tolerance));
  auto settings = tests::table_settings("dopri54", 1e-9, 500);
  settings.events = {zero_of(galaxy.problem, "y1")};
  const auto exact = tests::run_started(galaxy, settings);
  std::size_t passed = 0;
  while (exact.event_rows.row(passed)[0] <= 303) ++passed;
  book.difference(
      "Figure 7.8: points in the sections",
      "101 and 141",
      fmt::format("{} and {}", slow.report.event_rows.size(), quick.report.event_rows.size()),
      passed == 95 && quick.report.event_rows.size() < 100,
      fmt::format("A run with tolerance 1e-9 crosses y¹ = 0 {} times up to x = 303, and for the "
                  "{}st time at "
                  "x = {:.0f}: 141 points do not belong to x ≤ 303.",
                  passed,
                  141,
                  exact.event_rows.row(140)[0]));
  const auto section = [](const Report<double>& report) {
    return std::vector<Curve>{{"", columns_of(report.event_rows, "y2", "v2"), Style::dots, 0}};
  };
  book.figure("Figure 7.8",
              "introduction_7_8.svg",
              {"Sections y¹ = 0, x ≤ 303",
               {{fmt::format("Euler, tolerance {:g}", slow.tolerance),
                 "y²",
                 "y²₁",
                 section(slow.report),
                 true},
                {fmt::format("midpoint rule, tolerance {:g}", quick.tolerance),
                 "y²",
                 "y²₁",
                 section(quick.report),
                 true}}},
              "the paper sees spirals instead of closed curves. A round takes about x = 550, so "
              "that x ≤ 303 fills only parts of them.");
}

}  // namespace leafwise::papers
