// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 000, section 6.4: the regular four-bar linkage.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "leaf_runs.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

using algebra::Limits;

constexpr double torque = 0.8;

double energy_of(std::span<const double> row, double gamma) {
  const auto square = [](double a) { return a * a; };
  return 0.1 * (square(row[5]) + square(row[6])) + 0.05 * (square(row[7]) + square(row[8])) +
         gamma * (0.2 * row[2] + 0.1 * row[4]);
}

/// Times of the maxima of a column, by a parabola through three rows.
std::vector<double> maxima_of(const Points& curve) {
  std::vector<double> found;
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) {
    const double a = curve[i - 1].second, b = curve[i].second, c = curve[i + 1].second;
    if (b <= a || b < c) continue;
    const double h = curve[i].first - curve[i - 1].first;
    found.push_back(curve[i].first + h * (a - c) / (2 * (a - 2 * b + c)));
  }
  return found;
}

double value_near(const Points& curve, double x) {
  return std::lower_bound(curve.begin(), curve.end(), std::pair{x, -1e300})->second;
}

/// The example with its energy imposed, although the torque works.
pipeline::Problem with_forced_energy() {
  std::string text = example("regular_four_bar").source.text;
  const std::size_t place = text.find("[initial]");
  text.insert(place, "[impose]\ninvariants = [\"energy\"]\nforce = true\n\n");
  return problem_of(text);
}

pipeline::Integration run_forced(pipeline::Problem problem, double to, std::optional<double> step) {
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.engine = algebra::Engine(std::filesystem::path(LEAFWISE_WORKER));
  options.point = pipeline::steering_point(problem);
  pipeline::IntegrationSettings& settings = problem.plan.integrate.value();
  settings.to.expression = algebra::Expression::number(algebra::Rational(static_cast<long>(to)));
  settings.samples = 1001;
  if (step) {
    settings.control = pipeline::IntegrationSettings::Control::fixed;
    settings.step = step;
    settings.samples.reset();
  }
  const auto report =
      pipeline::complete_for_run(problem, "", options, Limits::within(std::chrono::minutes(1)));
  const auto selection = pipeline::select_branch(problem, report, problem.plan.branch);
  if (!selection) throw std::runtime_error(selection.reason());
  auto integration = pipeline::integrate_on(problem, report, selection.value());
  if (!integration) throw std::runtime_error(integration.reason());
  return std::move(integration).value();
}

/// log₂ of the ratio of the differences between h, h/2 and h/4: the order.
double order_of_forced(const pipeline::Problem& problem) {
  std::array<double, 3> ends{};
  double step = 0.0125;
  for (double& end : ends) {
    end = run_forced(problem, 1, step).report.trajectory.last()[4];
    step /= 2;
  }
  return std::log2(std::abs((ends[0] - ends[1]) / (ends[1] - ends[2])));
}

void add_energy(Book& book, const Report<double>& free, const Points& energy) {
  double theta = std::atan2(free.trajectory.row(0)[2], free.trajectory.row(0)[1]);
  const double start = energy[0].second - torque * theta;
  double worst = 0, least = energy[0].second, most = least;
  for (std::size_t i = 0; i < free.trajectory.size(); ++i) {
    const auto row = free.trajectory.row(i);
    theta += std::remainder(std::atan2(row[2], row[1]) - theta, 2 * std::acos(-1.0));
    worst = std::max(worst, std::abs(energy[i].second - torque * theta - start));
    least = std::min(least, energy[i].second);
    most = std::max(most, energy[i].second);
  }
  const double order = order_of_forced(with_forced_energy());
  book.difference(
      "(6.7)",
      "the energy of the system is constant",
      fmt::format("E swings between {:.3f} and {:.3f}; E − Tθ = {:.6f} is constant to {:.0e}",
                  least,
                  most,
                  start,
                  worst),
      worst < 1e-8 && most - least > 1,
      "The torque works, so E is not conserved, and V is not tangent to E = const: the augmented "
      "system is not involutive. Leafwise refuses to impose E and prints dE/dt; here it was forced "
      "(`force = true`).");
  book.statement(
      "The constant energy system by dopri54: measured order",
      "–",
      fmt::format("{:.2f}", order),
      std::abs(order - 1) < 0.1,
      "Order 1 instead of 5, as it has to be where V is not tangent: what is computed is the "
      "flow of V's projection, which is another system.");
}

