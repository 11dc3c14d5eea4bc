// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "completion/completer.hpp"
#include "completion/leaf_numbers.hpp"
#include "geometry/minor_locus.hpp"

/// Leaves: what is recorded, which rank drops are followed, which leaves are merged.
namespace leafwise::algebra::detail {

namespace {

int dimension_of_base(const Filtration& filtration, const Ideal& ideal, const Limits& limits) {
  const Outcome<int> dimension = ideal.dimension(limits);
  if (!dimension) return -1;
  return dimension.value() - static_cast<int>(filtration.parameters.size());
}

}  // namespace

void Completer::add_leaf(const Node& node,
                         const Condensed& rows,
                         const RankOverField& rank,
                         TreeNode& tree) {
  Leaf leaf{{}, LeafStatus::involutive, node.base.base, filtration_.graph};
  for (const AffineRow& row : rows.solved) {
    leaf.linear.push_back(polynomial_from(row, filtration_.graph).primitive());
  }
  for (const AffineRow& row : rows.core) {
    leaf.linear.push_back(polynomial_from(row, filtration_.graph).primitive());
  }
  leaf.pivots = rank.pivots;
  leaf.rank = static_cast<int>(rows.solved.size() + rank.rank);
  leaf.dimension = node.base.dimension;
  leaf.rounds = node.rounds;
  leaf.prime = node.base.prime;
  leaf.absolutely_prime = node.base.absolutely_prime;
  leaf.verified = node.base.verified;
  leaf.verified_by = node.base.verified_by;
  leaf.paths = {node.path};
  // Ranks over the field of fractions mean something for a prime only.
  if (leaf.prime != Truth::yes) incomplete("the base of a leaf may not be prime");
  const int fibre = static_cast<int>(filtration_.graph.size()) - leaf.rank;
  int state_dimension = leaf.dimension;
  if (!filtration_.base_tops.empty()) {
    const Outcome<Ideal> state = elimination(node.base.base, filtration_.base_tops, limits_);
    if (state) {
      state_dimension = dimension_of_base(filtration_, state.value(), limits_) -
                        static_cast<int>(filtration_.base_tops.size());
    }
  }
  leaf.freedom = leaf.dimension + fibre - state_dimension;
  if (leaf.freedom > 0) leaf.status = LeafStatus::underdetermined;
  count_leaf(leaf, filtration_, node.rows, node.row_rounds, limits_);
  TreeNode child{"leaf", to_string(leaf.status), node.base.base.generators(), 0, {}, {}};
  follow_rank_drops(node, rows, rank.rank, leaf, child);
  if (breaks_an_inequation(leaf)) {
    child.operation = "dropped";
    child.why = "an inequation vanishes identically";
  } else {
    result_.leaves.push_back(std::move(leaf));
  }
  tree.children.push_back(std::move(child));
}

/// What follows from rows whose coefficients are not constant shows only in the leaf's own ideal.
bool Completer::breaks_an_inequation(const Leaf& leaf) {
  if (system_.inequations.empty()) return false;
  const Outcome<Ideal> ideal = full_ideal(leaf, limits_);
  for (const Polynomial& inequation : system_.inequations) {
    const Outcome<bool> vanishes =
        ideal ? ideal.value().contains(inequation, limits_) : Unable{ideal.reason()};
    if (vanishes && vanishes.value()) return true;
    if (!vanishes) incomplete("inequations: " + vanishes.reason());
  }
  return false;
}

void Completer::incomplete(const std::string& reason) {
  result_.complete = false;
  if (result_.reason.empty()) result_.reason = reason;
}

namespace {

/// Of r equations over V(P), a component has codimension r at most: if the drops are too small,
/// nothing new can lie over them (Krull).
bool holds_no_component(const Ideal& base,
                        int dimension,
                        const PolynomialMatrix& matrix,
                        std::size_t rank,
                        const Filtration& filtration,
                        const Limits& limits) {
  for (std::size_t j = 1; j <= rank; ++j) {
    const int bound = dimension - static_cast<int>(j);
    const auto is_enough = [&](const Ideal& ideal) -> Outcome<bool> {
      const Outcome<int> found = ideal.dimension(limits);
      if (!found) return Unable{found.reason()};
      return found.value() - static_cast<int>(filtration.parameters.size()) < bound ||
             found.value() < 0;
    };
    const Outcome<Ideal> drops = add_minors(base, matrix, rank - j + 1, is_enough, limits);
    if (!drops) return false;
    const Outcome<bool> small = is_enough(drops.value());
    if (!small || !small.value()) return false;
  }
  return true;
}

}  // namespace

void Completer::follow_rank_drops(
    const Node& node, const Condensed& rows, std::size_t rank, Leaf& leaf, TreeNode& tree) {
  leaf.rank_drops_followed = Truth::yes;
  if (rank == 0) return;
  const PolynomialMatrix matrix = augmented_matrix(rows.core);
  const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits_);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  const Outcome<Ideal> drops = add_minors(node.base.base, matrix, rank, is_unit, limits_);
  if (!drops) {
    leaf.rank_drops_followed = Truth::unknown;
    leaf.has_rank_drops = true;  // must be reckoned with: P + R itself may not be prime
    incomplete("rank drops: " + drops.reason());
    return;
  }
  const Outcome<bool> none = is_unit(drops.value());
  if (none && none.value()) return;
  leaf.has_rank_drops = true;
  if (rows.core.size() == rank &&
      holds_no_component(node.base.base, node.base.dimension, matrix, rank, filtration_, limits_)) {
    return;
  }
  Node parent = node;
  parent.is_prolonged = false;
  visit_parts(parent, drops.value().generators(), "rank drop", "the rows lose rank", tree);
}

