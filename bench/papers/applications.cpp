// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, sections 7.3 and 7.5: discharge pressure control, six points.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "leafwise/integrator/callable_map.hpp"
#include "low_order.hpp"
#include "printed_tables.hpp"
#include "problems/mechanisms.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

constexpr double c1 = 99.1, c2 = 0.001, c3 = 0.075, c4 = 3.35, c5 = 2458.18, c6 = 1 / 1.44;

double demand(double x) {
  return 5 * std::tanh(x - 10) + 15;
}

/// The printed equations of (7.3) at (x, y, y₁), each over the sum of its terms' sizes.
std::array<double, 8> printed_residuals(double x,
                                        const std::array<double, 6>& y,
                                        const std::array<double, 6>& r) {
  const double w = std::tanh(x - 10), f = demand(x), f1 = 5 * (1 - w * w), f2 = -2 * w * f1;
  const double g1 = c2 * f + c3, g2 = c3 * f + c4, g3 = f * f + 20 * f * f1;
  const double g4 = f * f + 60 * f * f1 + 400 * f1 * f1 + 400 * f * f2;
  const double s = y[1] * y[1];
  const auto share = [](std::initializer_list<double> terms) {
    double sum = 0, size = 0;
    for (const double term : terms) {
      sum += term;
      size += std::abs(term);
    }
    return std::abs(sum) / std::max(size, 1e-300);
  };
  return {
      share({20 * r[1], y[1], -y[2]}),
      share({75 * r[2], 5 * r[3], y[3], -c1}),
      share({20 * r[4], y[5], -f}),
      share({c2 * y[4] * y[5] * y[5], -c3 * y[4] * y[5], c4 * y[4], -y[3]}),
      share({s * y[4] * y[4], -c5 * s, c6 * f * f}),
      share({40 * c2 * y[4] * y[5] * r[5],
             -20 * c3 * y[4] * r[5],
             -20 * r[3],
             -c2 * std::pow(y[5], 3),
             g1 * y[5] * y[5],
             -g2 * y[5],
             c4 * f}),
      share(
          {y[1] * y[2] * y[4] * y[4], -s * y[4] * y[5], f * s * y[4], -c5 * y[1] * y[2], c6 * g3}),
      share({20 * y[1] * y[4] * y[4] * r[2],
             -20 * y[1] * c5 * r[2],
             -20 * s * y[4] * r[5],
             y[2] * y[2] * y[4] * y[4],
             s * y[4] * y[5],
             -4 * y[1] * y[2] * y[4] * y[5],
             s * y[5] * y[5],
             -f * s * y[4],
             -2 * f * s * y[5],
             4 * f * y[1] * y[2] * y[4],
             20 * f1 * s * y[4],
             f * f * s,
             -c5 * y[2] * y[2],
             c6 * g4})};
}

/// y or y₁ of a row, by names, with the 0th entry unused.
std::array<double, 6> entries(const Report<double>& report, std::size_t row, const char* mark) {
  std::array<double, 6> result{};
  for (std::size_t i = 1; i < 6; ++i) {
    result.at(i) = report.trajectory.value(row, fmt::format("y{}{}", i, mark));
  }
  return result;
}

void add_equations(Book& book, const Report<double>& report) {
  std::array<double, 8> worst{};
  for (std::size_t k = 0; k < report.trajectory.size(); ++k) {
    const auto here = printed_residuals(
        report.trajectory.row(k)[0], entries(report, k, ""), entries(report, k, "'"));
    for (std::size_t i = 0; i < 8; ++i) worst.at(i) = std::max(worst.at(i), here.at(i));
  }
  const double hidden = std::max({worst[5], worst[6], worst[7]});
  book.statement(
      "(7.3): the equations 6, 7 and 8",
      "belong to the involutive form",
      fmt::format("vanish to {:.0e} of their terms on a run from the first five alone", hidden),
      hidden < 1e-8,
      "The run used what our completion found in the five equations with tanh; the three printed "
      "ones were only evaluated along it.");
}

void add_start(Book& book, const Report<double>& report) {
  const auto y = entries(report, 0, "");
  const auto r = entries(report, 0, "'");
  book.number("(7.4): y¹", 0.25, y[1], 0.01);
  book.number("(7.4): y²", 0.25, y[2], 0.01);
  book.number("(7.4): y³", 99.1, y[3], 0.001);
  const std::array<double, 6> printed = {0, 0, -8.45e-7, 1.27e-5, 8.5e-5, 1.1e-4};
  const double misses = std::abs(20 * printed[4] + y[5] - demand(0));
  const double fits = std::abs(20 * r[4] + y[5] - demand(0));
  book.difference(
      "(7.4): y₁",
      "(0, −8.45e-7, 1.27e-5, 8.5e-5, 1.1e-4)",
      fmt::format("({:.2e}, {:.2e}, {:.3e}, {:.3e}, {:.3e})", r[1], r[2], r[3], r[4], r[5]),
      misses > 1e-4 && fits < 1e-9,
      fmt::format("y⁴ and y⁵ determine them. The printed jet is only near the manifold: it misses "
                  "the third "
                  "equation by {:.0e}, ours by {:.0e}.",
                  misses,
                  fits));
}

