// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/hessenberg_form.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/affine_solution.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "model/mechanical_programs.hpp"
#include "model/numeric_program.hpp"
#include "model/regular_mass.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Role;
using algebra::Variable;
using integrator::Expression;
using integrator::Program;
using integrator::ProgramBuilder;
using Variables = std::vector<Variable>;
using Expressions = std::vector<Expression>;

Variable jet(const std::string& name, unsigned order) {
  return {Role::unknown, name, order};
}

Variables joined(std::initializer_list<const Variables*> lists) {
  Variables all;
  for (const Variables* list : lists) all.insert(all.end(), list->begin(), list->end());
  return all;
}

std::vector<std::string> names_of(const Variables& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const Variable& variable : variables) names.push_back(to_string(variable));
  return names;
}

/// The roles of the unknowns.
struct Roles {
  Variables time;         ///< one
  Variables positions;    ///< u
  Variables velocities;   ///< v
  Variables multipliers;  ///< λ

  [[nodiscard]] integrator::HessenbergNames names() const {
    return {
        names_of(positions), names_of(velocities), names_of(multipliers), to_string(time.front())};
  }
};

Expressions inputs(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  Expressions result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

/// g, then g_u f + g_t, as a program of (t, u, v). @param rates null where u' = v
Program position_and_velocity(const Roles& roles,
                              const Program& constraints,
                              const Program* rates) {
  const std::size_t n = roles.positions.size();
  const std::size_t m = roles.velocities.size();
  ProgramBuilder builder(1 + n + m);
  const integrator::JacobianProgram derivative = integrator::differentiate(constraints);
  const Expressions values = builder.append(derivative.program, inputs(builder, 0, 1 + n));
  const Expressions f = rates == nullptr ? inputs(builder, 1 + n, m)
                                         : builder.append(*rates, inputs(builder, 0, 1 + n + m));
  const std::size_t l = roles.multipliers.size();
  Expressions outputs(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(l));
  outputs.resize(2 * l, builder.constant(0));
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    Expression& sum = outputs[l + derivative.rows[e]];
    const std::size_t column = derivative.columns[e];
    sum = sum + (column == 0 ? values[l + e] : values[l + e] * f[column - 1]);
  }
  return builder.build(outputs);
}

HessenbergForm form_of(const Roles& roles,
                       integrator::HessenbergProblem<double> problem,
                       const Program& constraints,
                       const Program* rates) {
  HessenbergForm form;
  form.problem = std::move(problem);
  form.constrained.coordinates = joined({&roles.time, &roles.positions, &roles.velocities});
  form.constrained.attached = roles.multipliers;
  integrator::ManifoldProblem<double>& manifold = form.constrained.problem;
  manifold.coordinates = names_of(form.constrained.coordinates);
  manifold.independent = 0;
  manifold.equations = std::make_shared<integrator::CompiledMap<double>>(
      position_and_velocity(roles, constraints, rates));
  manifold.codimension = 2 * roles.multipliers.size();
  for (const char* kind : {"constraint ", "rate of constraint "}) {
    for (std::size_t i = 1; i <= roles.multipliers.size(); ++i) {
      manifold.equation_names.push_back(kind + std::to_string(i));
    }
  }
  form.table.coordinates =
      joined({&roles.time, &roles.positions, &roles.velocities, &roles.multipliers});
  form.table.problem.coordinates = names_of(form.table.coordinates);
  form.table.problem.independent = 0;
  return form;
}

/// F − ∇U/ε²
Program with_potential(const Model& model, std::size_t n) {
  const algebra::Expression& epsilon = model.mechanics->stiff->epsilon.expression;
  const MechanicalVariables variables = mechanical_variables(model);
  NumericProgram scaled(variables.place(), parameter_values(model));
  scaled.add_output(model.mechanics->stiff->potential.expression / (epsilon * epsilon));
  const integrator::JacobianProgram derivative = integrator::differentiate(scaled.program());
  ProgramBuilder builder(1 + 2 * n);
  Expressions sums = builder.append(force_program(model), inputs(builder, 0, 1 + 2 * n));
  const Expressions values = builder.append(derivative.program, inputs(builder, 0, 1 + n));
  for (std::size_t e = 0; e < derivative.columns.size(); ++e) {
    const std::size_t column = derivative.columns[e];
    if (column > 0) sums[column - 1] = sums[column - 1] - values[1 + e];
  }
  return builder.build(sums);
}

