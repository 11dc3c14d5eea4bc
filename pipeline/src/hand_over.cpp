// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/hand_over.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "mechanical_terms.hpp"
#include "numeric_program.hpp"
#include "polynomial_tools.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;
using integrator::Velocity;

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

/// The linear block: what the rates of the coordinates are, and the rows that determine them.
struct Block {
  std::vector<Velocity> velocities;
  std::vector<Variable> unknowns;
  std::vector<Polynomial> rows;
};

bool is_over(const Polynomial& row, const std::set<Variable>& known) {
  const std::set<Variable> used = row.variables();
  return std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
    return variable.role == Role::parameter || known.contains(variable);
  });
}

Block block_of(const ExactLeaf& leaf) {
  Block block;
  block.unknowns = leaf.unknowns;
  block.rows = leaf.rows;
  std::map<Variable, std::size_t> coordinates;
  for (std::size_t j = 0; j < leaf.base.size(); ++j) coordinates.emplace(leaf.base[j], j);
  for (const Variable& variable : leaf.base) {
    if (variable == leaf.independent) {
      block.velocities.push_back({});
      continue;
    }
    const Variable rate = next_jet(variable);
    if (const auto found = coordinates.find(rate); found != coordinates.end()) {
      block.velocities.push_back(Velocity::coordinate(found->second));
      continue;
    }
    const auto found = std::find(block.unknowns.begin(), block.unknowns.end(), rate);
    block.velocities.push_back(
        Velocity::unknown(static_cast<std::size_t>(found - block.unknowns.begin())));
    if (found == block.unknowns.end()) block.unknowns.push_back(rate);
  }
  if (block.unknowns.size() == leaf.unknowns.size()) return block;
  std::set<Variable> known(leaf.base.begin(), leaf.base.end());
  known.insert(block.unknowns.begin(), block.unknowns.end());
  std::vector<Polynomial> more = leaf.definitions;
  for (const Polynomial& equation : leaf.equations) more.push_back(equation.total_derivative());
  for (const Polynomial& row : more) {
    const std::set<Variable> used = row.variables();
    const bool has_rate = std::any_of(block.unknowns.begin(), block.unknowns.end(), [&](const Variable& v) {
      return used.contains(v);
    });
    if (has_rate && is_over(row, known)) block.rows.push_back(row);
  }
  return block;
}

/// C = (b | A), row by row.
std::shared_ptr<const integrator::SmoothMap<double>> matrix_of(const Problem& problem,
                                                               const ExactLeaf& leaf,
                                                               const Block& block) {
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
  Block block = block_of(leaf);
  numeric.attached = block.unknowns;
  const auto rows = matrix_of(problem, leaf, block);
  numeric.problem.distribution = std::make_shared<const integrator::LinearBlockDistribution<double>>(
      rows, integrator::LinearBlockLayout{std::move(block.velocities), names_of(block.unknowns)});
  return numeric;
}

NumericLeaf hand_over_jets(const Problem& problem, const ExactLeaf& leaf) {
  ExactLeaf jets = leaf;
  const Block block = block_of(leaf);
  jets.base.insert(jets.base.end(), block.unknowns.begin(), block.unknowns.end());
  for (const Polynomial& row : block.rows) {
    jets.equations.push_back(row);
    jets.equation_names.push_back(to_string(row) + " = 0");
  }
  jets.dimension.reset();
  return manifold_of(problem, jets);
}

}  // namespace leafwise::pipeline
