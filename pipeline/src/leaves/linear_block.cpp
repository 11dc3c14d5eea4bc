// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/linear_block.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "leaves/shown_equations.hpp"

namespace leafwise::pipeline::detail {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;
using integrator::Velocity;

namespace {

bool is_over(const Polynomial& row, const std::set<Variable>& known) {
  const std::set<Variable> used = row.variables();
  return std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
    return variable.role == Role::parameter || known.contains(variable);
  });
}

/// The only one of these variables that occurs in the row, if its coefficient there is a number:
/// the row determines it everywhere.
std::optional<Variable> solved_for(const Polynomial& row, const std::set<Variable>& variables) {
  std::optional<Variable> only;
  for (const Variable& variable : row.variables()) {
    if (!variables.contains(variable)) continue;
    if (only) return std::nullopt;
    only = variable;
  }
  if (!only || !row.derivative(*only).is_constant()) return std::nullopt;
  return only;
}

/// Rows for rates that nothing else determines. What a row gives everywhere needs no other one:
/// that would only bring its round-off.
void add_rows_of(std::set<Variable> missing,
                 std::set<Variable> known,
                 std::vector<Polynomial> candidates,
                 std::vector<Polynomial>& rows) {
  known.insert(missing.begin(), missing.end());
  std::erase_if(candidates, [&](const Polynomial& row) { return !is_over(row, known); });
  for (auto next = candidates.begin(); next != candidates.end();) {
    const std::optional<Variable> rate = solved_for(*next, missing);
    if (!rate) {
      ++next;
      continue;
    }
    rows.push_back(*next);
    missing.erase(*rate);
    candidates.erase(next);
    next = candidates.begin();
  }
  std::set<Polynomial> taken;
  for (const Polynomial& row : candidates) {
    const std::set<Variable> used = row.variables();
    const bool has_rate = std::any_of(
        missing.begin(), missing.end(), [&](const Variable& rate) { return used.contains(rate); });
    if (has_rate && taken.insert(row.primitive()).second) rows.push_back(row);
  }
}

}  // namespace

LinearBlock linear_block(const Model& model, const Leaf& leaf) {
  LinearBlock block;
  const LeafEquations& equations = leaf.equations;
  const std::vector<Variable>& base = equations.base.variables;
  block.unknowns = equations.linear.variables;
  block.rows = equations.linear.equations;
  std::map<Variable, std::size_t> coordinates;
  for (std::size_t j = 0; j < base.size(); ++j) coordinates.emplace(base[j], j);
  for (const Variable& variable : base) {
    if (variable.role == Role::independent) {
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
  const std::vector<Variable>& unknowns = equations.linear.variables;
  if (block.unknowns.size() == unknowns.size()) return block;
  std::set<Variable> known(base.begin(), base.end());
  known.insert(unknowns.begin(), unknowns.end());
  std::set<Variable> missing;
  for (const Variable& rate : block.unknowns) {
    if (!known.contains(rate)) missing.insert(rate);
  }
  std::vector<Polynomial> candidates = definitions_of(model);
  for (const Polynomial& equation : equations.base.equations) {
    candidates.push_back(equation.total_derivative());
  }
  add_rows_of(missing, std::move(known), std::move(candidates), block.rows);
  return block;
}

}  // namespace leafwise::pipeline::detail
