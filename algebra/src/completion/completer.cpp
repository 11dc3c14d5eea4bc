// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/completer.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/generic_generators.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds elimination_time{1500};

/// Where a decomposition has this share of the time that is left, those after it have some, too.
constexpr double share_of_a_split = 0.4;
constexpr milliseconds split_time{60000};
constexpr milliseconds pivot_time{500};

/// The elements that P and those before do not generate: best to read first.
std::vector<Relation> independent_ones(std::vector<Relation> relations,
                                       const Ideal& base,
                                       const Limits& limits) {
  std::stable_sort(relations.begin(), relations.end(), [](const auto& a, const auto& b) {
    if (a.polynomial.degree() != b.polynomial.degree()) {
      return a.polynomial.degree() < b.polynomial.degree();
    }
    return a.polynomial.terms().size() < b.polynomial.terms().size();
  });
  std::vector<Relation> kept;
  std::vector<Polynomial> generators = base.generators();
  Ideal sum = base;
  for (const Relation& relation : relations) {
    const Outcome<bool> known = sum.contains(relation.polynomial, limits);
    if (known && known.value()) continue;
    kept.push_back(relation);
    generators.push_back(relation.polynomial);
    sum = Ideal(base.variables(), generators, base.engine());
  }
  return kept;
}

double seconds_since(Limits::Clock::time_point start) {
  return std::chrono::duration<double>(Limits::Clock::now() - start).count();
}

}  // namespace

Limits share_of(const Limits& limits, double share, std::chrono::milliseconds otherwise) {
  if (limits.deadline == Limits::Clock::time_point::max()) return limits.at_most(otherwise);
  const auto left = limits.deadline - Limits::Clock::now();
  if (left <= Limits::Clock::duration::zero()) return limits;
  const auto part = std::chrono::duration_cast<milliseconds>(left * share);
  return limits.at_most(part);
}

Completer::Completer(const DifferentialSystem& system,
                     const CompletionOptions& options,
                     const Limits& limits)
    : system_(system),
      options_(options),
      limits_(limits),
      filtration_(filtration_of(system)),
      splitter_(filtration_, options_) {}

Completion Completer::run(const PositionComponent* known) {
  const auto begin = Limits::Clock::now();
  known_ = known;
  result_.base_variables = filtration_.base;
  result_.graph_variables = filtration_.graph;
  result_.orders = filtration_.orders;
  result_.complete = true;
  result_.tree.operation = "root";
  start(result_.tree);
  recount();
  merge_and_name(result_, limits_);
  result_.tree.seconds = seconds_since(begin);
  return std::move(result_);
}

void Completer::start(TreeNode& tree) {
  Node root{BasePart{Ideal(filtration_.base, {}, options_.engine)}, {}, {}, {}, {}, 0, false, {}};
  root.base.dimension = static_cast<int>(filtration_.base.size() - filtration_.parameters.size());
  root.base.prime = Truth::yes;
  root.base.absolutely_prime = Truth::yes;
  root.base.verified = true;
  root.base.verified_by = {"no relations"};
  std::vector<Relation> conditions;
  for (std::size_t number = 0; number < system_.equations.size(); ++number) {
    const SourcedEquation& equation = system_.equations[number];
    const std::set<Variable> used = equation.polynomial.variables();
    const bool is_row = std::any_of(
        used.begin(), used.end(), [&](const Variable& v) { return filtration_.is_graph(v); });
    if (is_row) {
      root.rows.push_back(row_from(equation.polynomial, filtration_.graph, {number}));
      root.row_rounds.push_back(0);
    } else if (!equation.polynomial.is_zero()) {
      conditions.push_back({equation.polynomial, {number}});
    }
    tree.equations.push_back(equation.polynomial);
  }
  if (known_ != nullptr) {
    const BasePart& positions = known_->positions;
    const int further = static_cast<int>(filtration_.base.size()) -
                        static_cast<int>(positions.base.variables().size());
    const Ideal base(filtration_.base, positions.base.generators(), options_.engine);
    root.base = positions;
    root.base.base = base;
    root.base.dimension = positions.dimension + further;
    root.base_sources = sources_of(conditions);
    root.generic = generic_generators(base, filtration_, conditions, root.base_sources, limits_);
    visit(root, tree);
  } else if (conditions.empty()) {
    visit(root, tree);
  } else {
    visit_parts(root, conditions, "split", "the given relations", tree);
  }
}

void Completer::unfinished(const Node& node, const std::string& reason, TreeNode& tree) {
  if (replay_) return;
  Leaf leaf{new_name(), LeafStatus::unfinished, node.base.base, filtration_.graph};
  for (const AffineRow& row : node.rows) {
    leaf.linear.push_back(polynomial_from(row, filtration_.graph));
  }
  leaf.dimension = node.base.dimension;
  leaf.rounds = node.rounds;
  leaf.prime = node.base.prime;
  leaf.paths = {node.path};
  tree.children.push_back({"unfinished", reason, {}, 0, leaf.name, {}});
  result_.leaves.push_back(std::move(leaf));
  result_.complete = false;
  if (result_.reason.empty()) result_.reason = reason;
}

