// SPDX-License-Identifier: GPL-3.0-or-later
#include "stiff.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace leafwise::tests {
namespace {

using integrator::Expression;
using integrator::ProgramBuilder;
using Expressions = std::vector<Expression>;

}  // namespace

StiffSystem spring_pendulum() {
  ProgramBuilder mass(3);
  ProgramBuilder force(5);
  ProgramBuilder potential(3);
  ProgramBuilder constraint(3);
  const auto constant = [](ProgramBuilder& b, long double value) { return b.constant(value); };
  const auto square = [](ProgramBuilder& b) {
    return b.input(1) * b.input(1) + b.input(2) * b.input(2);
  };
  const Expression stretch = sqrt(square(potential)) - 1.0L;
  const long double angle = -std::numbers::pi_v<long double> / 4;
  const long double c = std::cos(angle);
  const long double s = std::sin(angle);
  return {{{"y1", "y2"}, {"v1", "v2"}, "t"},
          mass.build(Expressions{
              constant(mass, 1), constant(mass, 0), constant(mass, 0), constant(mass, 1)}),
          force.build(Expressions{constant(force, 0), constant(force, -1)}),
          potential.build(Expressions{0.5L * stretch * stretch}),
          constraint.build(Expressions{square(constraint) - 1.0L}),
          {0, c, s, -s, c}};
}

StiffSystem random_stiff_system(std::mt19937_64& random) {
  std::uniform_real_distribution<double> around(0.7, 1.4);
  std::uniform_real_distribution<double> small(-0.3, 0.3);
  const auto positive = [&] { return static_cast<long double>(around(random)); };
  const auto any = [&] { return static_cast<long double>(small(random)); };
  constexpr std::size_t n = 4;

  ProgramBuilder mass(1 + n);
  Expressions w;
  for (std::size_t i = 0; i < n; ++i) w.push_back(any() * cos(mass.input(1 + i)) + any());
  Expressions entries;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const Expression product = w[i] * w[j];
      entries.push_back(i == j ? product + positive() : product);
    }
  }

  ProgramBuilder force(1 + 2 * n);
  Expressions forces;
  for (std::size_t i = 0; i < n; ++i) {
    const Expression v = force.input(1 + n + i);
    forces.push_back(any() * force.input(1 + n) * v - 0.1L * v - positive() * force.input(1 + i) +
                     any() * cos(force.input(0)));
  }

  // g_a = q_{2+a} + products of all: on 𝒰 the first two coordinates say where one is.
  std::vector<std::vector<long double>> coefficients(2);
  for (auto& row : coefficients) {
    for (std::size_t i = 0; i < n * (n + 1) / 2 + 2; ++i) row.push_back(any());
  }
  const auto constraints = [&](ProgramBuilder& b) {
    Expressions g;
    for (std::size_t a = 0; a < 2; ++a) {
      std::size_t next = 0;
      Expression sum = b.input(3 + a) + coefficients[a][next++] * b.input(1);
      sum = sum + coefficients[a][next++] * b.input(2);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i; j < n; ++j) {
          // Half of it: where motions get to, G keeps its rank.
          sum = sum + 0.5L * coefficients[a][next++] * b.input(1 + i) * b.input(1 + j);
        }
      }
      g.push_back(sum);
    }
    return g;
  };
  ProgramBuilder place(1 + n);
  ProgramBuilder potential(1 + n);
  const Expressions g = constraints(potential);
  const Expression first = positive() + any() * potential.input(1) * potential.input(1);
  const Expression u =
      0.5L * (first * g[0] * g[0] + 2 * any() * g[0] * g[1] + positive() * g[1] * g[1]);

  StiffSystem result{{{"q1", "q2", "q3", "q4"}, {"v1", "v2", "v3", "v4"}, "t"},
                     mass.build(entries),
                     force.build(forces),
                     potential.build(Expressions{u}),
                     place.build(constraints(place)),
                     {0}};
  for (std::size_t i = 0; i < 2 * n; ++i) result.start.push_back(any());
  return result;
}

integrator::StiffProblem<double> simple_stiff_problem(
    std::size_t n,
    const std::function<Expressions(ProgramBuilder&)>& force,
    const std::function<Expression(ProgramBuilder&)>& potential,
    double epsilon) {
  integrator::StiffNames names;
  for (std::size_t i = 1; i <= n; ++i) {
    names.positions.push_back("q" + std::to_string(i));
    names.velocities.push_back("v" + std::to_string(i));
  }
  ProgramBuilder f(1 + 2 * n);
  ProgramBuilder u(1 + n);
  const integrator::Program forces = f.build(force ? force(f) : Expressions(n, f.constant(0)));
  const integrator::Program potentials = u.build(Expressions{potential(u)});
  return integrator::stiff_problem<double>(
      names, integrator::StiffPrograms{nullptr, forces, potentials}, epsilon);
}

}  // namespace leafwise::tests
