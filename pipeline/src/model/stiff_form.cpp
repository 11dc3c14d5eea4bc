// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stiff_form.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "model/mechanical_programs.hpp"
#include "model/wanted_rows.hpp"

namespace leafwise::pipeline::detail {

namespace {

std::vector<std::string> names_of(const std::vector<algebra::Variable>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const algebra::Variable& variable : variables) names.push_back(to_string(variable));
  return names;
}

}  // namespace

Outcome<StiffForm> stiff_form(const Model& model) {
  if (!model.mechanics || !model.mechanics->stiff) {
    return Undefined{
        "this is not a stiff mechanical system: radau5_stiff needs a table [stiff] beside "
        "[mechanics]; other methods do not"};
  }
  if (!model.mechanics->constraints.empty()) {
    return Undefined{
        "radau5_stiff does not support constraints beside [stiff]: replace them by terms of the "
        "potential, or use radau5_index3 or a method on the leaf, which resolves the oscillations"};
  }
  const double epsilon = Constants(model).of(model.mechanics->stiff->epsilon);
  // Those of symbolic parameters, which --set brings, are known only here.
  if (!integrator::is_epsilon(epsilon)) {
    const std::size_t line = model.mechanics->stiff->epsilon.origin.line;
    throw InvalidInput(Mistake{fmt::format("epsilon is {:g}", epsilon),
                               "a positive epsilon in [stiff], between 1e-150 and 1e150",
                               std::nullopt,
                               FilePlace{model.file, line, 0, 1, ""}});
  }
  const MechanicalVariables variables = mechanical_variables(model);
  const integrator::Program mass = mass_program(model);
  const integrator::Program force = force_program(model);
  const integrator::Program potential = potential_program(model);
  StiffForm form;
  form.problem = integrator::stiff_problem<double>(
      {names_of(variables.positions), names_of(variables.velocities), model.independent},
      {&mass, force, potential},
      epsilon);
  form.table.coordinates = variables.motion();
  form.table.problem.coordinates = names_of(form.table.coordinates);
  form.table.problem.independent = 0;
  return form;
}

}  // namespace leafwise::pipeline::detail
