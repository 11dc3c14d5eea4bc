// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/completer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "completion/generic_generators.hpp"
#include "completion/mechanics.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds elimination_time{1500};

/// The elements that P and those before do not generate: best to read first.
std::vector<Polynomial> independent_ones(std::vector<Polynomial> polynomials,
                                         const Ideal& base,
                                         const Limits& limits) {
  std::stable_sort(polynomials.begin(), polynomials.end(), [](const auto& a, const auto& b) {
    if (a.degree() != b.degree()) return a.degree() < b.degree();
    return a.terms().size() < b.terms().size();
  });
  std::vector<Polynomial> kept;
  std::vector<Polynomial> generators = base.generators();
  Ideal sum = base;
  for (const Polynomial& polynomial : polynomials) {
    const Outcome<bool> known = sum.contains(polynomial, limits);
    if (known && known.value()) continue;
    kept.push_back(polynomial);
    generators.push_back(polynomial);
    sum = Ideal(base.variables(), generators, base.engine());
  }
  return kept;
}

double seconds_since(Limits::Clock::time_point start) {
  return std::chrono::duration<double>(Limits::Clock::now() - start).count();
}

}  // namespace

Completer::Completer(const DifferentialSystem& system,
                     const CompletionOptions& options,
                     const Limits& limits)
    : system_(system),
      options_(options),
      limits_(limits),
      filtration_(filtration_of(system)),
      splitter_(filtration_, options_) {}

Completion Completer::run() {
  const auto start = Limits::Clock::now();
  result_.base_variables = filtration_.base;
  result_.graph_variables = filtration_.graph;
  result_.orders = filtration_.orders;
  result_.complete = true;
  result_.tree.operation = "root";
  Node root{BasePart{Ideal(filtration_.base, {}, options_.engine)}, {}, {}, {}, 0, false, {}};
  root.base.dimension =
      static_cast<int>(filtration_.base.size() - filtration_.parameters.size());
  root.base.prime = Truth::yes;
  root.base.absolutely_prime = Truth::yes;
  root.base.verified = true;
  root.base.verified_by = {"no relations"};
  std::vector<Polynomial> conditions;
  for (const SourcedEquation& equation : system_.equations) {
    const std::set<Variable> used = equation.polynomial.variables();
    const bool is_row = std::any_of(
        used.begin(), used.end(), [&](const Variable& v) { return filtration_.is_graph(v); });
    if (is_row) {
      root.rows.push_back(row_from(equation.polynomial, filtration_.graph));
      root.row_rounds.push_back(0);
    } else {
      conditions.push_back(equation.polynomial);
    }
    result_.tree.equations.push_back(equation.polynomial);
  }
  if (conditions.empty()) {
    visit(std::move(root), result_.tree);
  } else {
    visit_parts(root, conditions, "split", "the given relations", result_.tree);
  }
  merge_and_name(result_, limits_);
  result_.tree.seconds = seconds_since(start);
  return std::move(result_);
}

void Completer::unfinished(const Node& node, const std::string& reason, TreeNode& tree) {
  Leaf leaf{{}, LeafStatus::unfinished, node.base.base, filtration_.graph};
  for (const AffineRow& row : node.rows) {
    leaf.linear.push_back(polynomial_from(row, filtration_.graph));
  }
  leaf.dimension = node.base.dimension;
  leaf.rounds = node.rounds;
  leaf.prime = node.base.prime;
  leaf.paths = {node.path};
  tree.children.push_back({"unfinished", reason, {}, 0, {}, {}});
  result_.leaves.push_back(std::move(leaf));
  result_.complete = false;
  if (result_.reason.empty()) result_.reason = reason;
}

