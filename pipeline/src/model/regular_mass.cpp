// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/regular_mass.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::pipeline::detail {

namespace {

using integrator::Expression;
using integrator::Program;
using integrator::ProgramBuilder;
using Expressions = std::vector<Expression>;

std::vector<double> values_at(const Program& program, std::span<const double> point) {
  integrator::CompiledMap<double> map(program);
  std::vector<double> values(map.outputs());
  map.value(point, values);
  return values;
}

/// By Cholesky's factors; each pivot against the diagonal entry that it comes from.
bool is_positive_definite(std::vector<double> matrix, std::size_t n) {
  constexpr double smallest = 1e-12;
  for (std::size_t j = 0; j < n; ++j) {
    const double before = matrix[j * n + j];
    for (std::size_t k = 0; k < j; ++k) matrix[j * n + j] -= std::pow(matrix[j * n + k], 2);
    if (!(matrix[j * n + j] > smallest * before)) return false;
    matrix[j * n + j] = std::sqrt(matrix[j * n + j]);
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) {
        matrix[i * n + j] -= matrix[i * n + k] * matrix[j * n + k];
      }
      matrix[i * n + j] /= matrix[j * n + j];
    }
  }
  return true;
}

/// Trace of M by that of GᵀG, a power of two near it.
double weight_at(const std::vector<double>& mass,
                 const integrator::JacobianProgram& gradients,
                 std::span<const double> start,
                 std::size_t n) {
  double of_mass = 0;
  for (std::size_t j = 0; j < n; ++j) of_mass += mass[j * n + j];
  const std::vector<double> values = values_at(gradients.program, start);
  const std::size_t first = values.size() - gradients.columns.size();
  double of_constraints = 0;
  for (std::size_t e = 0; e < gradients.columns.size(); ++e) {
    if (gradients.columns[e] > 0) of_constraints += std::pow(values[first + e], 2);
  }
  const double ratio = of_mass / of_constraints;
  return ratio > 0 && std::isfinite(ratio) ? std::ldexp(1, std::ilogb(ratio)) : 1;
}

Expressions inputs(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  Expressions result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

/// G without zeros, by rows.
using Rows = std::vector<std::map<std::size_t, Expression>>;
Rows rows_of(ProgramBuilder& builder,
             const integrator::JacobianProgram& gradients,
             std::size_t constraints,
             std::size_t n) {
  const Expressions values = builder.append(gradients.program, inputs(builder, 0, 1 + n));
  Rows rows(constraints);
  for (std::size_t e = 0; e < gradients.columns.size(); ++e) {
    if (gradients.columns[e] == 0) continue;
    rows[gradients.rows[e]].emplace(gradients.columns[e] - 1, values[constraints + e]);
  }
  return rows;
}

}  // namespace

MassAndForce regular_mass(MassAndForce parts,
                          const Program& constraints,
                          std::span<const double> start) {
  const std::size_t n = start.size() - 1;
  const std::vector<double> mass = values_at(parts.mass, start);
  if (is_positive_definite(mass, n)) return parts;
  const integrator::JacobianProgram gradients = integrator::differentiate(constraints);
  const std::size_t count = values_at(constraints, start).size();
  const double weight = weight_at(mass, gradients, start, n);

  ProgramBuilder of_mass(1 + n);
  Expressions sums = of_mass.append(parts.mass, inputs(of_mass, 0, 1 + n));
  for (const auto& row : rows_of(of_mass, gradients, count, n)) {
    for (const auto& [j, left] : row) {
      for (const auto& [k, right] : row) {
        sums[j * n + k] = sums[j * n + k] + weight * (left * right);
      }
    }
  }

  ProgramBuilder of_force(1 + 2 * n);
  Expressions forces = of_force.append(parts.force, inputs(of_force, 0, 1 + 2 * n));
  // −γ = d²g((1, q'), (1, q')) at (t, q).
  Expressions arguments = inputs(of_force, 0, 1 + n);
  for (int direction = 0; direction < 2; ++direction) {
    arguments.push_back(of_force.constant(1));
    for (std::size_t j = 0; j < n; ++j) arguments.push_back(of_force.input(1 + n + j));
  }
  const Expressions bends =
      of_force.append(integrator::differentiate_twice(constraints), arguments);
  const Rows rows = rows_of(of_force, gradients, count, n);
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [j, entry] : rows[i]) {
      forces[j] = forces[j] - weight * (entry * bends[i]);
    }
  }
  return {of_mass.build(sums), of_force.build(forces)};
}

}  // namespace leafwise::pipeline::detail
