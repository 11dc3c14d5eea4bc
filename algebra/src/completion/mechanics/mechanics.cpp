// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/mechanics/mechanics.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "completion/bases/redundancy.hpp"
#include "completion/mechanics/equations_of_motion.hpp"
#include "completion/rows/auxiliary_rates.hpp"
#include "decomposition/race/side_by_side.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Without the generators that the auxiliaries satisfy by themselves. What speaks of coordinates
/// alone is none of these: definitions leave coordinates free. Of the rest, one that takes long is
/// kept: it is a consequence of the positions, only maybe not a needed one.
std::vector<Polynomial> true_constraints(const std::vector<Polynomial>& generators,
                                         const std::vector<std::string>& coordinates,
                                         const Ideal& relations,
                                         const Limits& limits) {
  const Limits shortly = limits.spend(&Effort::lemma);
  const auto is_coordinate = [&](const Variable& variable) {
    return variable.role != Role::unknown ||
           std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
  };
  std::vector<Polynomial> result;
  for (const Polynomial& generator : generators) {
    const std::set<Variable> used = generator.variables();
    if (!std::all_of(used.begin(), used.end(), is_coordinate)) {
      const Outcome<bool> known = relations.contains(generator, shortly);
      if (known && known.value()) continue;
    }
    result.push_back(generator);
  }
  return result;
}

/// Relations of auxiliaries among the positions: those that constraints need, directly or through
/// others, and those that only forces and masses do.
struct Relations {
  std::vector<Polynomial> needed;
  std::vector<Polynomial> others;
};

/// Unknowns of the relations that are no coordinates and have no rates: roots and reciprocals.
std::set<Variable> functions_in(const std::vector<Polynomial>& relations,
                                const DifferentialSystem& system) {
  const auto& coordinates = system.mechanics->coordinates;
  std::set<Variable> with_rates;
  for (const SourcedEquation& equation : system.equations) {
    for (const Variable& variable : equation.polynomial.variables()) {
      if (variable.order == 1) with_rates.insert({variable.role, variable.name, 0});
    }
  }
  std::set<Variable> functions;
  for (const Polynomial& relation : relations) {
    for (const Variable& variable : relation.variables()) {
      const bool is_coordinate =
          std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
      const bool is_function =
          variable.role == Role::unknown && !is_coordinate && !with_rates.contains(variable);
      if (is_function) functions.insert(variable);
    }
  }
  return functions;
}

/// A relation that defines a function which nothing else uses is not needed, even if it shares
/// variables with the constraints: the length of a spring beside the angles of a mechanism.
void set_aside_unused_functions(const DifferentialSystem& system, Relations& relations) {
  const std::set<Variable> functions = functions_in(relations.needed, system);
  std::map<Variable, int> uses;
  const auto count = [&](const Polynomial& polynomial, int change) {
    for (const Variable& variable : polynomial.variables()) uses[variable] += change;
  };
  for (const auto& constraint : system.mechanics->constraints) count(constraint.polynomial, 1);
  for (const Polynomial& relation : relations.needed) count(relation, 1);
  const auto is_idle = [&](const Polynomial& relation) {
    const std::set<Variable> own = relation.variables();
    return std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
      return functions.contains(variable) && uses.at(variable) == 1;
    });
  };
  while (true) {
    const auto idle = std::find_if(relations.needed.begin(), relations.needed.end(), is_idle);
    if (idle == relations.needed.end()) return;
    count(*idle, -1);
    relations.others.push_back(std::move(*idle));
    relations.needed.erase(idle);
  }
}

Relations relations_of(const DifferentialSystem& system) {
  std::set<Variable> used;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    used.merge(constraint.polynomial.variables());
  }
  Relations relations;
  const std::set<Polynomial> later = velocity_relations(system);
  for (const SourcedEquation& equation : system.equations) {
    const Polynomial& relation = equation.polynomial;
    if (!has_derivatives(relation)) relations.others.push_back(relation);
  }
  std::erase_if(used, [&](const Variable& variable) {
    const auto& coordinates = system.mechanics->coordinates;
    return variable.role != Role::unknown ||
           std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
  });
  bool grows = true;
  while (grows) {
    grows = false;
    for (std::size_t i = 0; i < relations.others.size(); ++i) {
      const std::set<Variable> own = relations.others[i].variables();
      const bool shares = std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
        return used.contains(variable);
      });
      if (!shares) continue;
      for (const Variable& variable : own) {
        const auto& coordinates = system.mechanics->coordinates;
        const bool is_coordinate =
            std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
        if (variable.role == Role::unknown && !is_coordinate) used.insert(variable);
      }
      relations.needed.push_back(std::move(relations.others[i]));
      relations.others.erase(relations.others.begin() + static_cast<std::ptrdiff_t>(i));
      grows = true;
      break;
    }
  }
  set_aside_unused_functions(system, relations);
  std::erase_if(relations.others, [&](const Polynomial& p) { return later.contains(p); });
  return relations;
}

std::vector<Polynomial> polynomials_of_constraints(const DifferentialSystem& system) {
  std::vector<Polynomial> constraints;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    constraints.push_back(constraint.polynomial);
  }
  return constraints;
}