namespace {

using Key = std::tuple<int, int, unsigned, std::string>;

Key key_of(const Leaf& leaf, const Limits& limits) {
  unsigned degrees = 0;
  std::string text;
  if (const auto basis = leaf.base.groebner_basis(limits)) {
    for (const Polynomial& element : basis.value()) {
      degrees += element.degree();
      text += to_string(element) + "\n";
    }
  }
  return {static_cast<int>(leaf.status) > 1 ? 1 : 0, -leaf.dimension, degrees, std::move(text)};
}

bool is_complete_leaf(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

/// The same leaf, reached in two ways.
void join(const Leaf& from, Leaf& into) {
  into.rounds = std::min(into.rounds, from.rounds);
  into.paths.insert(into.paths.end(), from.paths.begin(), from.paths.end());
}

/// Whether leaf a lies in the closure of leaf b. Of equal ones the first stays.
Outcome<bool> lies_in(const std::vector<std::optional<Ideal>>& full,
                      std::size_t a,
                      std::size_t b,
                      const Limits& limits) {
  if (!full[a] || !full[b]) return false;
  const Outcome<bool> inside = is_subset(*full[b], *full[a], limits);
  if (!inside) return Unable{inside.reason()};
  if (!inside.value()) return false;
  const Outcome<bool> equal = is_subset(*full[a], *full[b], limits);
  return !equal || !equal.value() || b < a;
}

}  // namespace

void merge_and_name(Completion& completion, const Limits& limits) {
  std::vector<Leaf>& leaves = completion.leaves;
  std::vector<std::optional<Ideal>> full(leaves.size());
  std::string open;  // why leaves may have stayed that lie in others
  const auto complete_ones = std::count_if(leaves.begin(), leaves.end(), is_complete_leaf);
  for (std::size_t i = 0; i < leaves.size() && complete_ones > 1; ++i) {
    if (!is_complete_leaf(leaves[i])) continue;
    const Outcome<Ideal> ideal = full_ideal(leaves[i], limits);
    if (ideal) full[i] = ideal.value();
    if (!ideal) open = "merging leaves: " + ideal.reason();
  }
  std::vector<bool> dropped(leaves.size(), false);
  for (std::size_t a = 0; a < leaves.size(); ++a) {
    std::optional<std::size_t> into;
    for (std::size_t b = 0; b < leaves.size() && !into; ++b) {
      if (a == b) continue;
      const Outcome<bool> inside = lies_in(full, a, b, limits);
      if (!inside) open = "merging leaves: " + inside.reason();
      if (inside && inside.value()) into = b;
    }
    if (!into) continue;
    dropped[a] = true;
    const Outcome<bool> equal = is_subset(*full[a], *full[*into], limits);
    if (equal && equal.value()) join(leaves[a], leaves[*into]);
  }
  if (!open.empty()) {
    completion.complete = false;
    if (completion.reason.empty()) completion.reason = open;
  }
  std::vector<Leaf> kept;
  for (std::size_t a = 0; a < leaves.size(); ++a) {
    if (!dropped[a]) kept.push_back(leaves[a]);
  }
  leaves = std::move(kept);
  sort_and_name(completion, limits);
}

void sort_and_name(Completion& completion, const Limits& limits) {
  std::vector<Leaf>& leaves = completion.leaves;
  std::vector<std::pair<Key, std::size_t>> keys;
  keys.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) keys.emplace_back(key_of(leaves[i], limits), i);
  std::sort(keys.begin(), keys.end());
  std::vector<Leaf> sorted;
  sorted.reserve(leaves.size());
  for (const auto& [key, index] : keys) {
    sorted.push_back(std::move(leaves[index]));
    sorted.back().name = "g" + std::to_string(sorted.size());
  }
  leaves = std::move(sorted);
}

}  // namespace leafwise::algebra::detail

namespace leafwise::algebra {

const char* to_string(LeafStatus status) noexcept {
  switch (status) {
    case LeafStatus::involutive: return "involutive";
    case LeafStatus::underdetermined: return "underdetermined";
    case LeafStatus::inconsistent: return "inconsistent";
    case LeafStatus::unfinished: return "unfinished";
    case LeafStatus::unexplored: break;
  }
  return "unexplored";
}

Outcome<Ideal> full_ideal(const Leaf& leaf, const Limits& limits) {
  std::vector<Variable> variables = leaf.graph;
  variables.insert(variables.end(), leaf.base.variables().begin(), leaf.base.variables().end());
  std::vector<Polynomial> generators = leaf.base.generators();
  generators.insert(generators.end(), leaf.linear.begin(), leaf.linear.end());
  Ideal ideal(variables, std::move(generators), leaf.base.engine());
  if (!leaf.has_rank_drops) return ideal;
  for (const Polynomial& pivot : leaf.pivots) {
    const Outcome<Ideal> next =
        saturation(ideal, Ideal(variables, {pivot}, leaf.base.engine()), limits);
    if (!next) return next;
    ideal = next.value();
  }
  return ideal;
}

}  // namespace leafwise::algebra