void Completer::visit_parts(const Node& parent,
                            const std::vector<Polynomial>& conditions,
                            const std::string& operation,
                            const std::string& why,
                            TreeNode& tree) {
  const auto start = Limits::Clock::now();
  const BaseSplit split = splitter_.split(parent.base, conditions, limits_);
  TreeNode node{operation, why, conditions, seconds_since(start), {}, {}};
  for (const UnexploredPart& part : split.unexplored) {
    Leaf leaf{{}, LeafStatus::unexplored, part.ideal, filtration_.graph};
    leaf.paths = {parent.path};
    result_.leaves.push_back(std::move(leaf));
    node.children.push_back({"unexplored", part.why, part.ideal.generators(), 0, {}, {}});
  }
  std::vector<Polynomial> candidates = parent.generic;
  candidates.insert(candidates.end(), conditions.begin(), conditions.end());
  for (const BasePart& part : split.parts) {
    Node child{part, {}, parent.rows, parent.row_rounds, parent.rounds, false, parent.path};
    child.generic = generic_generators(part.base, filtration_, candidates, limits_);
    child.path.push_back(operation + ": " + part.how);
    TreeNode child_tree{"prime", part.how, part.base.generators(), 0, {}, {}};
    visit(std::move(child), child_tree);
    node.children.push_back(std::move(child_tree));
  }
  if (split.parts.empty() && split.unexplored.empty()) {
    node.children.push_back({"inconsistent", "no point satisfies all", {}, 0, {}, {}});
  }
  tree.children.push_back(std::move(node));
}

std::vector<Polynomial> Completer::conditions_of(const Condensed& rows,
                                                 const RankOverField& rank,
                                                 const Ideal& base) const {
  if (!rows.conditions.empty()) return independent_ones(rows.conditions, base, limits_);
  if (rank.leftovers.empty()) return {};
  // The leftovers are multiples of what the rows imply; eliminating gives that itself.
  std::vector<Polynomial> generators = base.generators();
  for (const AffineRow& row : rows.core) {
    generators.push_back(polynomial_from(row, filtration_.graph));
  }
  const Ideal with_rows(filtration_.all(), std::move(generators), options_.engine);
  const Outcome<Ideal> eliminated =
      elimination(with_rows, filtration_.graph, limits_.at_most(elimination_time));
  if (!eliminated) return independent_ones(rank.leftovers, base, limits_);
  std::vector<Polynomial> conditions =
      independent_ones(eliminated.value().generators(), base, limits_);
  return conditions.empty() ? independent_ones(rank.leftovers, base, limits_) : conditions;
}

bool Completer::breaks_an_inequation(const Node& node, const Condensed& rows) const {
  std::vector<Polynomial> generators = node.base.base.generators();
  for (const AffineRow& row : rows.solved) {
    generators.push_back(polynomial_from(row, filtration_.graph));
  }
  const Ideal ideal(filtration_.all(), std::move(generators), options_.engine);
  return std::any_of(system_.inequations.begin(), system_.inequations.end(), [&](const auto& g) {
    const Outcome<bool> vanishes = ideal.contains(g, limits_);
    return vanishes && vanishes.value();
  });
}

void Completer::visit(Node node, TreeNode& tree) {
  if (limits_.is_over()) return unfinished(node, "the time limit was reached", tree);
  const Outcome<Condensed> rows = condensed(node.rows, node.base.base, limits_);
  if (!rows) return unfinished(node, rows.reason(), tree);
  if (!system_.inequations.empty() && breaks_an_inequation(node, rows.value())) {
    tree.children.push_back({"dropped", "an inequation vanishes identically", {}, 0, {}, {}});
    return;
  }
  RankOverField rank;
  if (rows.value().conditions.empty()) {
    Outcome<RankOverField> found = rank_over_field(rows.value().core, node.base.base, limits_);
    if (!found) return unfinished(node, found.reason(), tree);
    rank = std::move(found).value();
  }
  const std::vector<Polynomial> conditions = conditions_of(rows.value(), rank, node.base.base);
  if (!conditions.empty()) {
    return visit_parts(node, conditions, "condition", "what the rows imply on the base", tree);
  }
  if (!node.is_prolonged && prolong(node, rows.value(), rank.rank, tree)) return;
  add_leaf(node, rows.value(), rank, tree);
}

