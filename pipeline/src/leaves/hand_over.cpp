// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/hand_over.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leaves/kept_sums.hpp"
#include "leaves/linear_block.hpp"
#include "leaves/manifold_equations.hpp"
#include "leaves/mechanical_terms.hpp"
#include "leaves/shown_equations.hpp"
#include "model/numeric_program.hpp"
#include "model/polynomial_tools.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

std::vector<std::string> names_of(const std::vector<Variable>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const Variable& variable : variables) names.push_back(to_string(variable));
  return names;
}

std::optional<std::size_t> independent_of(const std::vector<Variable>& coordinates) {
  const auto found =
      std::find_if(coordinates.begin(), coordinates.end(), [](const Variable& variable) {
        return variable.role == Role::independent;
      });
  if (found == coordinates.end()) return std::nullopt;
  return static_cast<std::size_t>(found - coordinates.begin());
}

/// M, without a distribution.
NumericLeaf manifold_of(const Model& model, const Leaf& leaf) {
  NumericLeaf numeric;
  numeric.coordinates = leaf.equations.base.variables;
  numeric.problem.coordinates = names_of(numeric.coordinates);
  numeric.problem.independent = independent_of(numeric.coordinates);
  detail::NumericProgram program(numeric.coordinates, detail::parameter_values(model));
  detail::add_manifold(model, leaf, program, numeric);
  if (program.output_count() > 0) numeric.problem.equations = program.map();
  return numeric;
}

/// C = (b | A), row by row.
std::shared_ptr<const integrator::SmoothMap<double>> matrix_of(const Model& model,
                                                               const Leaf& leaf,
                                                               const detail::LinearBlock& block) {
  detail::NumericProgram program(leaf.equations.base.variables, detail::parameter_values(model));
  const std::set<Variable> unknowns(block.unknowns.begin(), block.unknowns.end());
  for (const Polynomial& row : block.rows) {
    program.add_output(detail::without(row, unknowns));
    for (const Variable& unknown : block.unknowns) program.add_output(row.derivative(unknown));
  }
  return program.map();
}

}  // namespace

std::optional<std::size_t> NumericLeaf::coordinate(const Variable& variable) const {
  const auto found = std::find(coordinates.begin(), coordinates.end(), variable);
  if (found == coordinates.end()) return std::nullopt;
  return static_cast<std::size_t>(found - coordinates.begin());
}

NumericLeaf hand_over(const Model& model, const Leaf& leaf) {
  const auto mechanical = detail::mechanical_distribution(model, leaf);
  if (!mechanical) return hand_over_rows(model, leaf);
  NumericLeaf numeric = manifold_of(model, leaf);
  numeric.problem.distribution = mechanical;
  for (const std::string& name : model.mechanics->coordinates) {
    numeric.attached.push_back({Role::unknown, name, 2});
  }
  const std::size_t multipliers = leaf.equations.constraints.size();
  for (const Variable& multiplier : algebra::Multipliers::variables(multipliers)) {
    numeric.attached.push_back(multiplier);
  }
  return numeric;
}

NumericLeaf hand_over_base(const Model& model, const Leaf& leaf) {
  return manifold_of(model, leaf);
}

NumericLeaf hand_over_rows(const Model& model, const Leaf& leaf) {
  NumericLeaf numeric = manifold_of(model, leaf);
  detail::LinearBlock block = detail::linear_block(model, leaf);
  detail::replace_by_kept_sums(block);
  numeric.attached = block.unknowns;
  const auto rows = matrix_of(model, leaf, block);
  numeric.problem.distribution =
      std::make_shared<const integrator::LinearBlockDistribution<double>>(
          rows,
          integrator::LinearBlockLayout{std::move(block.velocities), names_of(block.unknowns)});
  return numeric;
}

NumericLeaf hand_over_start(const Model& model, const Leaf& leaf, bool with_jets) {
  Relations jets = leaf.equations.base;
  const detail::ShownEquations words(model);
  Texts names;
  for (const Polynomial& equation : jets.equations) names.push_back(words.shown(equation));
  if (with_jets) {
    const detail::LinearBlock block = detail::linear_block(model, leaf);
    jets.variables.insert(jets.variables.end(), block.unknowns.begin(), block.unknowns.end());
    for (const Polynomial& row : block.rows) {
      jets.equations.push_back(row);
      names.push_back(to_string(row) + " = 0");
    }
  }
  NumericLeaf numeric;
  numeric.coordinates = jets.variables;
  numeric.problem.coordinates = names_of(jets.variables);
  numeric.problem.independent = independent_of(jets.variables);
  numeric.problem.equation_names = std::move(names);
  detail::NumericProgram program(jets.variables, detail::parameter_values(model));
  for (const Polynomial& equation : jets.equations) {
    program.add_output(equation);
    numeric.rows.push_back(algebra::to_expression(equation));
  }
  detail::add_definitions(model, program, numeric);
  if (program.output_count() > 0) numeric.problem.equations = program.map();
  numeric.problem.codimension = std::min(program.output_count(), jets.variables.size());
  return numeric;
}

}  // namespace leafwise::pipeline