Outcome<HessenbergForm> mechanical_form(const Model& model,
                                        const std::set<std::size_t>& set_aside,
                                        const StartNumbers& start,
                                        Roles roles) {
  const Mechanics& mechanics = *model.mechanics;
  if (mechanics.constraints.empty()) return Undefined{"there is no constraint"};
  const MechanicalVariables variables = mechanical_variables(model);
  roles.positions = variables.positions;
  roles.velocities = variables.velocities;
  NumericProgram constraints(variables.place(), parameter_values(model));
  for (std::size_t k = 0; k < mechanics.constraints.size(); ++k) {
    if (set_aside.contains(k)) continue;
    roles.multipliers.push_back(algebra::Multipliers::variable(k));
    constraints.add_output(mechanics.constraints[k].expression);
  }
  if (roles.multipliers.size() > mechanics.coordinates.size()) {
    return Undefined{"there are more constraints than coordinates"};
  }
  const Program g = constraints.program();
  const MassAndForce parts = regular_mass(
      {mass_program(model),
       mechanics.stiff ? with_potential(model, roles.positions.size()) : force_program(model)},
      g,
      starting_values(start, variables.place()).values);
  const integrator::MechanicalParts all{parts.mass, parts.force, g};
  return form_of(roles, integrator::hessenberg_problem<double>(roles.names(), all), g, nullptr);
}

/// The equations of a file, sorted by what they contain.
struct Sorted {
  unsigned order = 0;      ///< of all unknowns with derivatives
  Variables differential;  ///< order 0
  std::vector<const WrittenEquation*> dynamic;
  std::vector<const WrittenEquation*> constraints;
};

/// The highest derivative of each unknown.
std::map<std::string, unsigned> highest_orders(const Model& model) {
  std::map<std::string, unsigned> orders;
  for (const std::string& name : model.unknowns) orders[name] = 0;
  for (const WrittenEquation& equation : model.equations) {
    for (const Variable& variable : algebra::variables_of(equation.residual)) {
      if (variable.role != Role::unknown) continue;
      orders[variable.name] = std::max(orders[variable.name], variable.order);
    }
  }
  return orders;
}

/// Empty, or what is wrong.
std::string miscount(const Sorted& sorted, std::size_t multipliers) {
  if (sorted.dynamic.size() != sorted.differential.size()) {
    return "there are " + std::to_string(sorted.dynamic.size()) + " equations of motion for " +
           std::to_string(sorted.differential.size()) + " unknowns with derivatives";
  }
  if (sorted.constraints.size() != multipliers || sorted.constraints.empty()) {
    return "there are " + std::to_string(sorted.constraints.size()) +
           " constraints on positions for " + std::to_string(multipliers) + " multipliers";
  }
  return {};
}

Outcome<Sorted> sort_equations(const Model& model, Roles& roles) {
  std::map<std::string, unsigned> orders = highest_orders(model);
  Sorted sorted;
  for (const std::string& name : model.unknowns) {
    const unsigned order = orders[name];
    if (order == 0) {
      roles.multipliers.push_back(jet(name, 0));
      continue;
    }
    if (sorted.order != 0 && order != sorted.order) {
      return Undefined{"unknowns with derivatives have different orders"};
    }
    sorted.order = order;
    sorted.differential.push_back(jet(name, 0));
  }
  if (sorted.order != 1 && sorted.order != 2) return Undefined{"it is not of order 1 or 2"};
  for (const WrittenEquation& equation : model.equations) {
    const std::set<Variable> used = algebra::variables_of(equation.residual);
    const bool is_dynamic = std::any_of(used.begin(), used.end(), [&](const Variable& variable) {
      return variable.role == Role::unknown && variable.order == sorted.order;
    });
    const bool is_position = std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
      return variable.role != Role::unknown ||
             (variable.order == 0 && orders[variable.name] == sorted.order);
    });
    if (!is_dynamic && !is_position) {
      return Undefined{"'" + equation.text + "' is neither a motion nor a relation of positions"};
    }
    (is_dynamic ? sorted.dynamic : sorted.constraints).push_back(&equation);
  }
  const std::string mistake = miscount(sorted, roles.multipliers.size());
  if (!mistake.empty()) return Undefined{mistake};
  return sorted;
}

/// The outputs of a program whose inputs come in another order.
Program rearranged(const Program& program,
                   const Variables& from,
                   const Variables& to,
                   const std::vector<std::size_t>& outputs) {
  ProgramBuilder builder(to.size());
  Expressions arguments;
  for (const Variable& variable : from) {
    const auto place = std::find(to.begin(), to.end(), variable);
    // What is not among the new inputs is not used either.
    arguments.push_back(place == to.end()
                            ? builder.constant(0)
                            : builder.input(static_cast<std::size_t>(place - to.begin())));
  }
  const Expressions values = builder.append(program, arguments);
  Expressions chosen;
  for (const std::size_t i : outputs) chosen.push_back(values[i]);
  return builder.build(chosen);
}

