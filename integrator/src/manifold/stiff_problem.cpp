// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/stiff_problem.hpp"

#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "maps/map_shape.hpp"

namespace leafwise::integrator {
namespace {

using Expressions = std::vector<Expression>;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  throw InvalidInput({.message = "no stiff mechanical system: " + what,
                      .expected = "M(t, q) q'' = f(t, q, q') - dU/dq (t, q) / epsilon^2",
                      .range = {},
                      .place = {}});
}

void check_names(const StiffNames& names) {
  expect(!names.positions.empty(), "there is no position");
  expect(names.positions.size() == names.velocities.size(),
         "there are " + std::to_string(names.velocities.size()) + " velocities for " +
             std::to_string(names.positions.size()) + " positions");
}

void check_shape(const std::string& name, detail::MapShape shape, detail::MapShape wanted) {
  const auto mistake = detail::shape_mistake(name, shape, wanted);
  expect(!mistake, mistake.value_or(std::string{}));
}

detail::MapShape shape_of(const Program& program) {
  return {program.inputs(), program.outputs().size()};
}

void check_programs(const StiffNames& names, const StiffPrograms& programs) {
  check_names(names);
  const std::size_t n = names.positions.size();
  if (programs.mass != nullptr) check_shape("M", shape_of(*programs.mass), {1 + n, n * n});
  check_shape("f", shape_of(programs.force), {1 + 2 * n, n});
  check_shape("U", shape_of(programs.potential), {1 + n, 1});
}

/// (t, q) ↦ ∂U/∂q_i for these i.
Program gradient_of(const Program& potential, const std::vector<std::size_t>& rows) {
  ProgramBuilder builder(potential.inputs());
  Expressions place;
  for (std::size_t i = 0; i < potential.inputs(); ++i) place.push_back(builder.input(i));
  const JacobianProgram derivative = differentiate(potential);
  const Expressions values = builder.append(derivative.program, place);
  Expressions gradient(rows.size(), builder.constant(0));
  for (std::size_t e = 0; e < derivative.columns.size(); ++e) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (derivative.columns[e] == 1 + rows[i]) gradient[i] = values[1 + e];
    }
  }
  return builder.build(gradient);
}

Program identity(std::size_t n) {
  ProgramBuilder builder(1 + n);
  Expressions entries;
  for (std::size_t i = 0; i < n * n; ++i) {
    entries.push_back(builder.constant(i % (n + 1) == 0 ? 1 : 0));
  }
  return builder.build(entries);
}

}  // namespace

template <typename Real>
StiffProblem<Real> stiff_problem(const StiffNames& names, StiffMaps<Real> maps, Real epsilon) {
  check_names(names);
  const std::size_t n = names.positions.size();
  expect(std::isfinite(epsilon) && epsilon > 0, "epsilon is not a positive number");
  expect(is_epsilon(epsilon), "epsilon is too small or too large to be squared");
  expect(maps.force && maps.gradient, "f and the gradient of U are needed");
  const auto check = [](const std::string& name, const SmoothMap<Real>& map, detail::MapShape w) {
    check_shape(name, {map.inputs(), map.outputs()}, w);
  };
  if (maps.mass) check("M", *maps.mass, {1 + n, n * n});
  check("f", *maps.force, {1 + 2 * n, n});
  check("the gradient of U", *maps.gradient, {1 + n, n});
  return {names.independent,
          names.positions,
          names.velocities,
          epsilon,
          std::move(maps.mass),
          std::move(maps.force),
          std::move(maps.gradient)};
}

template <typename Real>
StiffProblem<Real> stiff_problem(const StiffNames& names,
                                 const StiffPrograms& programs,
                                 Real epsilon) {
  check_programs(names, programs);
  std::vector<std::size_t> all(names.positions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  StiffMaps<Real> maps;
  if (programs.mass != nullptr) maps.mass = std::make_shared<CompiledMap<Real>>(*programs.mass);
  maps.force = std::make_shared<CompiledMap<Real>>(programs.force);
  maps.gradient = std::make_shared<CompiledMap<Real>>(gradient_of(programs.potential, all));
  return stiff_problem<Real>(names, std::move(maps), epsilon);
}

template <typename Real>
HessenbergProblem<Real> constrained_limit(const StiffNames& names,
                                          const StiffPrograms& programs,
                                          const std::vector<std::size_t>& rows) {
  check_programs(names, programs);
  HessenbergNames all{names.positions, names.velocities, {}, names.independent};
  for (const std::size_t row : rows) {
    expect(row < names.positions.size(), "there is no position " + std::to_string(row));
    all.multipliers.push_back("lambda" + std::to_string(row + 1));
  }
  const Program unit = identity(names.positions.size());
  const Program constraints = gradient_of(programs.potential, rows);
  const Program& mass = programs.mass != nullptr ? *programs.mass : unit;
  return hessenberg_problem<Real>(all, MechanicalParts{mass, programs.force, constraints});
}

template StiffProblem<double> stiff_problem(const StiffNames&, StiffMaps<double>, double);
template StiffProblem<double> stiff_problem(const StiffNames&, const StiffPrograms&, double);
template HessenbergProblem<double> constrained_limit(const StiffNames&,
                                                     const StiffPrograms&,
                                                     const std::vector<std::size_t>&);
template StiffProblem<long double> stiff_problem(const StiffNames&,
                                                 StiffMaps<long double>,
                                                 long double);
template StiffProblem<long double> stiff_problem(const StiffNames&,
                                                 const StiffPrograms&,
                                                 long double);
template HessenbergProblem<long double> constrained_limit(const StiffNames&,
                                                          const StiffPrograms&,
                                                          const std::vector<std::size_t>&);

}  // namespace leafwise::integrator
