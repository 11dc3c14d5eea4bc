// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/part_on_storeys.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "leafwise/core/check.hpp"
#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

bool share_a_variable(const Polynomials& polynomials, const std::set<Variable>& variables) {
  return std::any_of(polynomials.begin(), polynomials.end(), [&](const Polynomial& polynomial) {
    const std::set<Variable> own = polynomial.variables();
    return std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
      return variables.contains(variable);
    });
  });
}

void note_variables(const Polynomials& polynomials, std::set<Variable>& variables) {
  for (const Polynomial& polynomial : polynomials) variables.merge(polynomial.variables());
}

}  // namespace

void PartOnStoreys::solve(const Polynomial& linear) {
  const Polynomial rest = reduced(linear);
  if (rest.is_zero()) return;
  const std::optional<Graph> graph = solve_for_a_variable(rest, rest.terms().size());
  LEAFWISE_DEMAND(graph && rest.degree() == 1);
  for (auto& [variable, value] : solved_) {
    if (degree_in(value, graph->variable) > 0) {
      value = substituted(value, graph->variable, graph->value);
    }
  }
  solved_.emplace(graph->variable, graph->value);
}

Polynomial PartOnStoreys::reduced(const Polynomial& polynomial) const {
  Polynomial result = polynomial;
  for (const Variable& variable : polynomial.variables()) {
    const auto known = solved_.find(variable);
    if (known != solved_.end()) result = substituted(result, variable, known->second);
  }
  return result;
}

Polynomials PartOnStoreys::take_out(const Polynomials& equations) {
  std::set<Variable> variables;
  note_variables(equations, variables);
  Polynomials taken;
  for (bool grows = true; grows;) {
    const auto touched = std::find_if(blocks_.begin(), blocks_.end(), [&](const PrimeBlock& block) {
      return share_a_variable(block.generators, variables);
    });
    grows = touched != blocks_.end();
    if (!grows) break;
    note_variables(touched->generators, variables);
    taken.insert(taken.end(), touched->generators.begin(), touched->generators.end());
    blocks_.erase(touched);
  }
  return taken;
}

void PartOnStoreys::put_in(const PartOnStoreys& found) {
  // Neither contains a variable that the other determines.
  for (auto& [variable, value] : solved_) value = found.reduced(value);
  for (const auto& [variable, value] : found.solved_) solved_.emplace(variable, value);
  blocks_.insert(blocks_.end(), found.blocks_.begin(), found.blocks_.end());
  path.insert(path.end(), found.path.begin(), found.path.end());
}

Polynomials PartOnStoreys::generators() const {
  Polynomials result;
  for (const auto& [variable, value] : solved_) {
    result.push_back((Polynomial(variable) - value).primitive());
  }
  for (const PrimeBlock& block : blocks_) {
    result.insert(result.end(), block.generators.begin(), block.generators.end());
  }
  return result;
}

int PartOnStoreys::codimension() const {
  int result = static_cast<int>(solved_.size());
  for (const PrimeBlock& block : blocks_) result += block.codimension;
  return result;
}

}  // namespace leafwise::algebra::detail
