// SPDX-License-Identifier: GPL-3.0-or-later
#include "mechanism.hpp"

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"

namespace leafwise::tests {
namespace {

using integrator::Expression;
using integrator::Program;
using integrator::ProgramBuilder;
using Expressions = Mechanism::Expressions;

Expressions inputs(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  Expressions result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

/// g, dg as a full matrix, and d²g(v, v), in a builder with inputs (x, q, v).
struct Constraints {
  Expressions g;
  Expressions matrix;  // k × n
  Expressions bend;
};

Constraints expand(const Mechanism& mechanism, ProgramBuilder& builder) {
  const std::size_t n = mechanism.positions.size();
  const std::size_t k = mechanism.constraint_count;
  ProgramBuilder plain(n);
  const Program g = plain.build(mechanism.constraints(inputs(plain, 0, n)));
  const integrator::JacobianProgram derivative = integrator::differentiate(g);
  const Expressions q = inputs(builder, 1, n);
  Expressions arguments = q;
  for (int twice = 0; twice < 2; ++twice) {
    const Expressions v = inputs(builder, 1 + n, n);
    arguments.insert(arguments.end(), v.begin(), v.end());
  }
  const Expressions entries = builder.append(derivative.program, q);
  Constraints result;
  result.g.assign(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(k));
  result.matrix.assign(k * n, builder.constant(0));
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    result.matrix[derivative.rows[e] * n + derivative.columns[e]] = entries[k + e];
  }
  result.bend = builder.append(integrator::differentiate_twice(g), arguments);
  return result;
}

/// Everything but the distribution.
template <typename Real>
StartedProblem<Real> without_distribution(const Mechanism& mechanism) {
  const std::size_t n = mechanism.positions.size();
  ProgramBuilder builder(1 + 2 * n);
  const Constraints c = expand(mechanism, builder);
  Expressions f = c.g;
  for (std::size_t i = 0; i < mechanism.constraint_count; ++i) {
    Expression sum = builder.constant(0);
    for (std::size_t j = 0; j < n; ++j) sum = sum + c.matrix[i * n + j] * builder.input(1 + n + j);
    f.push_back(sum);
  }
  StartedProblem<Real> result;
  result.problem.coordinates = {"x"};
  for (const std::string& name : mechanism.positions) result.problem.coordinates.push_back(name);
  for (const std::string& name : mechanism.positions) {
    result.problem.coordinates.push_back(name + "'");
  }
  result.problem.independent = 0;
  result.problem.equations = std::make_shared<integrator::CompiledMap<Real>>(builder.build(f));
  for (std::size_t i = 0; i < f.size(); ++i) {
    const bool of_position = i < mechanism.constraint_count;
    const std::size_t number = of_position ? i : i - mechanism.constraint_count;
    result.problem.equation_names.push_back((of_position ? "g" : "(dg q')") +
                                            std::to_string(number + 1));
  }
  result.problem.codimension = 2 * mechanism.constraint_rank;
  result.start = {0};
  result.start.insert(result.start.end(), mechanism.start.begin(), mechanism.start.end());
  return result;
}

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(name + std::to_string(i + 1));
  return names;
}

}  // namespace

template <typename Real>
StartedProblem<Real> reduced_form(const Mechanism& mechanism) {
  const std::size_t n = mechanism.positions.size();
  StartedProblem<Real> result = without_distribution<Real>(mechanism);
  ProgramBuilder builder(1 + 2 * n);
  const Constraints c = expand(mechanism, builder);
  const Expressions q = inputs(builder, 1, n);
  const Expressions v = inputs(builder, 1 + n, n);
  Expressions terms = mechanism.mass(q);
  const Expressions force = mechanism.force(builder.input(0), q, v);
  terms.insert(terms.end(), force.begin(), force.end());
  terms.insert(terms.end(), c.matrix.begin(), c.matrix.end());
  for (const Expression bend : c.bend) terms.push_back(-bend);
  integrator::MechanicalLayout layout;
  layout.time = 0;
  for (std::size_t j = 0; j < n; ++j) layout.positions.push_back(1 + j);
  for (std::size_t j = 0; j < n; ++j) layout.velocities.push_back(1 + n + j);
  layout.constraints = mechanism.constraint_count;
  layout.constraint_rank = mechanism.constraint_rank;
  for (const std::string& name : mechanism.positions) {
    layout.acceleration_names.push_back(name + "''");
  }
  layout.multiplier_names = numbered("lambda", layout.constraints);
  result.problem.distribution = std::make_shared<integrator::MechanicalDistribution<Real>>(
      std::make_shared<integrator::CompiledMap<Real>>(builder.build(terms)), layout);
  return result;
}

template <typename Real>
StartedProblem<Real> block_form(const Mechanism& mechanism) {
  const std::size_t n = mechanism.positions.size();
  const std::size_t k = mechanism.constraint_count;
  StartedProblem<Real> result = without_distribution<Real>(mechanism);
  ProgramBuilder builder(1 + 2 * n);
  const Constraints c = expand(mechanism, builder);
  const Expressions q = inputs(builder, 1, n);
  const Expressions mass = mechanism.mass(q);
  const Expressions force = mechanism.force(builder.input(0), q, inputs(builder, 1 + n, n));
  Expressions rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.push_back(-force[i]);
    for (std::size_t j = 0; j < n; ++j) rows.push_back(mass[i * n + j]);
    for (std::size_t l = 0; l < k; ++l) rows.push_back(c.matrix[l * n + i]);
  }
  for (std::size_t l = 0; l < k; ++l) {
    rows.push_back(c.bend[l]);
    for (std::size_t j = 0; j < n; ++j) rows.push_back(c.matrix[l * n + j]);
    for (std::size_t other = 0; other < k; ++other) rows.push_back(builder.constant(0));
  }
  integrator::LinearBlockLayout layout;
  layout.velocities.push_back({});
  for (std::size_t j = 0; j < n; ++j) {
    layout.velocities.push_back(integrator::Velocity::coordinate(1 + n + j));
  }
  for (std::size_t j = 0; j < n; ++j) {
    layout.velocities.push_back(integrator::Velocity::unknown(j));
    layout.unknowns.push_back(mechanism.positions[j] + "''");
  }
  for (const std::string& name : numbered("lambda", k)) layout.unknowns.push_back(name);
  result.problem.distribution = std::make_shared<integrator::LinearBlockDistribution<Real>>(
      std::make_shared<integrator::CompiledMap<Real>>(builder.build(rows)), layout);
  return result;
}

template StartedProblem<double> reduced_form(const Mechanism&);
template StartedProblem<long double> reduced_form(const Mechanism&);
template StartedProblem<double> block_form(const Mechanism&);
template StartedProblem<long double> block_form(const Mechanism&);

}  // namespace leafwise::tests
