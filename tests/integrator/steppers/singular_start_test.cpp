// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// v(t) y' = N(t, y) from where v vanishes: y' is not defined there, and the solution may be
// analytic.
namespace leafwise::integrator {
namespace {

struct Beginning {
  double c = 0;            ///< v vanishes there
  double a = 1, b = 0;     ///< of y = sin(a t) + b t, a solution
  double exponent = -0.5;  ///< others differ from it by |v| to that power, about
  double root = 0;         ///< of what is added to N: v^(3/2), of which y' has no series
  int power = 1;           ///< of v, on both sides: with 2 a coefficient that touches 0

  [[nodiscard]] double solution(double t) const { return std::sin(a * t) + b * t; }
  [[nodiscard]] double slope() const { return 1 + 0.3 * std::sin(c); }
};

ManifoldProblem<double> problem_of(const Beginning& it) {
  ProgramBuilder b(2);
  const Expression t = b.input(0);
  const Expression y = b.input(1);
  const Expression v = (t - it.c) * (1 + 0.3L * sin(t));
  const Expression off = (y - sin(it.a * t) - it.b * t) * (it.exponent * it.slope());
  Expression n = (it.a * cos(it.a * t) + it.b) * v + off;
  if (it.root != 0) n = n + it.root * v * sqrt(v);
  const Expression factor = it.power == 2 ? v : b.constant(1);
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "y"};
  problem.independent = 0;
  LinearBlockLayout layout;
  layout.unknowns = {"y'"};
  layout.velocities = {{}, Velocity::unknown(0)};
  problem.distribution = std::make_shared<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(std::vector{-n * factor, v * factor})), layout);
  return problem;
}

Beginning random_beginning(std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(0.3, 1.5);
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  Beginning it;
  it.c = place(random);
  it.a = number(random);
  it.b = number(random) - 1;
  // Neither a whole number, nor so near to one that it is not told from it.
  std::uniform_real_distribution<double> share(0.2, 0.8);
  it.exponent = static_cast<double>(random() % 4) - 2 + share(random);
  it.power = 1 + static_cast<int>(random() % 2);
  return it;
}

Report<double> run(const Beginning& it, const std::string& method, double tolerance, double way) {
  Settings<double> settings;
  settings.method = method;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.to = it.c + way;
  settings.rows = Rows::requested;
  for (const double share : {1e-4, 0.01, 0.1, 0.5}) settings.at.push_back(it.c + share * way);
  settings.most_steps = 20'000;
  return integrate<double>(problem_of(it), settings, std::vector<double>{it.c, it.solution(it.c)});
}

const std::vector<std::string>& methods() {
  static const std::vector<std::string> names = {
      "dopri54", "dop853", "radau_iia_3", "gauss_3", "taylor"};
  return names;
}

}  // namespace

TEST_CASE("a run begins where the direction is not defined, along the analytic solution") {
  auto random = tests::make_generator("singular starts");
  for (std::uint64_t i = 0; i < 12 * tests::multiplier(); ++i) {
    const Beginning it = random_beginning(random);
    const double way = random() % 2 == 0 ? 1.2 : -1.2;
    for (const std::string& method : methods()) {
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        CAPTURE(method);
        CAPTURE(tolerance);
        CAPTURE(it.c);
        CAPTURE(it.exponent);
        CAPTURE(it.power);
        const auto report = run(it, method, tolerance, way);
        CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
        CHECK(report.has_singular_start);
        REQUIRE(report.trajectory.size() == 6);
        for (std::size_t row = 0; row < 6; ++row) {
          const auto point = report.trajectory.point(row);
          // Errors of the first step, 1e-6 of its change at most, grow with other solutions.
          const double allowed = 200 * tolerance + 1e-7;
          CHECK(std::abs(point[1] - it.solution(point[0])) < allowed);
        }
      }
    }
  }
}

TEST_CASE("a run that ended before its first step from a singular start goes on as any other") {
  auto random = tests::make_generator("singular starts continued");
  for (std::uint64_t i = 0; i < 3 * tests::multiplier(); ++i) {
    const Beginning it = random_beginning(random);
    for (const double way : {1.2, -1.2}) {
      Settings<double> settings;
      settings.to = it.c + way;
      const auto problem = problem_of(it);
      const std::vector<double> start = {it.c, it.solution(it.c)};
      const auto whole = integrate<double>(problem, settings, start);
      for (const std::uint64_t steps : {0U, 1U, 2U}) {
        settings.most_steps = steps;
        const auto first = integrate<double>(problem, settings, start);
        settings.most_steps = 20'000;
        const auto rest = resume<double>(problem, settings, first.checkpoint);
        CHECK(rest.reason == Reason::reached);
        CHECK(rest.trajectory.last()[1] == whole.trajectory.last()[1]);
        CHECK(rest.steps == whole.steps);
      }
    }
  }
}

TEST_CASE("where several solutions begin, or none that is analytic, a run does not") {
  auto random = tests::make_generator("starts that are refused");
  for (std::uint64_t i = 0; i < 10 * tests::multiplier(); ++i) {
    Beginning node = random_beginning(random);
    node.exponent = 1 + static_cast<double>(random() % 3);
    Beginning root = random_beginning(random);
    root.root = 0.5;
    for (const double tolerance : {1e-2, 1e-6, 1e-10}) {
      CAPTURE(node.c);
      CAPTURE(node.exponent);
      CAPTURE(root.c);
      CAPTURE(root.exponent);
      const auto several = run(node, "dopri54", tolerance, 1);
      CHECK(several.reason == Reason::singular_distribution);
      CHECK(several.message.find("more than one solution") != std::string::npos);
      const auto none = run(root, "dopri54", tolerance, 1);
      CHECK(none.reason == Reason::singular_distribution);
      CHECK(none.message.find("analytic") != std::string::npos);
    }
  }
}

namespace {

/// y' = u + k (u − r)(u − s) of u = y/t has the solutions y = r t and y = s t from the origin.
ManifoldProblem<double> two_slopes(double k, double r, double s) {
  ProgramBuilder b(2);
  const Expression u = b.input(1) / b.input(0);
  const auto part = [&](double root) { return u - static_cast<long double>(root); };
  const Expression rate = u + static_cast<long double>(k) * part(r) * part(s);
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "y"};
  problem.independent = 0;
  LinearBlockLayout layout;
  layout.unknowns = {"y'"};
  layout.velocities = {{}, Velocity::unknown(0)};
  problem.distribution = std::make_shared<LinearBlockDistribution<double>>(
      std::make_shared<CompiledMap<double>>(b.build(std::vector{-rate, b.constant(1)})), layout);
  return problem;
}

}  // namespace

TEST_CASE("of two analytic solutions with different slopes a run takes neither") {
  auto random = tests::make_generator("two slopes");
  std::uniform_real_distribution<double> share(0, 1);
  for (std::uint64_t i = 0; i < 100 * tests::multiplier(); ++i) {
    const double k = (share(random) < 0.5 ? 1 : -1) * (0.3 + share(random));
    const double r = 4 * share(random) - 2;
    const double s = r + (share(random) < 0.5 ? 1 : -1) * (0.5 + share(random));
    CAPTURE(k);
    CAPTURE(r);
    CAPTURE(s);
    Settings<double> settings;
    settings.method = methods().at(random() % methods().size());
    settings.to = share(random) < 0.5 ? 1 : -1;
    const auto report = integrate<double>(two_slopes(k, r, s), settings, std::vector<double>{0, 0});
    CHECK(report.reason == Reason::singular_distribution);
    CHECK(report.message.find("more than one solution") != std::string::npos);
  }
}

}  // namespace leafwise::integrator
