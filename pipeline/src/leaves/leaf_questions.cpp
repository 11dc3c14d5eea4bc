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

namespace {

/// Takes out those that do not hold on the other leaf, all of whose points hold what is given.
void take_what_fails_on(const algebra::Leaf& other,
                        std::vector<Polynomial>& open,
                        std::vector<Polynomial>& hidden,
                        const Limits& limits) {
  const Outcome<std::vector<Polynomial>> forms = other.base.normal_forms(open, limits);
  if (!forms) return;
  std::vector<Polynomial> left;
  for (std::size_t i = 0; i < open.size(); ++i) {
    (forms.value()[i].is_zero() ? left : hidden).push_back(open[i]);
  }
  open = std::move(left);
}

}  // namespace

std::vector<Polynomial> hidden_in(const algebra::Leaf& leaf,
                                  const Ideal& given,
                                  const std::vector<algebra::Leaf>& leaves,
                                  const Limits& limits) {
  std::set<Variable> known_to_given;
  std::set<Polynomial> given_ones;
  for (const Polynomial& relation : given.generators()) {
    known_to_given.merge(relation.variables());
    given_ones.insert(relation.primitive());
  }
  std::vector<Polynomial> readable;
  std::vector<Polynomial> hidden;
  std::vector<Polynomial> open;
  for (const Polynomial& generator : leaf.base.generators()) {
    readable.push_back(generator.primitive());
    if (given_ones.contains(readable.back())) continue;
    // What speaks of variables that the given relations do not know does not follow from them.
    const std::set<Variable> used = generator.variables();
    const bool is_known =
        std::includes(known_to_given.begin(), known_to_given.end(), used.begin(), used.end());
    (is_known ? open : hidden).push_back(readable.back());
  }
  for (const algebra::Leaf& other : leaves) {
    if (open.empty()) break;
    const bool has_basis = !other.base.is_basis_out_of_reach();
    const bool is_comparable = other.base.variables() == given.variables();
    if (&other != &leaf && has_basis && is_comparable) {
      take_what_fails_on(other, open, hidden, limits);
    }
  }
  for (const Polynomial& generator : open) {
    if (given.is_basis_out_of_reach()) break;
    const Outcome<bool> known = given.contains(generator, limits);
    if (!known) given.remember_basis_is_out_of_reach();
    if (known && !known.value()) hidden.push_back(generator);
  }
  const std::set<Polynomial> chosen(hidden.begin(), hidden.end());
  std::erase_if(readable, [&](const Polynomial& one) { return !chosen.contains(one); });
  return readable;
}

}  // namespace leafwise::pipeline::detail
