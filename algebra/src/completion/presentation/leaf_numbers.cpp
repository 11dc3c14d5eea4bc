// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/presentation/leaf_numbers.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "completion/rows/independent_rows.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Questions about the rank of the rows up to some round, on one leaf.
class Ranks {
 public:
  Ranks(const Leaf& leaf,
        const std::vector<AffineRow>& rows,
        const std::vector<int>& rounds,
        const Limits& limits)
      : leaf_(leaf), rows_(rows), rounds_(rounds), limits_(limits.spend(&Effort::counting)) {}

  /// Whether the rows up to this round determine the graph variable by the state alone: without
  /// its column their rank is less.
  [[nodiscard]] std::optional<bool> determine(std::size_t column, int round) {
    const std::optional<Condensed>& now = up_to(round);
    if (!now) return std::nullopt;
    for (const AffineRow& row : now->solved) {
      if (row.coefficients.entries().size() != 1) continue;
      if (row.coefficients.entries().front().first == column) return true;
    }
    // A unit vector is a combination of the rows; of solved ones, it is that row itself.
    if (now->core.empty()) return false;
    std::vector<AffineRow> all = now->solved;
    all.insert(all.end(), now->core.begin(), now->core.end());
    const std::optional<std::size_t> with = rank_of(all);
    for (AffineRow& row : all) row.coefficients.set(column, Polynomial());
    const std::optional<std::size_t> without = rank_of(all);
    if (!with || !without) return std::nullopt;
    return *with == *without + 1;
  }

 private:
  [[nodiscard]] const std::optional<Condensed>& up_to(int round) {
    const auto known = condensed_.find(round);
    if (known != condensed_.end()) return known->second;
    std::vector<AffineRow> chosen;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rounds_[i] <= round) chosen.push_back(rows_[i]);
    }
    std::optional<Condensed> found;
    Outcome<Condensed> rows = condensed(chosen, leaf_.base, limits_);
    if (rows) found = std::move(rows).value();
    return condensed_.emplace(round, std::move(found)).first->second;
  }

  [[nodiscard]] std::optional<std::size_t> rank_of(const std::vector<AffineRow>& rows) const {
    const Outcome<Condensed> small = condensed(rows, leaf_.base, limits_);
    if (!small) return std::nullopt;
    const Outcome<RankOverField> core = generic_rank(small.value().core, leaf_.base, limits_);
    if (!core) return std::nullopt;
    return small.value().solved.size() + core.value().rank;
  }

  const Leaf& leaf_;
  const std::vector<AffineRow>& rows_;
  const std::vector<int>& rounds_;
  Limits limits_;
  std::map<int, std::optional<Condensed>> condensed_;  ///< by round; none: a limit
};

/// The rank of the equations' gradients by some variables, over the field of the ideal's zeros.
Outcome<std::size_t> rank_of_gradients(const std::vector<Polynomial>& equations,
                                       const std::vector<Variable>& columns,
                                       const Ideal& ideal,
                                       const Limits& limits) {
  if (columns.empty()) return std::size_t{0};
  std::vector<AffineRow> rows;
  rows.reserve(equations.size());
  for (const Polynomial& equation : equations) {
    rows.push_back({SparseRow(gradient(equation, columns)), Polynomial(), {}});
  }
  Outcome<std::vector<AffineRow>> forms = reduced(rows, ideal, limits);
  if (!forms) return Unable{forms.reason()};
  const Outcome<RankOverField> rank = rank_over_field(std::move(forms).value(), ideal, limits);
  if (!rank) return Unable{rank.reason()};
  return rank.value().rank;
}

/// Where tops lie in the base, what is free shows in the tangent spaces of the fibres over the
/// state: a column moves if the rank stays without it.
void find_free_tops(Leaf& leaf, const Filtration& filtration, const Limits& limits) {
  const Limits shortly = limits.spend(&Effort::counting);
  const Outcome<Ideal> full = full_ideal(leaf, shortly);
  if (!full) return;
  std::vector<Variable> columns = leaf.graph;
  columns.insert(columns.end(), filtration.base_tops.begin(), filtration.base_tops.end());
  std::vector<Polynomial> equations = leaf.base.generators();
  equations.insert(equations.end(), leaf.linear.begin(), leaf.linear.end());
  const auto rank_of = [&](const std::vector<Variable>& chosen) {
    return rank_of_gradients(equations, chosen, full.value(), shortly);
  };
  const Outcome<std::size_t> rank = rank_of(columns);
  if (!rank) return;
  for (const Variable& column : columns) {
    std::vector<Variable> others = columns;
    std::erase(others, column);
    const Outcome<std::size_t> without = rank_of(others);
    if (without && without.value() == rank.value()) leaf.free.push_back(column);
  }
  std::vector<Variable> unmoving = columns;
  std::erase_if(unmoving, [](const Variable& column) { return column.order > 0; });
  const Outcome<std::size_t> unmoving_rank = rank_of(unmoving);
  if (!unmoving_rank) return;
  leaf.motion_is_free = unmoving_rank.value() + (columns.size() - unmoving.size()) > rank.value();
}

