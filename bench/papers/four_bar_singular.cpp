// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 000, section 6.4: the singular four-bar linkage.

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "leaf_runs.hpp"
#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "problems/mechanisms.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

using algebra::Ideal;
using algebra::Limits;
using algebra::Polynomial;

/// Polynomials in x1, y1, x2, y2 by a problem text.
std::vector<Polynomial> linkage_polynomials(const std::string& equations) {
  return polynomials_of(
      problem_of("unknowns = [\"x1\", \"y1\", \"x2\", \"y2\"]\nequations = [" + equations + "]\n"));
}

Ideal linkage_ideal(const std::string& equations) {
  const auto variable = [](const char* name) {
    return algebra::Variable{algebra::Role::unknown, name, 0};
  };
  return {{variable("x1"), variable("y1"), variable("x2"), variable("y2")},
          linkage_polynomials(equations),
          algebra::Engine(std::filesystem::path(LEAFWISE_WORKER))};
}

constexpr const char* g = R"("x1^2+y1^2-1", "(x2-x1)^2+(y2-y1)^2-4", "(2-x2)^2+y2^2-1")";
constexpr const char* g1 = R"("x2^2+y2^2-4*x2+3", "y1-y2", "x1-x2+2")";
constexpr const char* g2 = R"("x2^2+y2^2-4*x2+3", "4*y1*x2-3*y1+3*y2", "4*y1*y2+3*x1-3*x2+6")";
constexpr const char* crossings = R"("y1", "y2", "x1^2-1", "x2-x1-2")";

void add_decomposition(Book& book) {
  const Limits limits = Limits::within(std::chrono::minutes(1));
  algebra::DecompositionOptions options;
  options.use_cache = false;
  const auto found = algebra::minimal_primes(linkage_ideal(g), options, limits);
  const auto has = [&](const char* printed) {
    for (const auto& component : found.components) {
      if (is_same_ideal(component.ideal, linkage_polynomials(printed))) return true;
    }
    return false;
  };
  book.statement(
      "√I = I₁ ∩ I₂",
      "two prime ideals",
      fmt::format(
          "{}, the ideal radical: {}", found.components.size(), to_string(found.radical_input)),
      found.complete && found.components.size() == 2);
  book.statement("g₁", "three generators", "the same ideal", has(g1));
  book.statement("g₂", "three generators", "the same ideal", has(g2));
  const bool smooth = algebra::is_smooth(linkage_ideal(g1), limits) == Truth::yes &&
                      algebra::is_smooth(linkage_ideal(g2), limits) == Truth::yes;
  book.statement("Rank of dg₁ and dg₂",
                 "maximal everywhere",
                 smooth ? "maximal everywhere, also over ℂ" : "not proved",
                 smooth);
  const auto meeting = algebra::radical(algebra::sum(linkage_ideal(g1), linkage_ideal(g2)), limits);
  book.statement("Where dg loses rank",
                 "all bars collinear, y² = y⁴ = 0",
                 "I₁ + I₂ has exactly (1, 0, 3, 0) and (−1, 0, 1, 0)",
                 meeting && is_same_ideal(meeting.value(), linkage_polynomials(crossings)));
}

Points configuration(std::span<const double> row) {
  return {{0, 0}, {row[1], row[2]}, {row[3], row[4]}, {2, 0}};
}

void draw_singular(Book& book, const Started& crossed) {
  const auto rows = run_accurately(crossed, 10, 1000);
  book.figure("Figure 6.9",
              "higher_order_6_9.svg",
              {"Singular linkage on g₂: y⁴",
               {{"", "x", "", {{"", columns_of(rows.trajectory, "t", "y2"), Style::line, 0}}}},
               1},
              "y⁴ goes through 0, where the original equations are singular.");
  Plot configurations{"Singular linkage on g₂", {}, 3};
  for (const std::size_t i : {0U, 60U, 120U, 144U, 153U, 200U}) {
    const auto row = rows.trajectory.row(i);
    configurations.panels.push_back(
        {fmt::format("x = {:.2f}", row[0]),
         "",
         "",
         {{"", configuration(row), Style::line, 0}, {"", configuration(row), Style::dots, 1}},
         true,
         false,
         {-1.1, 3.1, -1.2, 1.2}});
  }
  book.figure("Figure 6.10",
              "higher_order_6_10.svg",
              configurations,
              "configurations; the paper does not give the times of its own.");
}

}  // namespace

void four_bar_singular(Book& book) {
  book.section("6.4 Four bar system, singular",
               "(a, b, c, d) = (1, 2, 1, 2), on g₂, by "
               "[singular_four_bar.toml](../examples/singular_four_bar.toml).");
  add_decomposition(book);
  const Started crossed = started(example("singular_four_bar"));
  Settings<double> settings;
  settings.to = 5;
  settings.relative_tolerance = 1e-9;
  settings.absolute_tolerance = 1e-12;
  settings.events = {zero_of(crossed.manifold(), "y2")};
  const auto whole = run(crossed, settings);
  std::vector<double> passed;
  for (std::size_t i = 0; i < whole.event_rows.size(); ++i) {
    passed.push_back(whole.event_rows.row(i)[0]);
  }
  double product = -1;
  for (std::size_t i = 0; i < whole.trajectory.size(); ++i) {
    product = std::max(product, whole.trajectory.row(i)[2] * whole.trajectory.row(i)[4]);
  }
  book.statement(
      "Passing y⁴ = 0 on g₂",
      "no problem",
      fmt::format(
          "passed at x = {}; {} steps, {} rejected", list_of(passed), whole.steps, whole.rejected),
      whole.reason == integrator::Reason::reached && passed.size() == 4);
  book.statement("y² and y⁴ on g₂",
                 "have different signs when not zero",
                 fmt::format("largest y²y⁴ of the run: {:.0e}", product),
                 product < 1e-9);
  const auto naive = tests::reduced_form<double>(tests::singular_four_bar());
  const std::vector<double> start(naive.start.begin(), naive.start.end());
  settings.events.clear();
  const auto stopped = integrator::integrate<double>(naive.problem, settings, start);
  book.statement("The same with the original g",
                 "y⁴ = 0 would be singularities",
                 fmt::format("stops at x = {:.4f} ({})",
                             stopped.trajectory.last()[0],
                             integrator::reason_text(stopped)),
                 stopped.reason != integrator::Reason::reached &&
                     std::abs(stopped.trajectory.last()[0] - passed.at(0)) < 0.02);
  draw_singular(book, crossed);
}

}  // namespace leafwise::papers