/// The five components of a run beside an accurate one; their largest distance.
double add_discharge_figure(Book& book,
                            const std::string& place,
                            const std::string& file,
                            const std::string& title,
                            const Report<double>& report,
                            const Report<double>& exact) {
  Plot plot{fmt::format("{}: {} steps", title, report.steps), {}, 3};
  double worst = 0;
  for (std::size_t i = 1; i < 6; ++i) {
    const std::string name = fmt::format("y{}", i);
    const Points curve = columns_of(report.trajectory, "x", name);
    plot.panels.push_back({name, "x", "", {{"", curve, Style::line, 0}}});
    const double end = curve.back().second;
    const double wanted = exact.trajectory.value(exact.trajectory.size() - 1, name);
    worst = std::max(worst, std::abs(end / wanted - 1));
  }
  book.figure(
      place, file, plot, "the five components; y⁵ is the output, which follows the demand.");
  return worst;
}

}  // namespace

void discharge(Book& book) {
  book.section(
      "7.3 Discharge pressure control",
      "From the five original equations by "
      "[discharge_pressure_control.toml](../examples/discharge_pressure_control.toml); the figures "
      "with the low order methods, tolerances 0.01 and 0.003, x ≤ 40.");
  const Started plant = started(example("discharge_pressure_control"));
  Settings<double> settings;
  settings.to = 40;
  const auto report = run(plant, settings);
  add_equations(book, report);
  add_start(book, report);
  const auto model = tests::discharge<double>();
  const auto exact = tests::run_started(model, settings);
  const auto by_euler = tests::run_started(model, low_order(euler, 0.01, 40));
  const auto by_midpoint = tests::run_started(model, low_order(midpoint, 3e-3, 40));
  const double first = add_discharge_figure(
      book, "Figure 7.5", "introduction_7_5.svg", "Explicit Euler", by_euler, exact);
  const double second = add_discharge_figure(
      book, "Figure 7.6", "introduction_7_6.svg", "Midpoint rule", by_midpoint, exact);
  book.statement("Figures 7.5 and 7.6: at x = 40",
                 "qualitatively the same as in the source",
                 fmt::format("within {:.1e} (Euler) and {:.1e} of an accurate run", first, second),
                 first < 0.1 && second < 0.1);
}

namespace {

double chain_energy(std::span<const double> z) {
  double energy = 0;
  for (std::size_t i = 0; i < 12; ++i) energy += z[13 + i] * z[13 + i] / 2;
  for (std::size_t i = 0; i < 8; ++i) {
    const double stretch = z[1 + i] - z[5 + i];
    energy += 2.5 * stretch * stretch;
  }
  return energy;
}

void chain_energy_gradient(std::span<const double> z, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  for (std::size_t i = 0; i < 12; ++i) gradient[13 + i] = z[13 + i];
  for (std::size_t i = 0; i < 8; ++i) {
    const double pull = 5 * (z[1 + i] - z[5 + i]);
    gradient[1 + i] += pull;
    gradient[5 + i] -= pull;
  }
}

/// (7.8): the chain with its energy as one more equation.
tests::StartedProblem<double> with_energy(tests::StartedProblem<double> chain) {
  const std::shared_ptr<integrator::SmoothMap<double>> inner = chain.problem.equations->clone();
  const std::size_t m = inner->inputs(), k = inner->outputs();
  const double level = 149.0 / 3;
  integrator::MapFunctions<double> functions;
  functions.value = [inner, k, level](std::span<const double> z, std::span<double> f) {
    inner->value(z, f.first(k));
    f[k] = chain_energy(z) - level;
  };
  functions.jacobian = [inner, m, k](std::span<const double> z, std::span<double> jacobian) {
    std::vector<double> f(k);
    inner->jacobian(z, f, jacobian.first(k * m));
    chain_energy_gradient(z, jacobian.subspan(k * m));
  };
  chain.problem.equations =
      std::make_shared<integrator::CallableMap<double>>(m, k + 1, std::move(functions));
  chain.problem.equation_names.emplace_back("energy");
  ++chain.problem.codimension;
  return chain;
}

Points energies(const Report<double>& report) {
  Points points;
  for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
    points.emplace_back(report.trajectory.row(i)[0], chain_energy(report.trajectory.row(i)));
  }
  return points;
}

Points shape(std::span<const double> z) {
  Points points;
  for (std::size_t i = 0; i < 6; ++i) points.emplace_back(z[1 + 2 * i], z[2 + 2 * i]);
  return points;
}

Plot shapes(const std::string& title, const Report<double>& report) {
  Plot plot{title, {{"", "", "", {}, true}}, 1};
  for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
    const auto z = report.trajectory.row(i);
    plot.panels[0].curves.push_back({fmt::format("x = {:g}", z[0]), shape(z)});
  }
  return plot;
}

