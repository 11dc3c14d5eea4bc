// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/mechanical_terms.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/mechanical_distribution.hpp"
#include "leaves/shown_equations.hpp"
#include "model/numeric_program.hpp"
#include "model/polynomial_tools.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Expression;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

Variable jet(const std::string& name, unsigned order) {
  return {Role::unknown, name, order};
}

/// Rates of auxiliary unknowns as polynomials in the base variables, by their definitions.
class Rates {
 public:
  Rates(const Model& model, const std::vector<Variable>& auxiliaries) {
    const std::vector<Polynomial> definitions = definitions_of(model);
    for (const Variable& auxiliary : auxiliaries) add(definitions, next_jet(auxiliary));
    for (std::size_t round = 0; round < rates_.size(); ++round) {
      for (auto& [rate, value] : rates_) value = substituted(value, rates_);
    }
  }

  /// Whether all are known by a point of the leaf: without each other, and without accelerations,
  /// which the rate of tanh(x') has.
  [[nodiscard]] bool are_known(const Leaf& leaf, const std::vector<Variable>& auxiliaries) const {
    const std::vector<Variable>& variables = leaf.equations.base.variables;
    const std::set<Variable> base(variables.begin(), variables.end());
    return rates_.size() == auxiliaries.size() &&
           std::all_of(rates_.begin(), rates_.end(), [&](const auto& entry) {
             const std::set<Variable> used = entry.second.variables();
             return std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
               return variable.role == Role::parameter || base.contains(variable);
             });
           });
  }
  [[nodiscard]] const Polynomial& of(const Variable& auxiliary) const {
    return rates_.at(next_jet(auxiliary));
  }
  [[nodiscard]] Polynomial in(const Polynomial& polynomial) const {
    return substituted(polynomial, rates_);
  }

 private:
  void add(const std::vector<Polynomial>& definitions, const Variable& rate) {
    for (const Polynomial& definition : definitions) {
      const Polynomial factor = definition.derivative(rate);
      if (factor.is_zero() || !factor.is_constant()) continue;
      Polynomial rest = definition - factor * Polynomial(rate);
      rest *= algebra::Rational(-1) / factor.constant_value();
      rates_.emplace(rate, std::move(rest));
      return;
    }
  }

  std::map<Variable, Polynomial> rates_;
};

/// The leaf's coordinates by what they mean; none if there are others.
std::optional<integrator::MechanicalLayout> layout_of(const Model& model,
                                                      const Leaf& leaf,
                                                      std::vector<Variable>& auxiliaries) {
  const std::vector<std::string>& names = model.mechanics->coordinates;
  integrator::MechanicalLayout layout;
  std::map<Variable, std::size_t> places;
  const std::vector<Variable>& base = leaf.equations.base.variables;
  for (std::size_t j = 0; j < base.size(); ++j) places.emplace(base[j], j);
  const auto take = [&](const Variable& variable, std::vector<std::size_t>& into) {
    const auto found = places.find(variable);
    if (found == places.end()) return false;
    into.push_back(found->second);
    places.erase(found);
    return true;
  };
  for (const std::string& name : names) {
    if (!take(jet(name, 0), layout.positions) || !take(jet(name, 1), layout.velocities)) {
      return std::nullopt;
    }
    layout.acceleration_names.push_back(algebra::jet_name(name, 2));
  }
  for (std::size_t j = 0; j < base.size(); ++j) {
    const Variable& variable = base[j];
    if (!places.contains(variable)) continue;
    if (variable.role == Role::independent) {
      layout.time = j;
    } else if (variable.order == 0) {
      layout.auxiliaries.push_back(j);
      auxiliaries.push_back(variable);
    } else {
      return std::nullopt;
    }
  }
  return layout;
}

/// Roots and quotients in forces and masses, like the length of a spring, have no polynomial rate:
/// they come last, with the derivatives of what they stand for.
/// @return false where constraints need them, or their rates need accelerations
bool set_functions_apart(const Model& model,
                         const Leaf& leaf,
                         integrator::MechanicalLayout& layout,
                         std::vector<Variable>& auxiliaries,
                         std::vector<Expression>& rates) {
  std::set<Variable> in_constraints;
  for (const Polynomial& constraint : leaf.equations.constraints) {
    in_constraints.merge(constraint.variables());
  }
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    const algebra::AuxiliaryKind kind = unknown.auxiliary.kind;
    if (kind != algebra::AuxiliaryKind::root && kind != algebra::AuxiliaryKind::reciprocal) {
      continue;
    }
    const auto found =
        std::find(auxiliaries.begin(), auxiliaries.end(), jet(unknown.auxiliary.name, 0));
    if (found == auxiliaries.end()) continue;
    const auto place = layout.auxiliaries.begin() + (found - auxiliaries.begin());
    const Expression rate = algebra::total_derivative(unknown.auxiliary.definition);
    const std::set<Variable> used = algebra::variables_of(rate);
    const bool is_known = std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
      const auto& base = leaf.equations.base.variables;
      return variable.role == Role::parameter ||
             std::find(base.begin(), base.end(), variable) != base.end();
    });
    if (!is_known || in_constraints.contains(*found)) return false;
    rates.push_back(rate);
    auxiliaries.erase(found);
    // The map's outputs stand in the order of the layout.
    std::rotate(place, place + 1, layout.auxiliaries.end());
  }
  return true;
}

