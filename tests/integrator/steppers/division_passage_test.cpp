// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "implicit_system.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "support/seed.hpp"

// y' = N(t, y)/v(t)ᵖ, where v vanishes in c, as polynomialisation writes it: with w·v = 1.
namespace leafwise::tests {
namespace {

namespace li = leafwise::integrator;
using E = li::Expression;

struct Quotient {
  double c = 0;          ///< v vanishes there
  double a = 1, b = 0;   ///< of y = sin(a t) + b t, the solution
  double coupling = 0;   ///< of y − sin(a t) − b t
  double pole = 0;       ///< what is added to N, times v to the power …
  int pole_power = 0;    ///< … of this
  int power = 1;         ///< p
  bool is_node = false;  ///< coupling/v, so that 0/0 is so along the solution only
  bool is_coordinate = true;

  [[nodiscard]] double solution(double t) const { return std::sin(a * t) + b * t; }
  [[nodiscard]] E divisor(E t) const { return (t - c) * (1 + 0.3L * sin(t)); }
  [[nodiscard]] E numerator(E t, E y) const {
    const E v = divisor(t);
    const E off = (y - sin(a * t) - b * t) * coupling;
    E n = (a * cos(a * t) + b) * pow(v, power) + pole * pow(v, pole_power);
    return n + (is_node ? off * pow(v, power - 1) : off * pow(v, power));
  }
};

/// w is a coordinate.
li::ManifoldProblem<double> with_coordinate(const Quotient& q) {
  ImplicitSystem system;
  system.unknowns = 2;
  system.equations = [&q](const Expressions& z) { return Expressions{z[2] * q.divisor(z[0]) - 1}; };
  system.rates = [&q](const Expressions& z) {
    return std::vector<std::pair<std::size_t, E>>{
        {1, q.numerator(z[0], z[1]) * pow(z[2], q.power)}};
  };
  return make_problem(system);
}

/// w is one of the unknowns of the linear block. @pre q.power == 1
li::ManifoldProblem<double> with_unknown(const Quotient& q) {
  li::ProgramBuilder b(2);
  const E t = b.input(0);
  const E n = q.numerator(t, b.input(1));
  const E zero = b.constant(0);
  const E one = b.constant(1);
  const Expressions rows = {zero, one, -n, -one, zero, q.divisor(t)};
  li::ManifoldProblem<double> problem;
  problem.coordinates = {"t", "y"};
  problem.independent = 0;
  li::LinearBlockLayout layout;
  layout.unknowns = {"y'", "w"};
  layout.velocities = {li::Velocity{}, li::Velocity::unknown(0)};
  problem.distribution = std::make_shared<li::LinearBlockDistribution<double>>(
      std::make_shared<li::CompiledMap<double>>(b.build(rows)), layout);
  return problem;
}

li::ManifoldProblem<double> problem_of(const Quotient& q) {
  return q.is_coordinate ? with_coordinate(q) : with_unknown(q);
}

li::Settings<double> settings_of(const Quotient& q, const std::string& method, double tolerance) {
  li::Settings<double> settings;
  settings.method = method;
  settings.relative_tolerance = tolerance;
  settings.absolute_tolerance = tolerance / 100;
  settings.most_steps = 20'000;  // towards poles explicit pairs would take many more
  li::ProgramBuilder b(q.is_coordinate ? 3 : 2);
  const Expressions v = {q.divisor(b.input(0))};
  settings.divisions.divisors = std::make_shared<li::CompiledMap<double>>(b.build(v));
  settings.divisions.reciprocals = {q.is_coordinate ? std::optional<std::size_t>(2) : std::nullopt};
  return settings;
}

std::vector<double> point_of(const Quotient& q, double t) {
  std::vector<double> point = {t, q.solution(t)};
  if (q.is_coordinate) point.push_back(1 / ((t - q.c) * (1 + 0.3 * std::sin(t))));
  return point;
}

const std::vector<std::string>& methods() {
  static const std::vector<std::string> names = {
      "dopri54", "dop853", "rk4", "heun", "radau_iia_3", "gauss_3", "lobatto_iiia_3", "taylor"};
  return names;
}

/// Of low order: tighter tolerances take too many steps.
double tightest(const std::string& method) {
  return method == "heun" ? 1e-5 : method == "rk4" ? 1e-8 : 1e-10;
}

Quotient random_quotient(std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(0.3, 1.5);
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  Quotient q;
  q.c = place(random);
  q.a = number(random);
  q.b = number(random) - 1;
  q.coupling = -number(random);
  q.is_coordinate = random() % 3 != 0;
  if (q.is_coordinate) q.power = 1 + static_cast<int>(random() % 3);
  return q;
}

double random_tolerance(std::mt19937_64& random, const std::string& method) {
  std::uniform_real_distribution<double> exponent(std::log10(tightest(method)), -2);
  return std::pow(10, exponent(random));
}

}  // namespace

TEST_CASE("a division that becomes 0/0 is passed, by every kind of method") {
  auto random = make_generator("divisions that are passed");
  for (std::uint64_t i = 0; i < 25 * multiplier(); ++i) {
    for (const std::string& method : methods()) {
      Quotient q = random_quotient(random);
      q.is_node = q.power == 1 && random() % 2 == 0;
      if (q.is_node) {
        // Other solutions go through the same point. All are analytic if coupling/v'(c) is a whole
        // number.
        q.coupling = static_cast<double>(1 + random() % 2) * (1 + 0.3 * std::sin(q.c));
      }
      const double tolerance = random_tolerance(random, method);
      const double sign = random() % 2 == 0 ? 1 : -1;
      auto settings = settings_of(q, method, tolerance);
      settings.to = 1.5 * sign;
      settings.rows = li::Rows::requested;
      settings.at = {q.c};
      const auto report = li::integrate<double>(problem_of(q), settings, point_of(q, -1.5 * sign));
      CAPTURE(method);
      CAPTURE(tolerance);
      CAPTURE(q.c);
      CAPTURE(q.a);
      CAPTURE(q.b);
      CAPTURE(q.coupling);
      CAPTURE(q.power);
      CAPTURE(q.is_node);
      CAPTURE(q.is_coordinate);
      CHECK(li::reason_text(report) == "reached");
      REQUIRE(report.passed.size() == 1);
      // As the series knows it, which is longer than what is left of it.
      CHECK(std::abs(report.passed[0].place - q.c) < 1e-6);
      REQUIRE(report.trajectory.size() == 3);
      // Errors of steps grow along the solution, by what coupling says, and in nodes once more.
      const double allowed = 1e3 * tolerance;
      CHECK(std::abs(report.trajectory.row(1)[1] - q.solution(q.c)) < allowed);
      CHECK(std::abs(report.trajectory.last()[1] - q.solution(settings.to)) < allowed);
    }
  }
}

TEST_CASE("what has no limit where a divisor vanishes is not passed") {
  auto random = make_generator("divisions that are not passed");
  std::uniform_real_distribution<double> residue(0.05, 1);
  for (std::uint64_t i = 0; i < 12 * multiplier(); ++i) {
    for (const std::string& method : methods()) {
      Quotient q = random_quotient(random);
      q.pole_power = static_cast<int>(random() % static_cast<unsigned>(q.power));
      q.pole = residue(random) * (random() % 2 == 0 ? 1 : -1);
      const double tolerance = random_tolerance(random, method);
      auto settings = settings_of(q, method, tolerance);
      settings.to = 1.5;
      const auto report = li::integrate<double>(problem_of(q), settings, point_of(q, -1.5));
      CAPTURE(method);
      CAPTURE(tolerance);
      CAPTURE(q.c);
      CAPTURE(q.pole);
      CAPTURE(q.pole_power);
      CAPTURE(q.power);
      CAPTURE(q.is_coordinate);
      CHECK(li::reason_text(report) != "reached");
      CHECK(report.passed.empty());
      CHECK(report.trajectory.last()[0] <= q.c + 1e-6);
    }
  }
}

TEST_CASE("a run ends where a division becomes 0/0, with the values of its limit") {
  auto random = make_generator("runs to divisions that are 0/0");
  for (std::uint64_t i = 0; i < 20 * multiplier(); ++i) {
    const Quotient q = random_quotient(random);
    auto settings = settings_of(q, "dopri54", 1e-7);
    settings.to = q.c;
    const auto report = li::integrate<double>(problem_of(q), settings, point_of(q, -1.5));
    CAPTURE(q.c);
    CAPTURE(q.power);
    CAPTURE(q.is_coordinate);
    CHECK(li::reason_text(report) == "reached");
    CHECK(report.trajectory.last()[0] == q.c);
    CHECK(std::abs(report.trajectory.last()[1] - q.solution(q.c)) < 1e-5);
  }
}

TEST_CASE("a run that passes a division continues bit for bit from a checkpoint before it") {
  auto random = make_generator("checkpoints before divisions");
  for (std::uint64_t i = 0; i < 5 * multiplier(); ++i) {
    const Quotient q = random_quotient(random);
    auto settings = settings_of(q, "dopri54", 1e-7);
    settings.to = 1.5;
    const auto problem = problem_of(q);
    const auto whole = li::integrate<double>(problem, settings, point_of(q, -1.5));
    CHECK(li::reason_text(whole) == "reached");
    for (const std::uint64_t steps : {2U, 5U, 9U}) {
      settings.most_steps = steps;
      const auto first = li::integrate<double>(problem, settings, point_of(q, -1.5));
      settings.most_steps = 20'000;
      const auto rest = li::resume<double>(problem, settings, first.checkpoint);
      CHECK(rest.trajectory.last()[1] == whole.trajectory.last()[1]);
      CHECK(rest.steps == whole.steps);
    }
  }
}

}  // namespace leafwise::tests