/// Largest distance of positions at the end.
double distance_of(const Report<double>& a, const Report<double>& b) {
  double worst = 0;
  for (std::size_t i = 1; i < 13; ++i) {
    worst = std::max(worst, std::abs(a.trajectory.last()[i] - b.trajectory.last()[i]));
  }
  return worst;
}

/// |dg y₁| at the printed initial value, the largest.
double printed_velocity_misses() {
  const std::array<double, 12> y = {0, 0, 0.5, 0.866, 1, 0, 1.5, 0.866, 2, 0, 2.5, 0.866};
  const std::array<double, 12> v = {1, -5.77, -1, -4.62, 1, -3.464, -1, -2.31, 1, -1.155, -1, 0};
  double worst = 0;
  for (std::size_t i = 0; i + 3 < 12; i += 2) {
    worst = std::max(worst,
                     std::abs((y[i] - y[i + 2]) * (v[i] - v[i + 2]) +
                              (y[i + 1] - y[i + 3]) * (v[i + 1] - v[i + 3])));
  }
  return worst;
}

}  // namespace

void six_points(Book& book) {
  book.section("7.5 Mechanical system",
               "Six points on a chain of five rods; tolerance 0.01 (the paper's is not printed).");
  const auto chain = tests::reduced_form<double>(tests::six_points());
  const auto held = with_energy(chain);
  book.number("Ambient space of (7.7)", 25, static_cast<double>(chain.problem.dimension()), 0);
  book.number(
      "dim R₁", 15, static_cast<double>(chain.problem.dimension() - chain.problem.codimension), 0);
  const double misses = printed_velocity_misses();
  book.statement("The initial value",
                 "velocities 5.77, 4.62, 3.464, …",
                 "10/√3, 8/√3, 6/√3, …",
                 misses < 0.01 && misses > 1e-4,
                 fmt::format("Rounded: the printed digits miss dg y₁ = 0 by {:.0e}.", misses));
  const std::vector<double> exact_start(chain.start.begin(), chain.start.end());
  book.statement("Its energy",
                 "–",
                 fmt::format("{:.6f} = 149/3", chain_energy(exact_start)),
                 std::abs(chain_energy(exact_start) - 149.0 / 3) < 1e-12);
  const auto by = [](const auto& started, const char* method, double tolerance, double to) {
    return tests::run_started(started, low_order(method, tolerance, to));
  };
  const auto slow = by(chain, euler, 0.01, 2);
  const auto quick = by(chain, midpoint, 0.01, 2);
  book.statement("Figure 7.9: Euler's method",
                 "the energy starts to grow quite fast",
                 fmt::format("E(2) = {:.1f}", energies(slow).back().second),
                 energies(slow).back().second > 50);
  book.statement("Figure 7.9: midpoint rule",
                 "stays quite close to the correct manifold",
                 fmt::format("E(2) = {:.3f}", energies(quick).back().second),
                 std::abs(energies(quick).back().second - 149.0 / 3) < 0.5);
  std::array<double, 3> apart{};
  const std::array<double, 3> tolerances = {1e-2, 1e-3, 1e-4};
  for (std::size_t i = 0; i < 3; ++i) {
    apart.at(i) =
        distance_of(by(chain, euler, tolerances.at(i), 1), by(held, euler, tolerances.at(i), 1));
  }
  Settings<double> accurate;
  accurate.to = 1;
  const double converged =
      distance_of(tests::run_started(chain, accurate), tests::run_started(held, accurate));
  book.difference(
      "Figures 7.10 and 7.11: with the energy or without",
      "become quite different very rapidly; “surprising”",
      fmt::format(
          "Euler: {:.2g} apart at x = 1, {:.2g} and {:.2g} at a tenth and a hundredth of the "
          "tolerance; dopri54 at 1e-8: {:.0e}",
          apart[0],
          apart[1],
          apart[2],
          converged),
      apart[1] < apart[0] && apart[2] < apart[1] && converged < 1e-5,
      "Both converge to the same solution: what the paper saw is the error of its large "
      "tolerance.");
  book.figure(
      "Figure 7.9",
      "introduction_7_9.svg",
      {"Six points: the energy",
       {{"",
         "x",
         "E",
         {{fmt::format("Euler, {} steps", slow.steps), energies(slow), Style::line, 0},
          {fmt::format("midpoint rule, {} steps", quick.steps), energies(quick), Style::line, 1}}}},
       1},
      "exact: 149/3.");
  const auto at_times = [](const auto& started) {
    auto settings = low_order(midpoint, 0.01, 1);
    settings.rows = integrator::Rows::requested;
    settings.at = {0.2, 0.4, 0.6, 0.8};
    return tests::run_started(started, settings);
  };
  book.figure("Figure 7.10",
              "introduction_7_10.svg",
              shapes("Six points, (7.7)", at_times(chain)),
              "the chain at some times; the paper does not say at which its own are.");
  book.figure("Figure 7.11",
              "introduction_7_11.svg",
              shapes("Six points, (7.8), with the energy", at_times(held)),
              "the same times: not to be told apart by eye.");
}

}  // namespace leafwise::papers
