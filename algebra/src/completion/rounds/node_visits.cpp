// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "completion/rounds/completer.hpp"
#include "completion/rounds/tree_nodes.hpp"

// What becomes of one node: conditions, parts by pivots, derivatives, or a leaf.
namespace leafwise::algebra::detail {

void Completer::visit(const Node& node, TreeNode& tree) {
  ++nodes_;
  tell("completing");
  if (limits_.is_over()) return unfinished(node, "the time limit was reached", tree);
  const Outcome<Condensed> rows = condensed(node.rows, node.base.ideal, limits_);
  if (!rows) return unfinished(node, rows.reason(), tree);
  if (!system_.inequations.empty() && breaks_an_inequation(node, rows.value())) {
    tree.children.push_back(
        end_node("dropped", "an inequation vanishes identically", node.base.dimension));
    return;
  }
  RankOverField rank;
  if (rows.value().conditions.empty()) {
    Outcome<RankOverField> found = rank_of(node, rows.value());
    if (!found) return unfinished(node, found.reason(), tree);
    rank = std::move(found).value();
  }
  const std::vector<Relation> conditions = conditions_of(rows.value(), rank, node.base.ideal);
  if (!conditions.empty()) {
    const std::string why = "follows" + from(sources_of(conditions));
    return visit_parts(node, conditions, "condition", why, tree);
  }
  if (options_.split && node.base.prime != Truth::yes && split_by_pivots(node, rank, tree)) return;
  if (replay_) {
    if (replay_->rounds && node.rounds >= *replay_->rounds) return;
    if (!node.is_prolonged) replay_drops(node, rows.value(), rank.rank, tree);
  }
  if (!node.is_prolonged && prolong(node, rows.value(), rank.rank, tree)) return;
  if (!node.has_velocity_functions) {
    Node whole = node;
    whole.has_velocity_functions = true;
    visit_parts(whole,
                velocity_functions_,
                "split",
                "functions of velocities",
                tree,
                limits_.budget(&Effort::velocity_functions));
    return;
  }
  add_leaf(node, rows.value(), rank, tree);
}

/// What may not be prime is split by pivots, if these can be had: not over what has no basis.
Outcome<RankOverField> Completer::rank_of(const Node& node, const Condensed& rows) const {
  if (node.base.prime != Truth::yes && !node.base.ideal.is_basis_out_of_reach()) {
    const Limits shortly = limits_.spend(&Effort::pivots);
    Outcome<RankOverField> found = rank_over_field(rows.core, node.base.ideal, shortly);
    if (found) return found;
  }
  return generic_rank(rows.core, node.base.ideal, limits_);
}

bool Completer::split_by_pivots(const Node& node, const RankOverField& rank, TreeNode& tree) {
  for (const Polynomial& pivot : rank.pivots) {
    const Ideal& base = node.base.ideal;
    const Ideal of_pivot(base.variables(), {pivot}, base.engine());
    const Limits shortly = limits_.spend(&Effort::pivot);
    const Outcome<Ideal> without = saturation(base, of_pivot, shortly);
    if (!without) continue;
    const Outcome<bool> same = is_subset(without.value(), base, shortly);
    if (!same || same.value()) continue;
    std::vector<Relation> rest;
    for (const Polynomial& generator : without.value().generators()) {
      rest.push_back({generator, node.base_sources});
    }
    const std::string why = "whether " + to_string(pivot) + " is 0";
    visit_parts(node, rest, "split", why, tree);
    visit_parts(node, {{pivot, {}}}, "split", why, tree);
    return true;
  }
  return false;
}

Outcome<std::vector<Relation>> Completer::state_relations(const Node& node) const {
  const std::set<Variable> functions(filtration_.functions.begin(), filtration_.functions.end());
  if (filtration_.base_tops.empty()) {
    std::vector<Relation> relations;
    for (const Relation& relation : node.generic) {
      const std::set<Variable> used = relation.polynomial.variables();
      const bool is_definition = std::any_of(
          used.begin(), used.end(), [&](const Variable& v) { return functions.contains(v); });
      if (!is_definition) relations.push_back(relation);
    }
    // Of a prime with as many generators as its codimension, each function takes one.
    const std::size_t open = node.has_velocity_functions ? 0 : velocity_functions_.size();
    const std::size_t known = functions.size() - std::min(open, functions.size());
    if (node.generic.size() == relations.size() + known || known == 0) {
      return relations;
    }
  }
  std::vector<Variable> eliminated = filtration_.base_tops;
  eliminated.insert(eliminated.end(), functions.begin(), functions.end());
  const Outcome<Ideal> state = elimination(node.base.ideal, eliminated, limits_);
  if (!state) return Unable{state.reason()};
  std::vector<Relation> relations;
  for (const Polynomial& generator : state.value().generators()) {
    relations.push_back({generator, node.base_sources});
  }
  return relations;
}

bool Completer::prolong(const Node& node, const Condensed& now, std::size_t rank, TreeNode& tree) {
  const Outcome<std::vector<Relation>> relations = state_relations(node);
  if (!relations) {
    unfinished(node, relations.reason(), tree);
    return true;
  }
  Node longer = node;
  std::vector<Polynomial> derivatives;
  Sources sources;
  for (const Relation& relation : relations.value()) {
    Polynomial derivative = relation.polynomial.total_derivative();
    if (derivative.is_zero()) continue;
    sources.insert(relation.sources.begin(), relation.sources.end());
    longer.rows.push_back(row_from(derivative, filtration_.graph, relation.sources));
    longer.row_rounds.push_back(node.rounds + 1);
    derivatives.push_back(std::move(derivative));
  }
  if (derivatives.empty()) return false;
  const Outcome<Condensed> after = condensed(longer.rows, node.base.ideal, limits_);
  const Outcome<RankOverField> rank_after =
      after ? generic_rank(after.value().core, node.base.ideal, limits_)
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
  longer.passed.push_back(std::make_shared<RowsWithRank>(RowsWithRank{now.core, rank}));
  TreeNode child =
      end_node("prolongation", "derivatives of what comes" + from(sources), node.base.dimension);
  child.equations = std::move(derivatives);
  visit(longer, child);
  tree.children.push_back(std::move(child));
  return true;
}

}  // namespace leafwise::algebra::detail
