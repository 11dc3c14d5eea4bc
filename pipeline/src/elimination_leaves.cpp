// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

#include "leafwise/algebra/completion_by_elimination.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/decompose.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::EliminationLeaf;
using algebra::Ideal;
using algebra::Leaf;
using algebra::LeafStatus;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// The independent variable first, lower derivatives before higher ones, parameters last.
std::vector<Variable> in_order(std::vector<Variable> variables,
                               const std::vector<std::string>& unknowns) {
  const auto key = [&](const Variable& variable) {
    const int role = variable.role == Role::independent ? 0
                     : variable.role == Role::unknown   ? 1
                                                        : 2;
    const auto place = std::find(unknowns.begin(), unknowns.end(), variable.name);
    return std::make_tuple(role, variable.order, place - unknowns.begin(), variable.name);
  };
  std::sort(variables.begin(), variables.end(), [&](const Variable& a, const Variable& b) {
    return key(a) < key(b);
  });
  return variables;
}

/// The highest derivative of each unknown, but for functions of the state.
std::vector<Variable> tops_of(const std::vector<Variable>& variables,
                              const algebra::DifferentialSystem& system) {
  std::map<std::string, Variable> highest;
  for (const Variable& variable : variables) {
    if (variable.role != Role::unknown || system.functions_of_state.contains(variable.name))
      continue;
    Variable& top = highest[variable.name];
    if (top.name.empty() || top.order < variable.order) top = variable;
  }
  std::vector<Variable> tops;
  tops.reserve(highest.size());
  for (const auto& [name, top] : highest) tops.push_back(top);
  return tops;
}

/// dim I − dim (I ∩ K[state]): the number of free functions.
void count_freedom(Leaf& leaf, const algebra::DifferentialSystem& system, const Limits& limits) {
  const auto& variables = leaf.base.variables();
  const Outcome<int> dimension = leaf.base.dimension(limits);
  const std::vector<Variable> tops = tops_of(variables, system);
  const Outcome<Ideal> relations = elimination(leaf.base, tops, limits);
  if (!dimension || !relations) {
    leaf.status = LeafStatus::unfinished;
    return;
  }
  std::vector<Variable> state = variables;
  std::erase_if(state, [&](const Variable& v) {
    return std::find(tops.begin(), tops.end(), v) != tops.end();
  });
  const Outcome<int> of_state = Ideal(state, relations.value().generators()).dimension(limits);
  if (!of_state) {
    leaf.status = LeafStatus::unfinished;
    return;
  }
  const auto parameters = std::count_if(variables.begin(), variables.end(), [](const Variable& v) {
    return v.role == Role::parameter;
  });
  leaf.dimension = dimension.value() - static_cast<int>(parameters);
  leaf.freedom = dimension.value() - of_state.value();
  leaf.motion_is_free = leaf.freedom > 0;
  leaf.status = leaf.freedom > 0 ? LeafStatus::underdetermined : LeafStatus::involutive;
}

struct Named {
  Leaf leaf;
  unsigned degrees = 0;
  std::string text;
};

/// As everywhere: higher dimension first, then lower degrees, then the text.
bool comes_before(const Named& a, const Named& b) {
  if (a.leaf.dimension != b.leaf.dimension) return a.leaf.dimension > b.leaf.dimension;
  return std::tie(a.degrees, a.text) < std::tie(b.degrees, b.text);
}

Named named(const EliminationLeaf& found,
            const algebra::DifferentialSystem& system,
            const Limits& limits) {
  const Ideal base(in_order(found.ideal.variables(), system.unknowns),
                   found.ideal.generators(),
                   found.ideal.engine());
  Named result{{{}, LeafStatus::involutive, base}, 0, {}};
  result.leaf.rounds = found.rounds;
  result.leaf.prime = Truth::yes;
  // There are no rows that could lose rank.
  result.leaf.rank_drops_followed = Truth::yes;
  result.leaf.paths = {{"root", "elimination"}};
  count_freedom(result.leaf, system, limits);
  const Outcome<std::vector<Polynomial>> basis = base.groebner_basis(limits);
  for (const Polynomial& polynomial : basis ? basis.value() : base.generators()) {
    result.degrees += polynomial.degree();
    result.text += to_string(polynomial) + ";";
  }
  return result;
}

void add_leaf(Leaf leaf, const std::string& why, algebra::Completion& completion) {
  leaf.name = "g" + std::to_string(completion.leaves.size() + 1);
  completion.tree.children.push_back({"leaf", why, leaf.base.generators(), 0, leaf.name, {}});
  completion.leaves.push_back(std::move(leaf));
}

[[noreturn]] void refuse_mechanics(const Problem& problem) {
  throw InvalidInput(Mistake{"--completion elimination does not take [mechanics]",
                             "plain equations, or --completion linear",
                             std::nullopt,
                             FilePlace{problem.file, 0, 0, 1, ""}});
}

}  // namespace

algebra::Completion completion_by_elimination(const Problem& problem,
                                              const algebra::DifferentialSystem& system,
                                              const algebra::CompletionOptions& options,
                                              const Limits& limits) {
  if (system.mechanics) refuse_mechanics(problem);
  if (options.progress) options.progress({"elimination", 0, 0});
  algebra::Completion completion;
  completion.tree.operation = "root";
  const auto start = Limits::Clock::now();
  const auto found = algebra::complete_by_elimination(system, options, limits);
  completion.tree.seconds = std::chrono::duration<double>(Limits::Clock::now() - start).count();
  completion.complete = found.has_value();
  completion.reason = found.reason();
  if (!found) return completion;
  std::vector<Named> leaves;
  for (const EliminationLeaf& leaf : found.value()) leaves.push_back(named(leaf, system, limits));
  std::sort(leaves.begin(), leaves.end(), &comes_before);
  for (Named& next : leaves) {
    completion.base_variables = next.leaf.base.variables();
    for (const Variable& variable : completion.base_variables) {
      unsigned& order = completion.orders[variable.name];
      if (variable.role != Role::unknown)
        completion.orders.erase(variable.name);
      else
        order = std::max(order, variable.order);
    }
    add_leaf(std::move(next.leaf), "a Gröbner basis in all jets", completion);
  }
  if (leaves.empty()) {
    const Ideal nothing({system.independent}, {Polynomial(algebra::Rational(1))}, options.engine);
    add_leaf({{}, LeafStatus::inconsistent, nothing}, "no solutions", completion);
  }
  return completion;
}

}  // namespace leafwise::pipeline
