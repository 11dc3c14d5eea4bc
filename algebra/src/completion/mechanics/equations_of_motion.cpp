// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/mechanics/equations_of_motion.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "completion/rows/auxiliary_rates.hpp"
#include "completion/rows/independent_rows.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"
#include "leafwise/algebra/motion.hpp"

namespace leafwise::algebra::detail {

namespace {

std::string unused_name(const std::string& stem, const std::vector<std::string>& taken) {
  std::string name = stem;
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += "_";
  return name;
}

/// Constraints by their primitive forms; of equal ones the first.
std::map<Polynomial, std::string> sources_of_constraints(const DifferentialSystem& given) {
  std::map<Polynomial, std::string> sources;
  for (const SourcedEquation& constraint : given.mechanics->constraints) {
    sources.try_emplace(constraint.polynomial.primitive(), constraint.source);
  }
  return sources;
}

/// The coordinates less the rank of what constrains their velocities.
int degrees_of_freedom(const PolynomialMatrix& velocities,
                       std::size_t coordinates,
                       const Ideal& positions,
                       const Limits& limits) {
  const Limits shortly = limits.spend(&Effort::motion);
  const auto rest = [&](std::size_t rank) {
    return static_cast<int>(coordinates) - static_cast<int>(rank);
  };
  if (are_independent_at_a_point(positions, velocities, shortly)) return rest(velocities.size());
  IndependentRows rows(positions, shortly);
  for (const std::vector<Polynomial>& row : velocities) {
    if (!rows.add(row)) break;
  }
  return rest(rows.rank());
}

/// By Gauss: all pivots are positive. @pre symmetric
bool is_positive_definite(const std::vector<std::vector<Polynomial>>& mass) {
  std::vector<std::vector<Rational>> rows;
  for (const auto& row : mass) {
    std::vector<Rational> values;
    for (const Polynomial& entry : row) {
      if (!entry.is_constant()) return false;
      values.push_back(entry.is_zero() ? Rational(0) : entry.constant_value());
    }
    rows.push_back(std::move(values));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!(rows[i][i] > Rational(0))) return false;
    for (std::size_t k = i + 1; k < rows.size(); ++k) {
      const Rational factor = rows[k][i] / rows[i][i];
      for (std::size_t j = i; j < rows.size(); ++j) rows[k][j] -= factor * rows[i][j];
    }
  }
  return true;
}

/// Whether G has full rank everywhere on V(P), over ℂ.
bool has_full_rank(const PolynomialMatrix& velocities,
                   const Ideal& positions,
                   const Limits& limits) {
  const Limits shortly = limits.spend(&Effort::motion);
  const Outcome<bool> independent = are_rows_independent(positions, velocities, shortly);
  return independent && independent.value();
}

/// Auxiliaries that relations without their rates determine: roots and quotients.
std::set<std::string> functions_of_state(const DifferentialSystem& system) {
  std::set<std::string> functions(system.unknowns.begin(), system.unknowns.end());
  for (const std::string& name : system.mechanics->coordinates) functions.erase(name);
  for (const SourcedEquation& equation : system.equations) {
    for (const auto& [unknown, order] : orders_of(equation.polynomial)) {
      if (order > 0) functions.erase(unknown);
    }
  }
  return functions;
}

}  // namespace

std::set<Polynomial> velocity_relations(const DifferentialSystem& system) {
  const auto& coordinates = system.mechanics->coordinates;
  const std::set<std::string> functions = functions_of_state(system);
  std::set<Polynomial> relations;
  std::set<Variable> by_velocities;
  for (bool grows = true; grows;) {
    grows = false;
    for (const SourcedEquation& equation : system.equations) {
      if (relations.contains(equation.polynomial)) continue;
      const std::set<Variable> used = equation.polynomial.variables();
      const bool has_rates = std::any_of(used.begin(), used.end(), [&](const Variable& v) {
        const bool is_coordinate =
            std::find(coordinates.begin(), coordinates.end(), v.name) != coordinates.end();
        return v.order > (is_coordinate ? 1U : 0U);
      });
      const bool by_velocity = std::any_of(used.begin(), used.end(), [&](const Variable& v) {
        return v.order == 1 || by_velocities.contains(v);
      });
      if (has_rates || !by_velocity) continue;
      relations.insert(equation.polynomial);
      for (const Variable& v : used) {
        if (functions.contains(v.name)) by_velocities.insert(v);
      }
      grows = true;
    }
  }
  return relations;
}

