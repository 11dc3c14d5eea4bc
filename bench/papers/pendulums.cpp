// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, sections 7.1 and 7.2: pendulums by Euler's method and the midpoint rule.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "curves.hpp"
#include "low_order.hpp"
#include "printed_tables.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

/// (4.6), or (7.1): t, x, y, u, v.
Report<double> run_pendulum(bool with_energy, const Settings<double>& settings) {
  tests::Curve curve = tests::pendulum_curve();
  if (with_energy) {
    curve.equations.push_back({{0.5L, {3, 3}}, {0.5L, {4, 4}}, {1, {2}}});
    curve.codimension = 3;
  }
  return integrator::integrate<double>(
      tests::make_problem<double>(curve), settings, tests::start_of<double>(curve));
}

Points pendulum_energy(const Report<double>& report) {
  Points points;
  for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
    const auto z = report.trajectory.row(i);
    points.emplace_back(z[0], (z[3] * z[3] + z[4] * z[4]) / 2 + z[2]);
  }
  return points;
}

double largest_of(const Points& points) {
  double largest = 0;
  for (const auto& point : points) largest = std::max(largest, std::abs(point.second));
  return largest;
}

double highest(const Report<double>& report) {
  double most = -1;
  for (std::size_t i = 1; i < report.trajectory.size(); ++i) {
    most = std::max(most, report.trajectory.row(i)[2]);
  }
  return most;
}

/// The midpoint rule by doubling: relative errors, as in `low_order`, mean nothing where y¹ = 0.
Settings<double> doubled_midpoint(double tolerance, double to) {
  Settings<double> settings = low_order(euler, tolerance, to);
  settings.method = midpoint;
  settings.step = 0.05;
  return settings;
}

Settings<double> equal_arcs(double step, double to) {
  Settings<double> settings = equal_steps(midpoint, step, to);
  settings.parameter = integrator::Parameter::arclength;
  return settings;
}

struct PendulumRuns {
  Report<double> free, held, variable, wide, narrow;
};

void draw_pendulum(Book& book, const PendulumRuns& runs) {
  const auto& [free, held, variable, wide, narrow] = runs;
  const auto path = [](const Report<double>& report) {
    return std::vector<Curve>{{"", columns_of(report.trajectory, "x", "y"), Style::thin, 0},
                              {"", columns_of(report.trajectory, "x", "y"), Style::dots, 1}};
  };
  book.figure("Figure 7.1",
              "introduction_7_1.svg",
              {"Pendulum by Euler's method, tolerance 0.02",
               {{"(4.6)", "y¹", "y²", path(free), true},
                {"(7.1), with the energy", "y¹", "y²", path(held), true}}},
              "points of the steps, joined.");
  const auto energy = [](const char* title, const Report<double>& report) {
    return Panel{title, "x", "E", {{"", pendulum_energy(report), Style::line, 0}}};
  };
  book.figure("Figure 7.2",
              "introduction_7_2.svg",
              {"Energy of the pendulum",
               {energy("Euler, tolerance 0.02", free),
                energy("midpoint rule, tolerance 0.02", variable),
                energy("midpoint rule, h = 0.5", wide),
                energy("midpoint rule, h = 0.1", narrow)}},
              "note the scales.");
}

}  // namespace

void pendulum_low_order(Book& book) {
  book.section(
      "7.1 Pendulum",
      "From (1, 0) at rest, energy 0, x ≤ 5.1. The tolerance of the figures is not printed "
      "(“quite large”): 0.1 here.");
  constexpr double to = 5.1;
  const auto free = run_pendulum(false, low_order(euler, 0.02, to));
  const auto held = run_pendulum(true, low_order(euler, 0.02, to));
  const auto variable = run_pendulum(false, doubled_midpoint(0.02, to));
  const auto wide = run_pendulum(false, equal_arcs(0.5, to));
  const auto narrow = run_pendulum(false, equal_arcs(0.1, to));
  book.statement("Figure 7.1: Euler's method on (4.6)",
                 "goes above the y¹-axis although the solution stays below",
                 fmt::format("highest y² = {:.2f}, E(5.1) = {:.2f}",
                             highest(free),
                             pendulum_energy(free).back().second),
                 highest(free) > 0.1);
  book.statement("Figure 7.1: on (7.1), with the energy",
                 "as it should be",
                 fmt::format("highest y² after the start: {:.0e}", highest(held)),
                 highest(held) < 1e-9);
  double least_step = 10, largest_step = 0;
  for (std::size_t i = 1; i + 1 < variable.trajectory.size(); ++i) {
    const double h = variable.trajectory.value(i, "_h");
    least_step = std::min(least_step, h);
    largest_step = std::max(largest_step, h);
  }
  book.statement(
      "Figure 7.2: step sizes of the midpoint rule",
      "between 0.05 and 1",
      fmt::format("between {:.2g} and {:.2g} at tolerance 0.02", least_step, largest_step),
      least_step > 0.005 && largest_step < 2,
      "This depends on the first step (0.01 here) and on the tolerance.");
  book.statement("Figure 7.2: energy by the midpoint rule",
                 "deviates quite slowly",
                 fmt::format("|E| ≤ {:.1e}; with h = 0.5 {:.1e}, with h = 0.1 {:.1e}; Euler {:.2g}",
                             largest_of(pendulum_energy(variable)),
                             largest_of(pendulum_energy(wide)),
                             largest_of(pendulum_energy(narrow)),
                             largest_of(pendulum_energy(free))),
                 largest_of(pendulum_energy(variable)) < 0.05 &&
                     largest_of(pendulum_energy(narrow)) < largest_of(pendulum_energy(wide)));
  draw_pendulum(book, {free, held, variable, wide, narrow});
}

