// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "completion/rounds/completer.hpp"
#include "completion/rows/generic_generators.hpp"

/// How many rounds a leaf needs, counted as the plain loop I -> minAss(I + D(I ∩ K[J_{q-1}]))
/// would: it sees components over rank drops in every round, where the completion looks only at the
/// end. Where rows had lost rank on a leaf before they were prolonged, its rounds are counted
/// again, by following that leaf alone and opening drops at every node.
namespace leafwise::algebra::detail {

namespace {}  // namespace

void Completer::recount() {
  const Limits whole = limits_;
  for (Leaf& leaf : result_.leaves) {
    if (!to_recount_.contains(leaf.name) || leaf.prime != Truth::yes) continue;
    limits_ = whole.spend(std::min(limits_.budget(&Effort::recount), options_.patience));
    replay_ = Replay{&leaf, std::nullopt};
    TreeNode unused;
    start(unused);
    const int saved = leaf.rounds - std::min(leaf.rounds, replay_->rounds.value_or(leaf.rounds));
    leaf.rounds -= saved;
    leaf.prolongations -= saved;
    if (leaf.index) *leaf.index -= saved;
    replay_.reset();
  }
  limits_ = whole;
}

/// Whether rows that were prolonged had lost rank on this base already.
bool Completer::may_come_earlier(const Node& leaf) const {
  return std::any_of(leaf.passed.begin(), leaf.passed.end(), [&](const auto& passed) {
    std::vector<AffineRow> rows = passed->rows;
    for (AffineRow& row : rows) row.coefficients.append(std::exchange(row.rest, Polynomial()));
    Outcome<std::vector<AffineRow>> forms = reduced(rows, leaf.base.ideal, limits_);
    if (!forms) return false;
    const Outcome<RankOverField> rank =
        rank_over_field(std::move(forms).value(), leaf.base.ideal, limits_);
    return rank && rank.value().rank < passed->rank;
  });
}

bool Completer::is_on_the_way(const Ideal& base) const {
  const Outcome<bool> inside = is_subset(base, replay_->leaf->base, limits_);
  return inside && inside.value();
}

/// Opens those components of the drops that are components of P + R as well: not in the closure of
/// what lies over the rest of V(P).
void Completer::replay_drops(const Node& node,
                             const Condensed& rows,
                             std::size_t rank,
                             TreeNode& tree) {
  if (rank == 0) return;
  const RankDrops drops = rank_drops(node, rows, rank);
  if (!drops.locus || !is_on_the_way(*drops.locus)) return;
  const auto leaf_over = [&](const Node& part, const Condensed& part_rows) -> Outcome<Ideal> {
    const Outcome<RankOverField> found = rank_over_field(part_rows.core, part.base.ideal, limits_);
    if (!found) return Unable{found.reason()};
    Leaf leaf{{}, LeafStatus::involutive, part.base.ideal, filtration_.graph};
    for (const auto* some : {&part_rows.solved, &part_rows.core}) {
      for (const AffineRow& row : *some) {
        leaf.linear.push_back(polynomial_from(row, filtration_.graph));
      }
    }
    leaf.pivots = found.value().pivots;
    leaf.needs_saturation = true;
    return full_ideal(leaf, limits_);
  };
  const Outcome<Ideal> closure = leaf_over(node, rows);
  const BaseSplit split = splitter_.split(node.base, drops.locus->generators(), limits_);
  for (const PrimeComponent& part : split.parts) {
    if (!closure || !is_on_the_way(part.ideal)) continue;
    Node child = node;
    child.base = part;
    child.is_prolonged = false;
    const Outcome<Condensed> child_rows = condensed(child.rows, part.ideal, limits_);
    if (!child_rows) continue;
    if (child_rows.value().conditions.empty()) {
      const Outcome<Ideal> over = leaf_over(child, child_rows.value());
      const Outcome<bool> inside =
          over ? is_subset(closure.value(), over.value(), limits_) : Unable{over.reason()};
      if (!inside || inside.value()) continue;
    }
    child.generic = generic_generators(
        part.ideal, part.dimension, filtration_, node.generic, node.base_sources, limits_);
    visit(child, tree);
  }
}

void Completer::end_of_replay(const Node& node,
                              const Condensed& rows,
                              const RankOverField& rank,
                              TreeNode& tree) {
  const Leaf& leaf = *replay_->leaf;
  const bool same_base = node.base.dimension == leaf.dimension;
  const bool same_rank = static_cast<int>(rows.solved.size() + rank.rank) == leaf.rank;
  if (same_base && same_rank) {
    replay_->rounds = std::min(node.rounds, replay_->rounds.value_or(node.rounds));
    return;
  }
  if (node.is_prolonged) replay_drops(node, rows, rank.rank, tree);
}

}  // namespace leafwise::algebra::detail