/// Whether the relation restricts velocities in another way than a constraint does.
bool is_nonlinear_in_velocities(const Polynomial& relation, const Leaf& leaf) {
  const std::vector<Variable>& base = leaf.equations.base.variables;
  const auto is_velocity = [&](const Variable& variable) {
    return variable.order == 1 && std::find(base.begin(), base.end(), variable) != base.end();
  };
  for (const Variable& variable : relation.variables()) {
    if (!is_velocity(variable)) continue;
    const std::set<Variable> left = relation.derivative(variable).variables();
    if (std::any_of(left.begin(), left.end(), is_velocity)) return true;
  }
  return false;
}

/// Positions with nodes, as where a linkage lies flat: constraints lose rank there, but a velocity
/// says which way the motion goes on. It obeys relations that constraints do not imply; these are
/// of higher degree, since several ways meet. Their derivatives keep the rank.
/// @return what is known of velocities; empty where the constraints are enough
std::vector<Polynomial> velocity_relations(const Leaf& leaf) {
  std::vector<Polynomial> relations;
  bool has_nodes = false;
  for (const Polynomial& equation : leaf.equations.base.equations) {
    const std::set<Variable> used = equation.variables();
    if (std::none_of(used.begin(), used.end(), [](const Variable& v) { return v.order == 1; })) {
      continue;
    }
    relations.push_back(equation);
    has_nodes = has_nodes || is_nonlinear_in_velocities(equation, leaf);
  }
  if (!has_nodes) relations.clear();
  return relations;
}

}  // namespace

std::shared_ptr<const integrator::Distribution<double>> mechanical_distribution(const Model& model,
                                                                                const Leaf& leaf) {
  // A run starts at a real point: where it is regular, what is generic holds.
  const std::optional<int>& freedom = leaf.proofs.real.regular == Truth::no
                                          ? leaf.numbers.degrees_of_freedom
                                          : leaf.numbers.generic_degrees_of_freedom;
  const std::optional<int>& dimension = leaf.numbers.physical_dimension;
  if (!model.mechanics || !freedom || !dimension) return nullptr;
  if (*dimension != 1 + 2 * *freedom) return nullptr;
  std::vector<Variable> auxiliaries;
  std::optional<integrator::MechanicalLayout> layout = layout_of(model, leaf, auxiliaries);
  if (!layout) return nullptr;
  std::vector<Expression> function_rates;
  if (!set_functions_apart(model, leaf, *layout, auxiliaries, function_rates)) return nullptr;
  const Rates rates(model, auxiliaries);
  if (!rates.are_known(leaf, auxiliaries)) return nullptr;

  const std::vector<std::string>& names = model.mechanics->coordinates;
  const PolynomialMechanics& mechanics = *model.polynomial.mechanics;
  const std::vector<Polynomial> relations = velocity_relations(leaf);
  layout->constraints = leaf.equations.constraints.size() + relations.size();
  layout->constraint_rank = names.size() - static_cast<std::size_t>(*freedom);
  if (layout->constraint_rank > layout->constraints) return nullptr;
  NumericProgram terms(leaf.equations.base.variables, parameter_values(model));
  for (const std::vector<Polynomial>& row : mechanics.mass) {
    for (const Polynomial& entry : row) terms.add_output(entry);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    terms.add_output(mechanics.stiff_force.empty() ? mechanics.force[i]
                                                   : mechanics.force[i] + mechanics.stiff_force[i]);
  }
  std::map<Variable, Polynomial> no_accelerations;
  for (const std::string& name : names) no_accelerations[jet(name, 2)] = Polynomial();
  std::vector<Polynomial> gammas;
  for (const Polynomial& constraint : leaf.equations.constraints) {
    const Polynomial velocity = rates.in(constraint.total_derivative());
    for (const std::string& name : names) terms.add_output(velocity.derivative(jet(name, 1)));
    gammas.push_back(-rates.in(substituted(velocity.total_derivative(), no_accelerations)));
  }
  for (const Polynomial& relation : relations) {
    const Polynomial rate = rates.in(relation.total_derivative());
    for (const std::string& name : names) terms.add_output(rate.derivative(jet(name, 2)));
    gammas.push_back(-substituted(rate, no_accelerations));
  }
  for (const Polynomial& gamma : gammas) terms.add_output(gamma);
  for (const Variable& auxiliary : auxiliaries) terms.add_output(rates.of(auxiliary));
  for (const Expression& rate : function_rates) terms.add_output(rate);
  layout->multiplier_names = algebra::Multipliers::names(leaf.equations.constraints.size());
  return std::make_shared<const integrator::MechanicalDistribution<double>>(terms.map(),
                                                                            std::move(*layout));
}

}  // namespace leafwise::pipeline::detail
