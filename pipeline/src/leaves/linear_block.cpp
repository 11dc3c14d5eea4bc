// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/linear_block.hpp"

#include <algorithm>
#include <map>
#include <set>

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

}  // namespace

LinearBlock linear_block(const ExactLeaf& leaf) {
  LinearBlock block;
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
    const bool has_rate = std::any_of(block.unknowns.begin(),
                                      block.unknowns.end(),
                                      [&](const Variable& v) { return used.contains(v); });
    if (has_rate && is_over(row, known)) block.rows.push_back(row);
  }
  return block;
}

}  // namespace leafwise::pipeline::detail
