// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/leaf_questions.hpp"

#include <algorithm>
#include <set>

namespace leafwise::pipeline::detail {

using algebra::Ideal;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Variable;

Limits QuestionTime::next() {
  const std::size_t count = std::max<std::size_t>(questions_, 1);
  if (questions_ > 0) --questions_;
  const std::optional<Limits::Time> left = limits_.left();
  const Limits::Time most = limits_.budget(&algebra::Effort::questions);
  if (!left) return limits_.spend(most);
  return limits_.spend(std::min(most, *left * 2 / static_cast<int>(count + 1)));
}

std::vector<Polynomial> given_relations(const algebra::DifferentialSystem& system,
                                        const std::vector<Variable>& variables) {
  const std::set<Variable> known(variables.begin(), variables.end());
  std::vector<Polynomial> relations;
  const auto add = [&](const algebra::SourcedEquation& equation) {
    const std::set<Variable> used = equation.polynomial.variables();
    if (std::includes(known.begin(), known.end(), used.begin(), used.end())) {
      relations.push_back(equation.polynomial);
    }
  };
  for (const algebra::SourcedEquation& equation : system.equations) add(equation);
  if (system.mechanics) {
    for (const algebra::SourcedEquation& equation : system.mechanics->constraints) add(equation);
  }
  return relations;
}

Truth is_radical(const Ideal& ideal, const Limits& limits) {
  if (ideal.generators().empty()) return Truth::yes;
  const Outcome<Ideal> root = algebra::radical(ideal, limits);
  if (!root) return Truth::unknown;
  const Outcome<bool> same = algebra::is_subset(root.value(), ideal, limits);
  if (!same) return Truth::unknown;
  return same.value() ? Truth::yes : Truth::no;
}

std::vector<Polynomial> hidden_in(const algebra::Leaf& leaf,
                                  const std::vector<Polynomial>& given,
                                  const Limits& limits) {
  const Ideal ideal(leaf.base.variables(), given, leaf.base.engine());
  std::set<Variable> known_to_given;
  for (const Polynomial& relation : given) known_to_given.merge(relation.variables());
  std::vector<Polynomial> hidden;
  for (const Polynomial& generator : leaf.base.generators()) {
    const Polynomial readable = generator.primitive();
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const Polynomial& relation) {
      return relation.primitive() == readable;
    });
    if (is_given) continue;
    // What speaks of variables that the given relations do not know does not follow from them.
    const std::set<Variable> used = generator.variables();
    if (!std::includes(known_to_given.begin(), known_to_given.end(), used.begin(), used.end())) {
      hidden.push_back(readable);
      continue;
    }
    const Outcome<bool> known = ideal.contains(generator, limits);
    if (known && !known.value()) hidden.push_back(readable);
  }
  return hidden;
}

}  // namespace leafwise::pipeline::detail
