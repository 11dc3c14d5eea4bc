// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/decompose.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Ideal;
using algebra::Leaf;
using algebra::LeafStatus;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// What is told beside the leaves is worth this long for each question, not more.
constexpr std::chrono::milliseconds time_for_a_question{3000};

bool is_complete(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

std::vector<Variable> without_parameters(std::vector<Variable> variables) {
  std::erase_if(variables, [](const Variable& v) { return v.role == Role::parameter; });
  return variables;
}

/// The relations that the user gave (and those of auxiliaries) in these variables alone.
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

Truth is_radical(const std::vector<Polynomial>& relations,
                 const std::vector<Variable>& variables,
                 const Limits& limits) {
  if (relations.empty()) return Truth::yes;
  const Ideal ideal(variables, relations);
  const Outcome<Ideal> root = algebra::radical(ideal, limits);
  if (!root) return Truth::unknown;
  const Outcome<bool> same = algebra::is_subset(root.value(), ideal, limits);
  if (!same) return Truth::unknown;
  return same.value() ? Truth::yes : Truth::no;
}

std::vector<Polynomial> primitive(std::vector<Polynomial> polynomials) {
  for (Polynomial& polynomial : polynomials) polynomial = polynomial.primitive();
  return polynomials;
}

std::optional<std::vector<Polynomial>> full_of(const Leaf& leaf, const Limits& limits) {
  if (leaf.status == LeafStatus::inconsistent) return std::vector{Polynomial(algebra::Rational(1))};
  if (!is_complete(leaf)) return std::nullopt;
  Outcome<Ideal> full = algebra::full_ideal(leaf, limits);
  if (!full) return std::nullopt;
  // Without anything to saturate or to eliminate, the generators as they are say it best.
  if (!leaf.has_rank_drops && leaf.multipliers.empty()) {
    return primitive(full.value().generators());
  }
  if (!leaf.multipliers.empty()) full = elimination(full.value(), leaf.multipliers, limits);
  if (!full) return std::nullopt;
  Outcome<std::vector<Polynomial>> basis = full.value().groebner_basis(limits);
  if (!basis) return std::nullopt;
  return std::move(basis).value();
}

std::vector<Polynomial> hidden_in(const Leaf& leaf, const Ideal& given, const Limits& limits) {
  if (leaf.status == LeafStatus::inconsistent) return {};
  std::vector<Polynomial> hidden;
  for (const Polynomial& generator : leaf.base.generators()) {
    const Outcome<bool> known = given.contains(generator, limits);
    if (!known || !known.value()) hidden.push_back(generator.primitive());
  }
  return hidden;
}

LeafFacts facts_of(const Leaf& leaf,
                   const Problem& problem,
                   const algebra::DifferentialSystem& system,
                   const Limits& limits) {
  const auto shortly = [&] { return limits.at_most(time_for_a_question); };
  LeafFacts facts;
  facts.base_variables = without_parameters(leaf.base.variables());
  facts.full_variables = facts.base_variables;
  for (const Variable& variable : leaf.graph) {
    const auto& left_out = leaf.multipliers;
    if (std::find(left_out.begin(), left_out.end(), variable) == left_out.end()) {
      facts.full_variables.push_back(variable);
    }
  }
  // −1 stands for "none" in an inconsistent leaf and for "not known" in any other.
  if (leaf.dimension >= 0 || leaf.status == LeafStatus::inconsistent) {
    const int added = static_cast<int>(problem.polynomial.added_constants);
    facts.dimension = leaf.dimension;
    facts.physical_dimension = leaf.dimension < 0 ? leaf.dimension : leaf.dimension - added;
  }
  facts.full = full_of(leaf, shortly());
  facts.complete_intersection = leaf.complete_intersection;
  if (!is_complete(leaf)) return facts;
  if (leaf.prime == Truth::yes) facts.smooth = algebra::is_smooth(leaf.base, shortly());
  const int codimension = static_cast<int>(facts.base_variables.size()) - leaf.dimension;
  if (static_cast<int>(leaf.base.generators().size()) == codimension) {
    facts.complete_intersection = Truth::yes;
  }
  const Ideal given(leaf.base.variables(), given_relations(system, leaf.base.variables()));
  facts.hidden = hidden_in(leaf, given, shortly());
  return facts;
}

void rename_in(algebra::TreeNode& node, const std::string& from, const std::string& to) {
  if (node.leaf == from) node.leaf = to;
  for (algebra::TreeNode& child : node.children) rename_in(child, from, to);
}

/// A run that was steered to one leaf calls it `here`: its number would depend on leaves that were
/// not looked for.
void name_here(algebra::Completion& completion) {
  auto& leaves = completion.leaves;
  if (std::count_if(leaves.begin(), leaves.end(), is_complete) != 1) return;
  const auto here = std::find_if(leaves.begin(), leaves.end(), is_complete);
  rename_in(completion.tree, here->name, "here");
  here->name = "here";
}

}  // namespace

DecomposeReport report_on(const Problem& problem,
                          algebra::DifferentialSystem system,
                          algebra::Completion completion,
                          bool steered,
                          const Limits& limits) {
  DecomposeReport report;
  report.system = std::move(system);
  report.completion = std::move(completion);
  if (steered) name_here(report.completion);
  const std::vector<Variable>& base = report.completion.base_variables;
  if (!base.empty()) {
    report.radical_input =
        is_radical(given_relations(report.system, base), base, limits.at_most(time_for_a_question));
  }
  for (const Leaf& leaf : report.completion.leaves) {
    report.facts.push_back(facts_of(leaf, problem, report.system, limits));
  }
  return report;
}

}  // namespace leafwise::pipeline