/// The constraints, in all variables of the positions.
Ideal ideal_of_positions(const DifferentialSystem& system,
                         const std::vector<Variable>& variables,
                         const Relations& relations,
                         const CompletionOptions& options) {
  std::vector<Polynomial> generators = polynomials_of_constraints(system);
  generators.insert(generators.end(), relations.needed.begin(), relations.needed.end());
  return {variables, std::move(generators), options.engine};
}

Decomposition split_constraints(const Ideal& whole,
                                const CompletionOptions& options,
                                const Limits& limits) {
  if (!options.split) {
    Decomposition result;
    const Outcome<int> dimension = whole.dimension(limits.spend(&Effort::lemma));
    if (!dimension || dimension.value() >= 0) result.components.push_back({whole});
    if (dimension && dimension.value() >= 0) {
      result.components.front().dimension = dimension.value();
    }
    return result;
  }
  DecompositionOptions decomposition;
  if (options.point) decomposition.point = options.point->restricted_to(whole.variables());
  decomposition.seed = options.seed;
  decomposition.patience = options.patience;
  decomposition.cache = options.cache;
  decomposition.use_cache = options.use_cache;
  return minimal_primes(whole, decomposition, limits.spend(&Effort::positions));
}

/// What may not be prime already is not split any further: each auxiliary is determined by one
/// relation.
PrimeComponent with_relations(PrimeComponent part, const std::vector<Polynomial>& relations) {
  std::vector<Polynomial> generators = part.ideal.generators();
  generators.insert(generators.end(), relations.begin(), relations.end());
  part.ideal = Ideal(part.ideal.variables(), std::move(generators), part.ideal.engine());
  part.dimension -= static_cast<int>(relations.size());
  return part;
}

/// Its constraints, those that are redundant, and its equations of motion.
void describe_component(const DifferentialSystem& system,
                        const std::vector<Polynomial>& relations,
                        const Ideal& of_auxiliaries,
                        PositionComponent& component,
                        const Limits& limits) {
  const Ideal& positions = component.positions.ideal;
  component.constraints = true_constraints(
      positions.generators(), system.mechanics->coordinates, of_auxiliaries, limits);
  // More generators than its codimension make reaction forces that are not unique.
  const std::vector<Polynomial> given = polynomials_of_constraints(system);
  if (component.constraints.size() > given.size() &&
      are_enough(system, positions, relations, limits)) {
    component.constraints = given;
  }
  component.redundant = redundant_constraints(
      system.mechanics->constraints, relations, positions, component.positions.dimension, limits);
  const PolynomialMatrix velocities = write_equations(system, positions.generators(), component);
  look_at_velocities(*system.mechanics, velocities, component, limits);
}

}  // namespace

PositionSplit split_positions(const DifferentialSystem& system,
                              const CompletionOptions& options,
                              const Limits& limits) {
  const std::vector<Variable> variables = position_variables(system);
  const Relations relations = relations_of(system);
  const auto begin = Limits::Clock::now();
  const Ideal whole = ideal_of_positions(system, variables, relations, options);
  Decomposition found = split_constraints(whole, options, limits);
  join_unexplored(whole, found, limits.spend(options.patience));
  leave_whole_if_unfinished(whole, found, limits);
  PositionSplit split;
  split.complete = found.complete;
  split.reason = std::move(found.reason);
  if (relations.others.empty()) split.radical_input = found.radical_input;
  split.unexplored = std::move(found.unexplored);
  split.variables = variables;
  Filtration filtration;
  filtration.base = variables;
  for (const Variable& variable : variables) {
    if (variable.role == Role::parameter) filtration.parameters.push_back(variable);
  }
  const BaseSplitter splitter(filtration, options);
  std::vector<Polynomial> all = relations.needed;
  all.insert(all.end(), relations.others.begin(), relations.others.end());
  const Ideal of_auxiliaries(variables, all, options.engine);
  const std::vector<std::string> words = words_on_parts(found);
  for (std::size_t number = 0; number < words.size(); ++number) {
    const std::string& how = words[number];
    BaseSplit parts;
    parts.parts.push_back(part_from(std::move(found.components[number]), how));
    if (!relations.others.empty() && parts.parts.front().prime != Truth::yes) {
      parts.parts.front() = with_relations(std::move(parts.parts.front()), relations.others);
    } else if (!relations.others.empty()) {
      parts = splitter.split(
          parts.parts.front(), relations.others, limits.spend(&Effort::functions_of_positions));
    }
    split.unexplored.insert(
        split.unexplored.end(), parts.unexplored.begin(), parts.unexplored.end());
    for (PrimeComponent& part : parts.parts) {
      split.components.push_back({std::move(part)});
      split.components.back().how = how;
    }
  }
  side_by_side(split.components.size(), limits, [&](std::size_t i) {
    describe_component(system, all, of_auxiliaries, split.components[i], limits);
  });
  split.seconds = std::chrono::duration<double>(Limits::Clock::now() - begin).count();
  return split;
}

}  // namespace leafwise::algebra::detail
