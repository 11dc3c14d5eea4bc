// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::tests {

using Expressions = std::vector<integrator::Expression>;

/// Equations between t and unknowns u₁ … u_n, and explicit differential equations for some of the
/// unknowns: coordinates t, u₁, …, u_n.
struct ImplicitSystem {
  std::size_t unknowns = 1;
  std::function<Expressions(const Expressions&)> equations;
  /// How many of the equations, from the first one, determine velocities: the others are kept by
  /// the differential equations.
  std::size_t differentiated = 1;
  /// (i, u_i')
  std::function<std::vector<std::pair<std::size_t, integrator::Expression>>(const Expressions&)>
      rates = nullptr;
};

/// As completion hands it over: rows (b | A) are derivatives of the equations.
[[nodiscard]] inline integrator::ManifoldProblem<double> make_problem(const ImplicitSystem& s) {
  namespace li = leafwise::integrator;
  const std::size_t n = s.unknowns;
  const auto inputs = [n](li::ProgramBuilder& builder) {
    Expressions z;
    for (std::size_t i = 0; i <= n; ++i) z.push_back(builder.input(i));
    return z;
  };
  li::ProgramBuilder equations(n + 1);
  const Expressions values = s.equations(inputs(equations));
  const li::Program program = equations.build(values);
  const li::JacobianProgram derivative = li::differentiate(program);
  li::ProgramBuilder b(n + 1);
  const Expressions z = inputs(b);
  const Expressions entries = b.append(derivative.program, z);
  Expressions rows(n * (n + 1), b.constant(0));
  for (std::size_t i = 0; i < derivative.columns.size(); ++i) {
    if (derivative.rows[i] >= s.differentiated) continue;
    rows[derivative.rows[i] * (n + 1) + derivative.columns[i]] = entries[values.size() + i];
  }
  std::size_t row = s.differentiated;
  if (s.rates) {
    for (const auto& [unknown, rate] : s.rates(z)) {
      rows[row * (n + 1)] = -rate;
      rows[row * (n + 1) + unknown] = b.constant(1);
      ++row;
    }
  }
  li::ManifoldProblem<double> problem;
  li::LinearBlockLayout layout;
  problem.coordinates = {"t"};
  layout.velocities.emplace_back();
  for (std::size_t i = 0; i < n; ++i) {
    problem.coordinates.push_back("u" + std::to_string(i + 1));
    layout.unknowns.push_back(problem.coordinates.back() + "'");
    layout.velocities.push_back(li::Velocity::unknown(i));
  }
  problem.independent = 0;
  problem.equations = std::make_shared<li::CompiledMap<double>>(program);
  problem.codimension = values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    problem.equation_names.push_back("f" + std::to_string(i + 1));
  }
  problem.distribution = std::make_shared<li::LinearBlockDistribution<double>>(
      std::make_shared<li::CompiledMap<double>>(b.build(rows)), layout);
  return problem;
}

}  // namespace leafwise::tests
