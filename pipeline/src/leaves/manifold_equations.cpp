// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/manifold_equations.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leaves/shown_equations.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

Variable variable_of(const AuxiliaryUnknown& unknown) {
  return {Role::unknown, unknown.auxiliary.name, 0};
}

bool is_algebraic(const AuxiliaryUnknown& unknown) {
  return unknown.auxiliary.kind == algebra::AuxiliaryKind::root ||
         unknown.auxiliary.kind == algebra::AuxiliaryKind::reciprocal;
}

/// Whether the coordinates say what it stands for.
bool can_be_bound(const AuxiliaryUnknown& unknown, const NumericLeaf& leaf) {
  if (unknown.only_in_invariants || !leaf.coordinate(variable_of(unknown))) return false;
  const std::set<Variable> used = algebra::variables_of(unknown.auxiliary.definition);
  return std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
    return variable.role == Role::parameter || leaf.coordinate(variable).has_value();
  });
}

/// Those that differential equations define; all of them or none.
std::vector<const AuxiliaryUnknown*> bound_ones(const Model& model, const NumericLeaf& leaf) {
  std::vector<const AuxiliaryUnknown*> bound;
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants || is_algebraic(unknown)) continue;
    if (!can_be_bound(unknown, leaf)) return {};
    bound.push_back(&unknown);
  }
  return bound;
}

/// s² + c² = 1 says nothing beside s = sin(u), c = cos(u).
std::set<Polynomial> relations_among(const Model& model,
                                     const std::vector<const AuxiliaryUnknown*>& bound) {
  std::set<Variable> names;
  for (const AuxiliaryUnknown* unknown : bound) names.insert(variable_of(*unknown));
  std::set<Polynomial> relations;
  for (const PolynomialEquation& equation : model.polynomial.equations) {
    if (equation.source != PolynomialEquation::Source::auxiliary) continue;
    const std::set<Variable> used = equation.polynomial.variables();
    if (std::includes(names.begin(), names.end(), used.begin(), used.end())) {
      relations.insert(equation.polynomial.primitive());
    }
  }
  return relations;
}

/// w − definition
algebra::Expression difference_of(const AuxiliaryUnknown& unknown) {
  return algebra::Expression::variable(variable_of(unknown)) - unknown.auxiliary.definition;
}

void bind(const AuxiliaryUnknown& unknown, NumericProgram& program, NumericLeaf& leaf) {
  program.add_output(difference_of(unknown));
  leaf.problem.equation_names.push_back(unknown.auxiliary.name + " = " +
                                        to_string(unknown.auxiliary.original));
}

/// Of many equations those that are affine come first: the integrator remembers what it has made of
/// leading rows that do not change.
std::vector<std::size_t> in_order(const std::vector<Polynomial>& equations) {
  constexpr std::size_t many = 32;
  std::vector<std::size_t> order(equations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (equations.size() < many) return order;
  std::stable_partition(
      order.begin(), order.end(), [&](std::size_t i) { return equations[i].degree() <= 1; });
  return order;
}

}  // namespace

void add_manifold(const Model& model,
                  const Leaf& exact,
                  NumericProgram& program,
                  NumericLeaf& leaf) {
  const LeafNumbers& numbers = exact.numbers;
  const bool counts = numbers.dimension && numbers.physical_dimension && *numbers.dimension > 0;
  const auto bound = counts ? bound_ones(model, leaf) : std::vector<const AuxiliaryUnknown*>();
  const std::set<Polynomial> implied = relations_among(model, bound);
  const ShownEquations words(model);
  const std::vector<Polynomial>& equations = exact.equations.base.equations;
  for (const std::size_t i : in_order(equations)) {
    if (implied.contains(equations[i].primitive())) continue;
    program.add_output(equations[i]);
    leaf.problem.equation_names.push_back(words.shown(equations[i]));
  }
  for (const AuxiliaryUnknown* unknown : bound) bind(*unknown, program, leaf);
  // Of a leaf that is not finished the dimension may be open: its equations are then taken to be
  // independent.
  const int dimension =
      bound.empty() ? numbers.dimension.value_or(-1) : *numbers.physical_dimension;
  const std::size_t codimension =
      dimension > 0 ? exact.equations.base.variables.size() - static_cast<std::size_t>(dimension)
                    : program.output_count();
  leaf.problem.codimension = std::min(codimension, program.output_count());
}

void add_definitions(const Model& model, NumericProgram& program, NumericLeaf& leaf) {
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (!can_be_bound(unknown, leaf)) continue;
    bind(unknown, program, leaf);
    leaf.rows.push_back(difference_of(unknown));
  }
}

}  // namespace leafwise::pipeline::detail
