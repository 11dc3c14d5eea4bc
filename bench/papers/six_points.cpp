// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, section 7.5: six points on a chain of rods.

#include <fmt/format.h>

#include <algorithm>
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

Report<double> by(const tests::StartedProblem<double>& started,
                  const char* method,
                  double tolerance,
                  double to) {
  return tests::run_started(started, low_order(method, tolerance, to));
}

void compare_with_energy(Book& book,
                         const tests::StartedProblem<double>& chain,
                         const tests::StartedProblem<double>& held) {
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
}

void draw_shapes(Book& book,
                 const tests::StartedProblem<double>& chain,
                 const tests::StartedProblem<double>& held) {
  const auto at_times = [](const auto& started) {
    auto settings = low_order(midpoint, 0.01, 1);
    settings.rows = integrator::Rows::requested;
    settings.at = {0.2, 0.4, 0.6, 0.8};
    return tests::run_started(started, settings);
  };
  book.figure("Figure 7.10",
              "introduction_7_10.svg",
              shapes("Six points, (7.7)", at_times(chain)),
              "the chain at some times; the paper does not give the times of its own.");
  book.figure("Figure 7.11",
              "introduction_7_11.svg",
              shapes("Six points, (7.8), with the energy", at_times(held)),
              "the same times: the motions look the same.");
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
  const Started completed_chain = started(example("six_points"));
  book.number("dim R₁, completed by the pipeline ([six_points.toml](../examples/six_points.toml))",
              15,
              completed_chain.selection.exact.numbers.dimension.value_or(-1),
              0);
  // x, and 12 coordinates with 5 multipliers in jets of order 2.
  book.number("Ambient space with multipliers as unknowns", 52, 1 + 3 * (12 + 5), 0);
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
  compare_with_energy(book, chain, held);
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
  draw_shapes(book, chain, held);
}

}  // namespace leafwise::papers