Program constraint_program(const Model& model, const Roles& roles, const Sorted& sorted) {
  NumericProgram program(joined({&roles.time, &roles.positions}), parameter_values(model));
  for (const WrittenEquation* equation : sorted.constraints) program.add_output(equation->residual);
  return program.program();
}

/// First order: positions are what moves without multipliers.
Outcome<HessenbergForm> first_order_form(const Model& model,
                                         Roles roles,
                                         const Sorted& sorted,
                                         const Program& rates,
                                         const Variables& state) {
  const std::vector<bool> is_pushed =
      integrator::dependencies(rates, 1 + sorted.differential.size(), roles.multipliers.size());
  std::vector<std::size_t> free_rates;
  std::vector<std::size_t> pushed_rates;
  for (std::size_t i = 0; i < sorted.differential.size(); ++i) {
    (is_pushed[i] ? pushed_rates : free_rates).push_back(i);
    (is_pushed[i] ? roles.velocities : roles.positions).push_back(sorted.differential[i]);
  }
  for (const WrittenEquation* equation : sorted.constraints) {
    for (const Variable& variable : algebra::variables_of(equation->residual)) {
      const auto& velocities = roles.velocities;
      if (std::find(velocities.begin(), velocities.end(), variable) == velocities.end()) continue;
      return Undefined{"'" + equation->text + "' contains " + to_string(variable) +
                       ", whose rate contains a multiplier: that is index 2"};
    }
  }
  if (std::min(roles.positions.size(), roles.velocities.size()) < roles.multipliers.size()) {
    return Undefined{"there are more constraints than positions or velocities"};
  }
  const Variables motion = joined({&roles.time, &roles.positions, &roles.velocities});
  const Variables all = joined({&motion, &roles.multipliers});
  const Program f = rearranged(rates, state, motion, free_rates);
  const Program k = rearranged(rates, state, all, pushed_rates);
  const Program g = constraint_program(model, roles, sorted);
  return form_of(roles, integrator::hessenberg_problem<double>(roles.names(), {&f, &k, &g}), g, &f);
}

Outcome<HessenbergForm> equation_form(const Model& model, Roles roles) {
  const Outcome<Sorted> outcome = sort_equations(model, roles);
  if (!outcome) return Undefined{outcome.reason()};
  const Sorted& sorted = outcome.value();
  Variables first;
  Variables top;
  for (const Variable& variable : sorted.differential) {
    first.push_back(jet(variable.name, 1));
    top.push_back(jet(variable.name, sorted.order));
  }
  const bool is_second = sorted.order == 2;
  const Variables state =
      is_second ? joined({&roles.time, &sorted.differential, &first, &roles.multipliers})
                : joined({&roles.time, &sorted.differential, &roles.multipliers});
  NumericProgram equations(joined({&state, &top}), parameter_values(model));
  for (const WrittenEquation* equation : sorted.dynamic) equations.add_output(equation->residual);
  const std::optional<Program> rates = integrator::affine_solution(equations.program(), top.size());
  if (!rates) {
    return Undefined{"the equations of motion do not determine the highest derivatives linearly"};
  }
  if (!is_second) return first_order_form(model, std::move(roles), sorted, *rates, state);
  roles.positions = sorted.differential;
  roles.velocities = first;
  if (roles.multipliers.size() > roles.positions.size()) {
    return Undefined{"there are more constraints than positions"};
  }
  const Program g = constraint_program(model, roles, sorted);
  return form_of(roles,
                 integrator::hessenberg_problem<double>(roles.names(), {nullptr, &*rates, &g}),
                 g,
                 nullptr);
}

}  // namespace

Outcome<HessenbergForm> hessenberg_form(const Model& model,
                                        const std::set<std::size_t>& set_aside,
                                        const StartNumbers& start) {
  Roles roles;
  roles.time = {{Role::independent, model.independent, 0}};
  Outcome<HessenbergForm> form = model.mechanics ? mechanical_form(model, set_aside, start, roles)
                                                 : equation_form(model, roles);
  if (form.is_undefined()) {
    return Undefined{"this is not an index-3 system in Hessenberg form: " + form.reason()};
  }
  return form;
}

}  // namespace leafwise::pipeline::detail
