// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
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
  const Outcome<Leaf> counted = algebra::counted(system, found, limits);
  Named result{counted ? counted.value() : Leaf{{}, LeafStatus::unfinished, found.ideal}, 0, {}};
  result.leaf.rounds = found.rounds;
  result.leaf.prime = Truth::yes;
  // They are not followed here: the loop sees what lies over them in every round.
  result.leaf.rank_drops_followed = Truth::yes;
  result.leaf.paths = {{"root", "elimination"}};
  const Ideal& base = result.leaf.base;
  const Outcome<std::vector<Polynomial>> basis = base.groebner_basis(limits);
  for (const Polynomial& polynomial : basis ? basis.value() : base.generators()) {
    result.degrees += polynomial.degree();
    result.text += to_string(polynomial) + "\n";
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
                             FilePlace{problem.model.file, 0, 0, 1, ""}});
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
    completion.graph_variables = next.leaf.graph;
    for (const auto* some : {&completion.base_variables, &completion.graph_variables}) {
      for (const Variable& variable : *some) {
        if (variable.role != Role::unknown) continue;
        unsigned& order = completion.orders[variable.name];
        order = std::max(order, variable.order);
      }
    }
    algebra::describe_base(next.leaf, options, limits);
    add_leaf(std::move(next.leaf), "a Gröbner basis in all jets", completion);
  }
  if (leaves.empty()) {
    const Ideal nothing({system.independent}, {Polynomial(algebra::Rational(1))}, options.engine);
    add_leaf({{}, LeafStatus::inconsistent, nothing}, "no solutions", completion);
  }
  return completion;
}

}  // namespace leafwise::pipeline
