// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/presentation/leaf_numbers.hpp"
#include "completion/rounds/completer.hpp"
#include "completion/rounds/tree_nodes.hpp"
#include "completion/rows/least_rows.hpp"
#include "completion/rows/regular_rows.hpp"
#include "geometry/minor_locus.hpp"
#include "geometry/row_dependence.hpp"
#include "number/random_choices.hpp"

/// Leaves: what is recorded, which rank drops are followed, which leaves are merged.
namespace leafwise::algebra::detail {

namespace {

int dimension_of_base(const Filtration& filtration, const Ideal& ideal, const Limits& limits) {
  const Outcome<int> dimension = ideal.dimension(limits);
  if (!dimension) return -1;
  return dimension.value() - static_cast<int>(filtration.parameters.size());
}

/// Cut out by as many equations as its codimension: unmixed, and so is what regular sequences of
/// further equations cut out.
bool is_complete_intersection(const Ideal& base, int dimension, const Filtration& filtration) {
  const auto parameters = static_cast<int>(filtration.parameters.size());
  const int codimension = static_cast<int>(base.variables().size()) - dimension - parameters;
  return static_cast<int>(base.generators().size()) == codimension;
}

std::vector<Polynomial> polynomials_from(const Condensed& rows,
                                         const std::vector<Variable>& graph) {
  std::vector<Polynomial> polynomials;
  for (const auto* part : {&rows.solved, &rows.core}) {
    for (const AffineRow& row : *part) {
      polynomials.push_back(polynomial_from(row, graph).primitive());
    }
  }
  return polynomials;
}

}  // namespace

void Completer::add_leaf(const Node& node,
                         const Condensed& rows,
                         const RankOverField& rank,
                         TreeNode& tree) {
  if (replay_) return end_of_replay(node, rows, rank, tree);
  Leaf leaf{new_name(), LeafStatus::involutive, node.base.ideal, filtration_.graph};
  Condensed least = rows;
  const bool is_regular = keep_least_rows(least, rank.rank, node.base);
  leaf.linear = polynomials_from(least, filtration_.graph);
  leaf.pivots = rank.pivots;
  leaf.rank = static_cast<int>(rows.solved.size() + rank.rank);
  leaf.dimension = node.base.dimension;
  leaf.rounds = node.rounds;
  leaf.prime = node.base.prime;
  leaf.absolutely_prime = node.base.absolutely_prime;
  leaf.verified = node.base.verified;
  leaf.verified_by = node.base.verified_by;
  leaf.probable = node.base.probable;
  leaf.paths = {node.path};
  // Ranks over the field of fractions mean something for a prime only.
  if (leaf.prime != Truth::yes) incomplete("the base of a leaf may not be prime");
  set_freedom(leaf);
  TreeNode child{
      "leaf", {}, node.base.ideal.generators(), 0, {}, {}, known_dimension(leaf.dimension)};
  if (is_regular) {
    leaf.rank_drops_followed = Truth::yes;
  } else {
    follow_rank_drops(node, least, rank.rank, leaf, child);
  }
  const bool can_be_saturated = !leaf.base.is_basis_out_of_reach();
  if (leaf.needs_saturation && !rank.has_pivots && can_be_saturated) find_pivots(rows, leaf);
  if (leaf.has_rank_drops && !leaf.regular_over_reals)
    make_regular(least, rank.rank, node.base, leaf);
  count_leaf(leaf, filtration_, node.rows, node.row_rounds, system_, limits_);
  child.why = to_string(leaf.status);
  if (breaks_an_inequation(leaf)) {
    child.operation = "dropped";
    child.why = "an inequation vanishes identically";
  } else {
    child.leaf = leaf.name;
    if (may_come_earlier(node)) to_recount_.insert(leaf.name);
    result_.leaves.push_back(std::move(leaf));
  }
  tree.children.push_back(std::move(child));
}

void Completer::set_freedom(Leaf& leaf) {
  const int fibre = static_cast<int>(filtration_.graph.size()) - leaf.rank;
  int state_dimension = leaf.dimension;
  bool is_known = true;
  if (!filtration_.base_tops.empty()) {
    const Outcome<Ideal> state = elimination(leaf.base, filtration_.base_tops, limits_);
    if (state) {
      state_dimension = dimension_of_base(filtration_, state.value(), limits_) -
                        static_cast<int>(filtration_.base_tops.size());
    } else {
      is_known = false;
      incomplete("free functions: " + state.reason());
    }
  }
  leaf.freedom = leaf.dimension + fibre - state_dimension;
  if (is_known && state_dimension >= 0) leaf.state_dimension = state_dimension;
  if (leaf.freedom > 0) leaf.status = LeafStatus::underdetermined;
}

void Completer::find_pivots(const Condensed& rows, Leaf& leaf) const {
  const Limits shortly = limits_.spend(&Effort::leaf_pivots);
  Outcome<RankOverField> found = rank_over_field(rows.core, leaf.base, shortly);
  leaf.has_pivots = static_cast<bool>(found);
  if (found) leaf.pivots = std::move(found).value().pivots;
}

bool Completer::keep_least_rows(Condensed& rows,
                                std::size_t rank,
                                const PrimeComponent& base) const {
  if (rank == 0 || rows.core.size() <= rank || base.prime != Truth::yes || !options_.split) {
    return false;
  }
  tell("least rows");
  const Limits shortly = limits_.spend(&Effort::regular_rows).spend(&Effort::least_regular_rows);
  LeastRows least = least_rows(rows.core, rank, filtration_.graph, base.ideal, shortly);
  rows.core = std::move(least.rows);
  return least.everywhere || add_derivatives(rows, rank, base);
}

bool Completer::add_derivatives(Condensed& rows,
                                std::size_t rank,
                                const PrimeComponent& base) const {
  // Then the derivatives of its generators are among the rows.
  if (is_complete_intersection(base.ideal, base.dimension, filtration_)) return false;
  const std::vector<Variable> jets = filtration_.all();
  const std::set<Variable> known(jets.begin(), jets.end());
  std::vector<AffineRow> all = rows.solved;
  all.insert(all.end(), rows.core.begin(), rows.core.end());
  const std::size_t before = all.size();
  for (const Polynomial& generator : base.ideal.generators()) {
    const Polynomial derivative = generator.total_derivative();
    const std::set<Variable> used = derivative.variables();
    // Of functions of the state, and of tops, the derivatives are no jets of the system.
    if (derivative.is_zero() ||
        !std::includes(known.begin(), known.end(), used.begin(), used.end()))
      continue;
    all.push_back(row_from(derivative, filtration_.graph));
  }
  if (all.size() == before) return false;
  const Limits shortly = limits_.spend(&Effort::regular_rows).spend(&Effort::least_regular_rows);
  Outcome<Condensed> found = condensed(all, base.ideal, shortly);
  if (!found || !found.value().conditions.empty()) return false;
  Condensed longer = std::move(found).value();
  const std::size_t whole = rows.solved.size() + rank;
  if (longer.solved.size() > whole) return false;
  if (longer.solved.size() < whole) {
    LeastRows least = least_rows(
        longer.core, whole - longer.solved.size(), filtration_.graph, base.ideal, shortly);
    if (!least.everywhere) return false;
    longer.core = std::move(least.rows);
  } else if (!longer.core.empty()) {
    return false;
  }
  rows = std::move(longer);
  return true;
}

void Completer::make_regular(const Condensed& found,
                             std::size_t rank,
                             const PrimeComponent& base,
                             Leaf& leaf) const {
  if (leaf.prime != Truth::yes) return;
  Condensed longer = found;
  // Redundant rows have been tried so before.
  if (found.core.size() <= rank && add_derivatives(longer, rank, base)) {
    leaf.linear = polynomials_from(longer, filtration_.graph);
    leaf.pivots.clear();
    leaf.has_rank_drops = leaf.needs_saturation = false;
    return;
  }
  if (!leaf.has_pivots) return;
  // Of leaves that need them to pass a point; so a run waits for them, too, but less.
  const auto most = std::max(options_.patience, limits_.budget(&Effort::least_regular_rows));
  // Those who limit time do not want to wait longer for it than those who don't.
  const Limits shortly = limits_.spend(&Effort::regular_rows)
                             .spend(limits_.effort->regular_rows.otherwise)
                             .spend(most);
  const auto rows = regular_rows(leaf, shortly);
  if (!rows) return;
  std::vector<Polynomial> pivots;
  if (!rows->everywhere) {
    Outcome<RankOverField> elimination = rank_over_field(rows->core, leaf.base, shortly);
    if (!elimination) return;
    pivots = std::move(elimination).value().pivots;
  }
  leaf.linear = polynomials_from({rows->solved, rows->core, {}}, filtration_.graph);
  leaf.pivots = std::move(pivots);
  leaf.has_rank_drops = !rows->everywhere;
  leaf.needs_saturation = !rows->everywhere;
}

std::string Completer::new_name() {
  return "#" + std::to_string(++names_);
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

/// A matrix so wide has few minors.
constexpr std::size_t few_columns = 4;

}  // namespace

RankDrops Completer::rank_drops_by_minors(const Node& node,
                                          const Condensed& rows,
                                          std::size_t rank,
                                          const Limits& limits) const {
  const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  const Outcome<Ideal> locus =
      add_minors(node.base.ideal, augmented_matrix(rows.core), rank, is_unit, limits);
  if (!locus) return {RankDrops::Kind::unknown, std::nullopt, locus.reason()};
  const Outcome<bool> none = is_unit(locus.value());
  if (none && none.value()) return {RankDrops::Kind::none, std::nullopt, {}};
  return {RankDrops::Kind::some, locus.value(), {}};
}

/// Minors where they are few, then multipliers, then minors however many they are.
RankDrops Completer::rank_drops(const Node& node, const Condensed& rows, std::size_t rank) const {
  const PolynomialMatrix matrix = augmented_matrix(rows.core);
  RankDrops drops;
  if (matrix.front().size() <= few_columns) {
    drops = rank_drops_by_minors(node, rows, rank, limits_.spend(&Effort::few_minors));
    if (drops.kind == RankDrops::Kind::none) return drops;
  }
  if (matrix.size() == rank) {
    // Of r equations over V(P), a component has codimension r at most. Points where the rank is
    // j less have j − 1 dimensions of multipliers over them: if the pairs are fewer than a set of
    // codimension 1, all these are too small for a component (Krull).
    const Limits shortly = limits_.spend(&Effort::multipliers);
    const Ideal& base = node.base.ideal;
    if (drops.kind != RankDrops::Kind::some) {
      const Limits first = limits_.spend_share(limits_.effort->first_of_multipliers,
                                               limits_.budget(&Effort::multipliers) / 2);
      const Outcome<bool> independent =
          are_rows_independent(base, matrix, first.spend(limits_.budget(&Effort::multipliers) / 2));
      if (independent && independent.value()) return {RankDrops::Kind::none, std::nullopt, {}};
    }
    if (base.is_basis_out_of_reach()) {
      return {
          RankDrops::Kind::unknown, std::nullopt, "its positions have no Gröbner basis in reach"};
    }
    const int bound = node.base.dimension + static_cast<int>(filtration_.parameters.size()) - 1;
    const Outcome<Evidence> too_small = are_dependences_below(base, matrix, bound, shortly);
    const bool is_proved = too_small && too_small.value() == Evidence::proved;
    // What is only probable must not overrule a drop that was found exactly.
    const bool may_stand = drops.kind != RankDrops::Kind::some && too_small;
    if (is_proved || (may_stand && too_small.value() == Evidence::probable)) {
      return {RankDrops::Kind::too_small, std::nullopt, {}, !is_proved};
    }
    if (auto at_positions = drops_at_singular_positions(node, matrix, bound)) return *at_positions;
  }
  if (drops.kind == RankDrops::Kind::some) return drops;
  return rank_drops_by_minors(node, rows, rank, limits_);
}

void Completer::follow_rank_drops(
    const Node& node, const Condensed& rows, std::size_t rank, Leaf& leaf, TreeNode& tree) {
  leaf.rank_drops_followed = options_.split ? Truth::yes : Truth::unknown;
  if (rank == 0 || !options_.split) return;
  tell("rank drops");
  leaf.regular_over_reals = known_ != nullptr && known_->regular_over_reals &&
                            leaf.rank == static_cast<int>(leaf.graph.size());
  Limits for_drops = limits_.spend(&Effort::drops).spend(options_.patience);
  if (leaf.regular_over_reals) for_drops = for_drops.spend(&Effort::drops_if_regular);
  const Limits whole = std::exchange(limits_, for_drops);
  const RankDrops drops = rank_drops(node, rows, rank);
  limits_ = whole;
  if (drops.kind == RankDrops::Kind::none) return;
  leaf.has_rank_drops = true;
  leaf.needs_saturation = true;
  switch (drops.kind) {
    case RankDrops::Kind::none: break;
    case RankDrops::Kind::too_small:
      // Then P + R has no component there, and of a complete intersection none is embedded, either.
      if (drops.is_probable) leaf.probable.push_back(probably("no leaf where its rows lose rank"));
      leaf.needs_saturation =
          !is_complete_intersection(node.base.ideal, node.base.dimension, filtration_);
      break;
    case RankDrops::Kind::some:
      if (drops.is_probable) {
        leaf.probable.push_back(probably("no leaf where its rows lose rank at regular positions"));
      }
      if (open_rank_drops(node, rows, *drops.locus, tree)) break;
      leaf.rank_drops_followed = Truth::unknown;
      incomplete("rank drops: the time limit was reached");
      break;
    case RankDrops::Kind::unknown:
      leaf.rank_drops_followed = Truth::unknown;
      // has_rank_drops must be reckoned with: P + R itself may not be prime
      if (!leaf.regular_over_reals) incomplete("rank drops: " + drops.why);
      break;
  }
}

/// Whether there was patience enough to see all that is there.
bool Completer::open_rank_drops(const Node& node,
                                const Condensed& rows,
                                const Ideal& drops,
                                TreeNode& tree) {
  Node parent = node;
  parent.is_prolonged = false;
  Sources sources = node.base_sources;
  for (const AffineRow& row : rows.core) sources.insert(row.sources.begin(), row.sources.end());
  std::vector<Relation> conditions;
  for (const Polynomial& generator : drops.generators()) {
    const auto& own = node.base.ideal.generators();
    if (std::find(own.begin(), own.end(), generator) != own.end()) continue;
    conditions.push_back({generator, sources});
  }
  const std::size_t leaves = result_.leaves.size();
  const std::size_t nodes = tree.children.size();
  const Limits whole = std::exchange(limits_, limits_.spend(options_.patience));
  visit_parts(parent, conditions, "rank drop", "the rows lose rank", tree);
  const bool was_impatient = limits_.is_over() && !whole.is_over();
  limits_ = whole;
  if (!was_impatient) return true;
  // What was left whole for want of patience might pass for a leaf.
  result_.leaves.erase(result_.leaves.begin() + static_cast<std::ptrdiff_t>(leaves),
                       result_.leaves.end());
  tree.children.erase(tree.children.begin() + static_cast<std::ptrdiff_t>(nodes),
                      tree.children.end());
  return false;
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

}  // namespace leafwise::algebra