namespace {

/// Figure 7.4, from its printed start.
void smaller_epsilon(Book& book) {
  // ((y¹)² + (y²)²)(ε²y³ − 1)² − 1 at the printed start.
  const double off = std::pow(1e-4 * -17.65 - 1, 2) - 1;
  const pipeline::Problem printed = problem_of(
      "independent = \"x\"\nunknowns = [\"y1\", \"y2\", \"y3\"]\nequations = [\"y1'' + "
      "y1*y3 = 0\", \"y2'' + y2*y3 + 1 = 0\", \"(y1^2+y2^2)*(y3/10000 - 1)^2 = 1\"]\n"
      "[initial]\nx = 0\ny1 = 1\ny2 = 0\n\"y1'\" = 0.016\n\"y2'\" = 0\ny3 = -17.65\n"
      "[branch]\ntolerance = 0.01\n");
  const Started projected = started(printed);
  const double y1 = projected.start()[1], y3 = projected.start()[3];
  book.difference(
      "Figure 7.4: the initial value",
      "(0, 1, 0, −17.65, 0.016, 0), ε = 0.01",
      fmt::format("(0, {:.4f}, 0, {:.2f}, …)", y1, y3),
      std::abs(off) > 1e-3 && std::abs(y1 - 1) < 0.01,
      fmt::format("The printed point misses the first equation by {:.4f}; as the paper allows, "
                  "it was projected onto the leaf by our start finder.",
                  off));
  Settings<double> settings = low_order(midpoint, 1e-3, 1.7);
  const auto fine = run(projected, settings);
  const auto curve = [](const Report<double>& report, const char* x, const char* y) {
    return Curve{"", columns_of(report.trajectory, x, y), Style::thin, 0};
  };
  Points part;
  for (const auto& point : columns_of(fine.trajectory, "y1", "y2")) {
    if (point.second > -0.12) part.push_back(point);
  }
  book.figure(
      "Figure 7.4",
      "introduction_7_4.svg",
      {"Stiff pendulum, ε = 0.01, midpoint rule",
       {{fmt::format("x ≤ 1.7: {} steps", fine.steps), "y¹", "y²", {curve(fine, "y1", "y2")}, true},
        {"its beginning, enlarged", "y¹", "y²", {{"", part, Style::line, 0}}}}},
      "the fast oscillation has an amplitude of a few thousandths.");
}

}  // namespace

void stiff_pendulum_low_order(Book& book) {
  book.section(
      "7.2 Stiff pendulum",
      "By arc length. The paper prints numbers of points, but no tolerances: we chose those that "
      "come nearest; the important fact is that Euler's method needs many more points.");
  const auto stiff = tests::stiff_pendulum<double>(0.1L);
  const auto by = [&](const char* method) {
    return [&stiff, method](double tolerance) {
      return tests::run_started(stiff, low_order(method, tolerance, 1.7));
    };
  };
  const Fitted slow = fitted(by(euler), 4700);
  const Fitted quick = fitted(by(midpoint), 500);
  book.number("ε = 0.1, x ≤ 1.7, Euler: points",
              4700,
              static_cast<double>(slow.report.steps),
              0.1,
              fmt::format("“About.” At tolerance {:g}.", slow.tolerance));
  book.number("ε = 0.1, x ≤ 1.7, midpoint rule: points",
              500,
              static_cast<double>(quick.report.steps),
              0.1,
              fmt::format("“About.” At tolerance {:g}.", quick.tolerance));
  const auto reference = tests::reference("stiff_eps0.1_t1.7");
  const auto error = [&](const Report<double>& report) {
    const auto z = report.trajectory.last();
    return std::hypot(z[1] - static_cast<double>(reference.states[0]),
                      z[2] - static_cast<double>(reference.states[1]));
  };
  book.statement("Their errors of position at x = 1.7",
                 "–",
                 fmt::format("{:.1e} and {:.1e}", error(slow.report), error(quick.report)),
                 error(quick.report) < 0.5 && error(slow.report) < 0.5,
                 "Against the reference with 28 digits.");
  const auto curve = [](const Report<double>& report, const char* x, const char* y) {
    return Curve{"", columns_of(report.trajectory, x, y), Style::thin, 0};
  };
  book.figure("Figure 7.3",
              "introduction_7_3.svg",
              {"Stiff pendulum, ε = 0.1, x ≤ 1.7",
               {{fmt::format("Euler: {} steps", slow.report.steps),
                 "y¹",
                 "y²",
                 {curve(slow.report, "y1", "y2")},
                 true},
                {fmt::format("midpoint rule: {} steps", quick.report.steps),
                 "y¹",
                 "y²",
                 {curve(quick.report, "y1", "y2")},
                 true}}},
              "the mass swings and bounces along its spring.");
  smaller_epsilon(book);
}

}  // namespace leafwise::papers