void add_motion(Book& book, const Report<double>& free, const Points& energy) {
  const auto forced = run_forced(with_forced_energy(), 10, std::nullopt);
  const Points y4 = columns_of(free.trajectory, "t", "y2");
  const Points y4_forced = columns_of(forced.report.trajectory, "t", "y2");
  const std::vector<double> tops = maxima_of(y4);
  const std::vector<double> tops_forced = maxima_of(y4_forced);
  const double period = tops.at(4) - tops.at(0);
  const double cup = value_near(y4, tops.at(1));
  const double period_forced = tops_forced.at(4) - tops_forced.at(0);
  book.statement(
      "Figure 6.7: y⁴ without the energy equation",
      "oscillatory; in down position only a small “cup”",
      "maxima at x = " + list_of(tops) +
          fmt::format("; period {:.2f}; the second, y⁴ = {:.2f}, is the cup", period, cup),
      tops.size() >= 8 && cup < 0.8,
      "The paper prints no times; these can be compared with its picture.");
  book.statement(
      "Figure 6.7: y⁴ with it",
      "the period is longer",
      "maxima at x = " + list_of(tops_forced) + fmt::format(", period {:.2f}", period_forced),
      period_forced > 1.1 * period);
  book.figure(
      "Figures 6.7 and 6.8",
      "higher_order_6_7.svg",
      {"Four-bar linkage, T = 0.8",
       {{"y⁴",
         "x",
         "",
         {{"with (6.7), forced", y4_forced, Style::line, 0}, {"without", y4, Style::dashed, 1}}},
        {"energy without (6.7)", "x", "E", {{"", energy, Style::line, 1}}}}},
      "the height of joint 2, and what the torque does to the energy.");
}

}  // namespace

void four_bar_regular(Book& book) {
  book.section(
      "6.4 Four bar system, regular",
      "(a, b, c, d) = (1, 2, 1.5, 2), T = 0.8, m = (0.2, 0.1), by "
      "[regular_four_bar.toml](../examples/regular_four_bar.toml); y¹ … y⁴ are x1, y1, x2, y2 "
      "there.");
  const Started linkage = started(example("regular_four_bar"));
  book.number("y³ of the initial point", 2.4155, linkage.start()[3], 1e-4);
  book.number("y⁴ of the initial point", 1.4413, linkage.start()[4], 1e-4);
  const auto free = run_accurately(linkage, 10, 2000);
  Points energy;
  for (std::size_t i = 0; i < free.trajectory.size(); ++i) {
    energy.emplace_back(free.trajectory.row(i)[0], energy_of(free.trajectory.row(i), 9.81));
  }
  const Started light = started(example("regular_four_bar", {{"gamma", "1"}}));
  const auto spun = run_accurately(light, 10, 2000);
  const double spun_energy = energy_of(spun.trajectory.last(), 1);
  book.difference(
      "γ",
      "“gravitation constant”, no value",
      "9.81",
      spun_energy > 50,
      fmt::format("With γ = 1 the torque only spins the crank up (E = {:.0f} at x = 10) and "
                  "nothing oscillates; with 9.81 all statements about the figures are reproduced.",
                  spun_energy));
  add_energy(book, free, energy);
  add_motion(book, free, energy);
  const Points bars = {
      {0, 0}, {0.5, std::sqrt(0.75)}, {linkage.start()[3], linkage.start()[4]}, {2, 0}};
  book.figure("Figure 6.6",
              "higher_order_6_6.svg",
              {"The linkage at its start",
               {{"", "", "", {{"", bars, Style::line, 0}, {"", bars, Style::dots, 1}}, true}},
               1},
              "joints 0 and 3 are fixed, masses at 1 and 2.");
}

}  // namespace leafwise::papers
