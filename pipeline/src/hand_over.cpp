// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/hand_over.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "linear_block.hpp"
#include "mechanical_terms.hpp"
#include "numeric_program.hpp"
#include "polynomial_tools.hpp"

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

/// M, without a distribution.
NumericLeaf manifold_of(const Problem& problem, const ExactLeaf& leaf) {
  NumericLeaf numeric;
  numeric.coordinates = leaf.base;
  numeric.problem.coordinates = names_of(leaf.base);
  numeric.problem.independent = numeric.coordinate(leaf.independent);
  numeric.problem.equation_names = leaf.equation_names;
  if (leaf.equations.empty()) return numeric;
  detail::NumericProgram program(leaf.base, detail::parameter_values(problem));
  for (const Polynomial& equation : leaf.equations) program.add_output(equation);
  numeric.problem.equations = program.map();
  // Of a leaf that is not finished the dimension may be open: its equations are then taken to be
  // independent.
  const std::size_t codimension =
      leaf.dimension ? leaf.base.size() - static_cast<std::size_t>(std::max(*leaf.dimension, 1))
                     : leaf.equations.size();
  numeric.problem.codimension = std::min(codimension, leaf.equations.size());
  return numeric;
}

/// C = (b | A), row by row.
std::shared_ptr<const integrator::SmoothMap<double>> matrix_of(const Problem& problem,
                                                               const ExactLeaf& leaf,
                                                               const detail::LinearBlock& block) {
  detail::NumericProgram program(leaf.base, detail::parameter_values(problem));
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

NumericLeaf hand_over(const Problem& problem, const ExactLeaf& leaf) {
  const auto mechanical = detail::mechanical_distribution(problem, leaf);
  if (!mechanical) return hand_over_rows(problem, leaf);
  NumericLeaf numeric = manifold_of(problem, leaf);
  numeric.problem.distribution = mechanical;
  for (const std::string& name : problem.mechanics->coordinates) {
    numeric.attached.push_back({Role::unknown, name, 2});
  }
  for (std::size_t k = 1; k <= leaf.constraints.size(); ++k) {
    numeric.attached.push_back({Role::unknown, "lambda" + std::to_string(k), 0});
  }
  return numeric;
}

NumericLeaf hand_over_base(const Problem& problem, const ExactLeaf& leaf) {
  return manifold_of(problem, leaf);
}

NumericLeaf hand_over_rows(const Problem& problem, const ExactLeaf& leaf) {
  NumericLeaf numeric = manifold_of(problem, leaf);
  detail::LinearBlock block = detail::linear_block(leaf);
  numeric.attached = block.unknowns;
  const auto rows = matrix_of(problem, leaf, block);
  numeric.problem.distribution = std::make_shared<const integrator::LinearBlockDistribution<double>>(
      rows, integrator::LinearBlockLayout{std::move(block.velocities), names_of(block.unknowns)});
  return numeric;
}

NumericLeaf hand_over_start(const Problem& problem, const ExactLeaf& leaf, bool with_jets) {
  ExactLeaf jets = leaf;
  if (with_jets) {
    const detail::LinearBlock block = detail::linear_block(leaf);
    jets.base.insert(jets.base.end(), block.unknowns.begin(), block.unknowns.end());
    for (const Polynomial& row : block.rows) {
      jets.equations.push_back(row);
      jets.equation_names.push_back(to_string(row) + " = 0");
    }
  }
  NumericLeaf numeric;
  numeric.coordinates = jets.base;
  numeric.problem.coordinates = names_of(jets.base);
  numeric.problem.independent = numeric.coordinate(leaf.independent);
  numeric.problem.equation_names = jets.equation_names;
  detail::NumericProgram program(jets.base, detail::parameter_values(problem));
  for (const Polynomial& equation : jets.equations) program.add_output(equation);
  for (const AuxiliaryUnknown& unknown : problem.polynomial.auxiliaries) {
    const Variable variable{Role::unknown, unknown.auxiliary.name, 0};
    if (unknown.only_in_invariants || !numeric.coordinate(variable)) continue;
    const std::set<Variable> used = algebra::variables_of(unknown.auxiliary.definition);
    const bool is_known = std::all_of(used.begin(), used.end(), [&](const Variable& v) {
      return v.role == Role::parameter || numeric.coordinate(v).has_value();
    });
    if (!is_known) continue;
    program.add_output(algebra::Expression::variable(variable) - unknown.auxiliary.definition);
    numeric.problem.equation_names.push_back(variable.name + " = " +
                                             to_string(unknown.auxiliary.original));
  }
  if (program.output_count() > 0) numeric.problem.equations = program.map();
  numeric.problem.codimension = std::min(program.output_count(), jets.base.size());
  return numeric;
}

}  // namespace leafwise::pipeline