/// The equations without graph variables: relations that hold before anything is done.
std::vector<Polynomial> given_relations(const DifferentialSystem& system,
                                        const Filtration& filtration) {
  std::vector<Polynomial> relations;
  for (const SourcedEquation& equation : system.equations) {
    const auto variables = equation.polynomial.variables();
    const bool has_graph = std::any_of(variables.begin(), variables.end(), [&](const auto& some) {
      return filtration.is_graph(some);
    });
    if (!has_graph) relations.push_back(equation.polynomial);
  }
  return relations;
}

/// ρ of a top that lies in the base: 0 if the given relations determine it together with the
/// others, and no more than the rounds of the leaf otherwise.
int round_of_base_top(const Variable& top,
                      const Leaf& leaf,
                      const Filtration& filtration,
                      const std::vector<Polynomial>& given,
                      const Limits& limits) {
  if (leaf.rounds == 0) return 0;
  const Limits shortly = limits.spend(&Effort::counting);
  std::vector<Variable> others = filtration.base_tops;
  const auto rank = rank_of_gradients(given, others, leaf.base, shortly);
  std::erase(others, top);
  const auto without = rank_of_gradients(given, others, leaf.base, shortly);
  return rank && without && rank.value() > without.value() ? 0 : leaf.rounds;
}

/// What tops in the base make of the index; of the prolongations, too.
int index_of_base_tops(Leaf& leaf,
                       const Filtration& filtration,
                       const DifferentialSystem& system,
                       unsigned highest,
                       const Limits& limits) {
  const std::vector<Polynomial> given = given_relations(system, filtration);
  int index = 0;
  for (const Variable& top : filtration.base_tops) {
    const int missing = static_cast<int>(highest - top.order);
    if (missing == 0 || system.auxiliaries.contains(top.name)) continue;
    const int round = round_of_base_top(top, leaf, filtration, given, limits);
    leaf.prolongations = std::max(leaf.prolongations, round + missing);
    if (top.order == 0) index = std::max(index, round + 1);
  }
  return index;
}

unsigned highest_order(const Filtration& filtration) {
  unsigned highest = 1;
  for (const auto& [unknown, order] : filtration.orders) highest = std::max(highest, order);
  return highest;
}

}  // namespace

void count_leaf(Leaf& leaf,
                const Filtration& filtration,
                const std::vector<AffineRow>& rows,
                const std::vector<int>& rounds,
                const DifferentialSystem& system,
                const Limits& limits) {
  Ranks ranks(leaf, rows, rounds, limits);
  const unsigned highest = highest_order(filtration);
  leaf.prolongations = leaf.rounds;
  int index = leaf.rounds;
  bool is_known = true;
  const bool tops_in_base = !filtration.base_tops.empty();
  if (leaf.freedom > 0 && tops_in_base) find_free_tops(leaf, filtration, limits);
  for (std::size_t j = 0; j < leaf.graph.size(); ++j) {
    const Variable& variable = leaf.graph[j];
    const bool may_be_free = leaf.freedom > 0;
    const bool is_low = variable.order < highest;
    if (!may_be_free && !is_low) continue;
    const bool all_are = leaf.rank == static_cast<int>(leaf.graph.size());
    const std::optional<bool> determined =
        all_are ? std::optional<bool>(true) : ranks.determine(j, leaf.rounds);
    if (!determined) {
      is_known = false;
      continue;
    }
    if (!*determined) {
      if (tops_in_base) continue;
      leaf.free.push_back(variable);
      leaf.motion_is_free |= variable.order > 0;
      continue;
    }
    if (!is_low || system.auxiliaries.contains(variable.name)) continue;
    // ρ: the round after which the variable is determined.
    int round = 0;
    while (round < leaf.rounds && ranks.determine(j, round) != std::optional<bool>(true)) ++round;
    const int missing = static_cast<int>(highest - variable.order);
    leaf.prolongations = std::max(leaf.prolongations, round + missing);
    if (variable.order == 0) index = std::max(index, round + 1);
  }
  if (leaf.freedom > 0) return;
  index = std::max(index, index_of_base_tops(leaf, filtration, system, highest, limits));
  if (is_known) leaf.index = index;
}

}  // namespace leafwise::algebra::detail