Outcome<std::vector<Polynomial>> Completer::state_relations(const Node& node) const {
  if (filtration_.base_tops.empty()) return node.generic;
  const Outcome<Ideal> state = elimination(node.base.base, filtration_.base_tops, limits_);
  if (!state) return Unable{state.reason()};
  return state.value().generators();
}

bool Completer::prolong(const Node& node, const Condensed& now, std::size_t rank, TreeNode& tree) {
  const Outcome<std::vector<Polynomial>> relations = state_relations(node);
  if (!relations) {
    unfinished(node, relations.reason(), tree);
    return true;
  }
  Node longer = node;
  std::vector<Polynomial> derivatives;
  for (const Polynomial& relation : relations.value()) {
    Polynomial derivative = relation.total_derivative();
    if (derivative.is_zero()) continue;
    longer.rows.push_back(row_from(derivative, filtration_.graph));
    longer.row_rounds.push_back(node.rounds + 1);
    derivatives.push_back(std::move(derivative));
  }
  if (derivatives.empty()) return false;
  const Outcome<Condensed> after = condensed(longer.rows, node.base.base, limits_);
  const Outcome<RankOverField> rank_after =
      after ? rank_over_field(after.value().core, node.base.base, limits_)
            : Outcome<RankOverField>(Unable{after.reason()});
  if (!rank_after) {
    unfinished(node, rank_after.reason(), tree);
    return true;
  }
  const bool is_implied =
      after.value().conditions.empty() && rank_after.value().leftovers.empty() &&
      after.value().solved.size() + rank_after.value().rank == now.solved.size() + rank;
  if (is_implied) return false;
  longer.is_prolonged = true;
  ++longer.rounds;
  longer.path.emplace_back("prolongation");
  TreeNode child{"prolongation", "derivatives of the base's relations", derivatives, 0, {}, {}};
  visit(std::move(longer), child);
  tree.children.push_back(std::move(child));
  return true;
}

}  // namespace leafwise::algebra::detail

namespace leafwise::algebra {

namespace {

/// Each component of the positions is completed by itself: its multipliers are its own.
Completion complete_mechanics(const DifferentialSystem& system,
                              const CompletionOptions& options,
                              const Limits& limits) {
  detail::PositionSplit split = detail::split_positions(system, options, limits);
  Completion result;
  result.complete = split.complete;
  result.reason = std::move(split.reason);
  result.tree.operation = "root";
  TreeNode positions{"split", "the positions", {}, 0, {}, {}};
  for (const detail::PositionComponent& component : split.components) {
    Completion part = detail::Completer(component.system, options, limits).run();
    result.base_variables = part.base_variables;
    result.graph_variables = part.graph_variables;
    result.orders = part.orders;
    result.complete = result.complete && part.complete;
    if (result.reason.empty()) result.reason = part.reason;
    part.tree.operation = "positions";
    part.tree.why = component.how;
    part.tree.equations = component.constraints;
    positions.children.push_back(std::move(part.tree));
    for (Leaf& leaf : part.leaves) {
      leaf.constraints = component.constraints;
      leaf.multipliers = component.multipliers;
      leaf.degrees_of_freedom = component.degrees_of_freedom;
      for (std::vector<std::string>& path : leaf.paths) {
        path.insert(path.begin(), "positions: " + component.how);
      }
      result.leaves.push_back(std::move(leaf));
    }
  }
  for (const UnexploredPart& part : split.unexplored) {
    result.leaves.push_back({{}, LeafStatus::unexplored, part.ideal, {}});
    positions.children.push_back({"unexplored", part.why, part.ideal.generators(), 0, {}, {}});
  }
  result.tree.children.push_back(std::move(positions));
  detail::sort_and_name(result, limits);
  return result;
}

}  // namespace

Completion complete(const DifferentialSystem& system,
                    const CompletionOptions& options,
                    const Limits& limits) {
  if (system.mechanics) return complete_mechanics(system, options, limits);
  return detail::Completer(system, options, limits).run();
}

}  // namespace leafwise::algebra