void Completer::tell(const char* stage) const {
  if (options_.progress) options_.progress({stage, nodes_, result_.leaves.size()});
}

std::string Completer::from(const Sources& sources) const {
  const std::string text = words(sources, system_.equations);
  return text.empty() ? text : " from " + text;
}

void Completer::visit_parts(const Node& parent,
                            const std::vector<Relation>& conditions,
                            const std::string& operation,
                            const std::string& why,
                            TreeNode& tree) {
  const auto start = Limits::Clock::now();
  tell("splitting");
  const BaseSplit split = splitter_.split(
      parent.base, polynomials_of(conditions), share_of(limits_, share_of_a_split, split_time));
  TreeNode node{operation, why, polynomials_of(conditions), seconds_since(start), {}, {}};
  for (const UnexploredPart& part : split.unexplored) {
    if (replay_) break;
    Leaf leaf{new_name(), LeafStatus::unexplored, part.ideal, filtration_.graph};
    leaf.paths = {parent.path};
    node.children.push_back({"unexplored", part.why, part.ideal.generators(), 0, leaf.name, {}});
    result_.leaves.push_back(std::move(leaf));
  }
  std::vector<Relation> candidates = parent.generic;
  candidates.insert(candidates.end(), conditions.begin(), conditions.end());
  Sources sources = parent.base_sources;
  sources.merge(sources_of(conditions));
  for (const BasePart& part : split.parts) {
    if (replay_ && !is_on_the_way(part.base)) continue;
    Node child{
        part, sources, {}, parent.rows, parent.row_rounds, parent.rounds, false, parent.path};
    child.generic = generic_generators(part.base, filtration_, candidates, sources, limits_);
    child.path.push_back(operation + ": " + part.how);
    child.passed = parent.passed;
    TreeNode child_tree{"prime", part.how, part.base.generators(), 0, {}, {}};
    visit(child, child_tree);
    node.children.push_back(std::move(child_tree));
  }
  if (split.parts.empty() && split.unexplored.empty()) {
    for (const std::size_t number : sources) {
      result_.contradicting.insert(system_.equations[number].source);
    }
    node.children.push_back(
        {"inconsistent", "no point satisfies what comes" + from(sources), {}, 0, {}, {}});
  }
  tree.children.push_back(std::move(node));
}

std::vector<Relation> Completer::conditions_of(const Condensed& rows,
                                               const RankOverField& rank,
                                               const Ideal& base) const {
  if (!rows.conditions.empty()) return independent_ones(rows.conditions, base, limits_);
  if (rank.leftovers.empty()) return {};
  // The leftovers are multiples of what the rows imply; eliminating gives that itself.
  std::vector<Polynomial> generators = base.generators();
  Sources sources;
  for (const AffineRow& row : rows.core) {
    generators.push_back(polynomial_from(row, filtration_.graph));
    sources.insert(row.sources.begin(), row.sources.end());
  }
  const Ideal with_rows(filtration_.all(), std::move(generators), options_.engine);
  const Outcome<Ideal> eliminated =
      elimination(with_rows, filtration_.graph, limits_.at_most(elimination_time));
  if (!eliminated) return independent_ones(rank.leftovers, base, limits_);
  std::vector<Relation> found;
  for (const Polynomial& generator : eliminated.value().generators()) {
    found.push_back({generator, sources});
  }
  std::vector<Relation> conditions = independent_ones(std::move(found), base, limits_);
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

void Completer::visit(const Node& node, TreeNode& tree) {
  ++nodes_;
  tell("completing");
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
  const std::vector<Relation> conditions = conditions_of(rows.value(), rank, node.base.base);
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
  add_leaf(node, rows.value(), rank, tree);
}

bool Completer::split_by_pivots(const Node& node, const RankOverField& rank, TreeNode& tree) {
  for (const Polynomial& pivot : rank.pivots) {
    const Ideal& base = node.base.base;
    const Ideal of_pivot(base.variables(), {pivot}, base.engine());
    const Limits shortly = limits_.at_most(pivot_time);
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
    if (node.generic.size() == relations.size() + functions.size() || functions.empty()) {
      return relations;
    }
  }
  std::vector<Variable> eliminated = filtration_.base_tops;
  eliminated.insert(eliminated.end(), functions.begin(), functions.end());
  const Outcome<Ideal> state = elimination(node.base.base, eliminated, limits_);
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
  longer.passed.push_back(std::make_shared<RowsWithRank>(RowsWithRank{now.core, rank}));
  TreeNode child{
      "prolongation", "derivatives of what comes" + from(sources), derivatives, 0, {}, {}};
  visit(longer, child);
  tree.children.push_back(std::move(child));
  return true;
}

}  // namespace leafwise::algebra::detail