std::vector<Variable> position_variables(const DifferentialSystem& system) {
  std::vector<Variable> variables{system.independent};
  for (const std::string& unknown : system.unknowns) {
    variables.push_back({Role::unknown, unknown, 0});
  }
  std::set<Variable> parameters;
  const auto look = [&](const Polynomial& polynomial) {
    for (const Variable& variable : polynomial.variables()) {
      if (variable.role == Role::parameter) parameters.insert(variable);
    }
  };
  for (const SourcedEquation& equation : system.equations) look(equation.polynomial);
  const MechanicalSystem& mechanics = *system.mechanics;
  for (const SourcedEquation& constraint : mechanics.constraints) look(constraint.polynomial);
  for (const Polynomial& force : mechanics.force) look(force);
  for (const auto& row : mechanics.mass) {
    for (const Polynomial& entry : row) look(entry);
  }
  variables.insert(variables.end(), parameters.begin(), parameters.end());
  return variables;
}

PolynomialMatrix write_equations(const DifferentialSystem& given,
                                 const std::vector<Polynomial>& generators,
                                 PositionComponent& component) {
  const MechanicalSystem& mechanics = *given.mechanics;
  DifferentialSystem& system = component.system;
  system.independent = given.independent;
  system.unknowns = given.unknowns;
  system.inequations = given.inequations;
  system.orders = given.orders;
  std::vector<Polynomial> relations;
  relations.reserve(given.equations.size());
  for (const SourcedEquation& equation : given.equations) relations.push_back(equation.polynomial);
  system.functions_of_state = functions_of_state(given);
  const AuxiliaryRates rates(given, relations);
  std::vector<Polynomial> velocity_constraints;
  for (const Polynomial& constraint : component.constraints) {
    velocity_constraints.push_back(rates.without_auxiliaries(constraint.total_derivative()));
    const std::string stem = Multipliers::name(component.multipliers.size());
    component.multipliers.push_back({Role::unknown, unused_name(stem, system.unknowns), 0});
    system.unknowns.push_back(component.multipliers.back().name);
  }
  PolynomialMatrix velocities = velocity_matrix(velocity_constraints, mechanics.coordinates);
  std::vector<Polynomial> motion =
      equations_of_motion(mechanics, velocities, component.multipliers);
  for (std::size_t i = 0; i < motion.size(); ++i) {
    system.equations.push_back(
        {std::move(motion[i]), "equation of motion of " + mechanics.coordinates[i]});
  }
  const std::map<Polynomial, std::string> sources = sources_of_constraints(given);
  for (const Polynomial& generator : generators) {
    const auto constraint = sources.find(generator.primitive());
    system.equations.push_back(
        {generator, constraint == sources.end() ? "its positions" : constraint->second});
  }
  const std::set<Polynomial> later = velocity_relations(given);
  for (const SourcedEquation& equation : given.equations) {
    const bool is_later = later.contains(equation.polynomial);
    if (is_later) component.velocity_functions.push_back(equation.polynomial);
    if (is_later || has_derivatives(equation.polynomial)) system.equations.push_back(equation);
  }
  return velocities;
}

void look_at_velocities(const MechanicalSystem& mechanics,
                        const PolynomialMatrix& velocities,
                        PositionComponent& component,
                        const Limits& limits) {
  const Ideal& positions = component.positions.ideal;
  component.degrees_of_freedom =
      degrees_of_freedom(velocities, mechanics.coordinates.size(), positions, limits);
  component.has_positive_mass = is_positive_definite(mechanics.mass);
  component.regular_over_reals =
      component.has_positive_mass && has_full_rank(velocities, positions, limits);
}

DifferentialSystem plain_mechanics(const DifferentialSystem& system, const Leaf& leaf) {
  // The component itself: its constraints alone may be those of others, too.
  std::vector<Polynomial> generators;
  for (const Polynomial& generator : leaf.base.generators()) {
    if (!has_derivatives(generator)) generators.push_back(generator);
  }
  for (const SourcedEquation& equation : system.equations) {
    if (!has_derivatives(equation.polynomial)) generators.push_back(equation.polynomial);
  }
  const Ideal positions(position_variables(system), generators, leaf.base.engine());
  PositionComponent component{PrimeComponent{positions}};
  component.constraints = leaf.constraints;
  write_equations(system, generators, component);
  return component.system;
}

bool are_enough(const DifferentialSystem& system,
                const Ideal& positions,
                const std::vector<Polynomial>& relations,
                const Limits& limits) {
  const AuxiliaryRates rates(system, relations);
  std::vector<Polynomial> velocities;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    velocities.push_back(rates.without_auxiliaries(constraint.polynomial.total_derivative()));
  }
  return has_full_rank(
      velocity_matrix(velocities, system.mechanics->coordinates), positions, limits);
}

}  // namespace leafwise::algebra::detail
