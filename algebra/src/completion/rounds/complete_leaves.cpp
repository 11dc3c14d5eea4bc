// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rounds/complete_leaves.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "completion/bases/merging.hpp"
#include "completion/mechanics/mechanics.hpp"
#include "completion/presentation/real_part.hpp"
#include "completion/rounds/completer.hpp"
#include "completion/rounds/tree_nodes.hpp"
#include "decomposition/race/side_by_side.hpp"

namespace leafwise::algebra::detail {

namespace {

/// So that leaves of different components have different names until all are named together.
void make_names_unique(Completion& part, std::size_t number) {
  std::map<std::string, std::string> names;
  for (Leaf& leaf : part.leaves) {
    const std::string name = "#" + std::to_string(number) + leaf.name;
    names[leaf.name] = name;
    leaf.name = name;
  }
  rename_leaves(part.tree, names);
}

/// Auxiliaries that velocities determine, like w (1 + x'^2) = 1: free among the positions.
std::set<Variable> functions_of_velocities(const PositionComponent& component,
                                           const std::vector<std::string>& coordinates) {
  std::set<Variable> result;
  for (const Polynomial& relation : component.velocity_functions) {
    for (const Variable& variable : relation.variables()) {
      if (variable.role == Role::unknown && variable.order == 0) result.insert(variable);
    }
  }
  for (const Polynomial& generator : component.positions.ideal.generators()) {
    for (const Variable& variable : generator.variables()) result.erase(variable);
  }
  for (const std::string& name : coordinates) result.erase({Role::unknown, name, 0});
  return result;
}

/// A leaf over rank drops may keep to some of the component's positions, as rest in a node does:
/// then only these count. @return none if that could not be told
std::optional<int> degrees_of_freedom(const Leaf& leaf,
                                      const PositionComponent& component,
                                      const std::vector<std::string>& coordinates,
                                      const Limits& limits) {
  const PrimeComponent& positions = component.positions;
  const int all = component.degrees_of_freedom;
  std::set<Variable> kept_variables(positions.ideal.variables().begin(),
                                    positions.ideal.variables().end());
  int dimension_of_positions = positions.dimension;
  for (const Variable& variable : functions_of_velocities(component, coordinates)) {
    dimension_of_positions -= static_cast<int>(kept_variables.erase(variable));
  }
  const bool is_complete =
      leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
  if (!is_complete || positions.dimension < 0 || leaf.dimension == dimension_of_positions + all) {
    return all;
  }
  std::set<Variable> others(leaf.base.variables().begin(), leaf.base.variables().end());
  for (const Variable& variable : kept_variables) others.erase(variable);
  const std::vector<Variable> eliminated(others.begin(), others.end());
  const Limits shortly = limits.spend(&Effort::freedom);
  const Outcome<Ideal> kept = elimination(leaf.base, eliminated, shortly);
  if (!kept) return std::nullopt;
  const Outcome<int> dimension = kept.value().dimension(shortly);
  if (!dimension) return std::nullopt;
  // What was eliminated is free there, and so are parameters.
  const auto& variables = leaf.base.variables();
  const auto free = std::count_if(variables.begin(), variables.end(), [&](const Variable& v) {
    return others.contains(v) || v.role == Role::parameter;
  });
  return all - (dimension_of_positions - (dimension.value() - static_cast<int>(free)));
}

/// What is found on one component of the positions.
Completion complete_component(const PositionComponent& component,
                              const std::vector<std::string>& coordinates,
                              const CompletionOptions& options,
                              const Limits& limits) {
  Completion part = Completer(component.system, options, limits).run(&component);
  for (Leaf& leaf : part.leaves) {
    leaf.constraints = component.constraints;
    leaf.multipliers = component.multipliers;
    leaf.generic_degrees_of_freedom = degrees_of_freedom(leaf, component, coordinates, limits);
    if (component.has_positive_mass) refute_free_accelerations(leaf);
    find_real_positions(leaf, component, coordinates, options, limits);
    leaf.redundant = component.redundant;
    for (std::vector<std::string>& path : leaf.paths) {
      path.insert(path.begin(), "positions: " + component.how);
    }
  }
  return part;
}

void add_component(Completion part,
                   const PositionComponent& component,
                   Completion& result,
                   TreeNode& positions) {
  make_names_unique(part, positions.children.size() + 1);
  result.base_variables = std::move(part.base_variables);
  result.graph_variables = std::move(part.graph_variables);
  result.orders = std::move(part.orders);
  result.complete = result.complete && part.complete;
  if (result.reason.empty()) result.reason = part.reason;
  result.contradicting.merge(part.contradicting);
  part.tree.operation = "positions";
  part.tree.why = component.how;
  part.tree.equations = component.constraints;
  positions.children.push_back(std::move(part.tree));
  for (Leaf& leaf : part.leaves) result.leaves.push_back(std::move(leaf));
}

/// The same, where several threads tell how far they are.
CompletionOptions with_one_at_a_time(CompletionOptions options) {
  if (!options.progress) return options;
  options.progress = [progress = std::move(options.progress),
                      mutex = std::make_shared<std::mutex>()](const CompletionProgress& now) {
    const std::lock_guard lock(*mutex);
    progress(now);
  };
  return options;
}

/// Without any condition: parameters are no coordinates.
int count_of_coordinates(const Completion& completion) {
  const auto& base = completion.base_variables;
  return static_cast<int>(std::count_if(
      base.begin(), base.end(), [](const Variable& v) { return v.role != Role::parameter; }));
}

/// Each component of the positions is completed by itself: its multipliers are its own.
Completion complete_mechanics(const DifferentialSystem& system,
                              const CompletionOptions& options,
                              const Limits& limits) {
  if (options.progress) options.progress({"splitting positions", 0, 0});
  PositionSplit split = split_positions(system, options, limits);
  Completion result;
  result.complete = split.complete;
  result.reason = std::move(split.reason);
  result.radical_input = split.radical_input;
  result.tree.operation = "root";
  TreeNode positions{"split", "the positions", {}, split.seconds, {}, {}};
  std::vector<Completion> parts(split.components.size());
  const CompletionOptions of_parts = with_one_at_a_time(options);
  side_by_side(parts.size(), limits, [&](std::size_t i) {
    parts[i] =
        complete_component(split.components[i], system.mechanics->coordinates, of_parts, limits);
  });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PositionComponent& component = split.components[i];
    add_component(std::move(parts[i]), component, result, positions);
    // The constraints that follow tell it from the others.
    if (split.components.size() > 1 && component.positions.prime == Truth::yes) {
      positions.children.back().why = "one of " + std::to_string(split.components.size());
    }
  }
  for (const UnexploredPart& part : split.unexplored) {
    const std::string name = "#unexplored" + std::to_string(result.leaves.size());
    result.leaves.push_back({name, LeafStatus::unexplored, part.ideal, {}});
    positions.children.push_back({"unexplored", part.why, part.ideal.generators(), 0, name, {}});
  }
  if (split.components.empty() && split.unexplored.empty()) {
    result.base_variables = split.variables;
    positions.children.push_back(
        {"inconsistent", "no position satisfies all constraints", {}, 0, {}, {}, -1});
  }
  set_dimension_from_parts(positions);
  if (!split.components.empty()) result.tree.dimension = count_of_coordinates(result);
  result.tree.children.push_back(std::move(positions));
  if (split.components.size() > 1) {
    merge_and_name(result, limits);
  } else {
    sort_and_name(result, limits);
  }
  return result;
}

}  // namespace

Completion complete_leaves(const DifferentialSystem& system,
                           const CompletionOptions& options,
                           const Limits& limits) {
  if (system.mechanics) return complete_mechanics(system, options, limits);
  return Completer(system, options, limits).run();
}

}  // namespace leafwise::algebra::detail
