// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/mechanical_programs.hpp"

#include <string>

#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

using algebra::Role;
using algebra::Variable;
using Variables = std::vector<Variable>;

Variables MechanicalVariables::place() const {
  Variables all{time};
  all.insert(all.end(), positions.begin(), positions.end());
  return all;
}

Variables MechanicalVariables::motion() const {
  Variables all = place();
  all.insert(all.end(), velocities.begin(), velocities.end());
  return all;
}

MechanicalVariables mechanical_variables(const Model& model) {
  MechanicalVariables variables{{Role::independent, model.independent, 0}, {}, {}};
  for (const std::string& name : model.mechanics->coordinates) {
    variables.positions.push_back({Role::unknown, name, 0});
    variables.velocities.push_back({Role::unknown, name, 1});
  }
  return variables;
}

integrator::Program mass_program(const Model& model) {
  NumericProgram mass(mechanical_variables(model).place(), parameter_values(model));
  for (const auto& row : model.mechanics->mass) {
    for (const WrittenExpression& entry : row) mass.add_output(entry.expression);
  }
  return mass.program();
}

integrator::Program force_program(const Model& model) {
  NumericProgram force(mechanical_variables(model).motion(), parameter_values(model));
  for (const WrittenExpression& entry : model.mechanics->force) {
    force.add_output(entry.expression);
  }
  return force.program();
}

integrator::Program potential_program(const Model& model) {
  NumericProgram potential(mechanical_variables(model).place(), parameter_values(model));
  potential.add_output(model.mechanics->stiff->potential.expression);
  return potential.program();
}

}  // namespace leafwise::pipeline::detail
