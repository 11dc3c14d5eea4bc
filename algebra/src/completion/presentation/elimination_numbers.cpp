// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "completion/bases/prime_split.hpp"
#include "completion/rounds/filtration.hpp"
#include "completion/rows/affine_rows.hpp"
#include "completion/rows/independent_rows.hpp"
#include "leafwise/algebra/completion_by_elimination.hpp"

// Leaves of plain elimination, divided and counted as those of `complete`: by dimensions of
// elimination ideals, where that counts rows.
namespace leafwise::algebra {

namespace {

using detail::Filtration;

/// Of I ∩ K[kept], parameters not counted. @pre kept ⊂ the ideal's variables
Outcome<int> dimension_on(const Ideal& ideal,
                          const std::vector<Variable>& kept,
                          const Filtration& filtration,
                          const Limits& limits) {
  std::vector<Variable> others = ideal.variables();
  std::erase_if(others, [&](const Variable& variable) {
    return std::find(kept.begin(), kept.end(), variable) != kept.end();
  });
  const Outcome<Ideal> projected =
      others.empty() ? Outcome<Ideal>(ideal) : elimination(ideal, others, limits);
  if (!projected) return Unable{projected.reason()};
  const Outcome<int> dimension =
      Ideal(kept, projected.value().generators(), ideal.engine()).dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  return dimension.value() - static_cast<int>(filtration.parameters.size());
}

/// Elements affine in the graph variables that cut out the general fibre over the base: it is an
/// affine space, since all equations are affine there. The lowest ones first.
std::optional<std::vector<Polynomial>> rows_over(const Ideal& base,
                                                 const Ideal& ideal,
                                                 const std::vector<Variable>& graph,
                                                 std::size_t rank,
                                                 const Limits& limits) {
  const Outcome<std::vector<Polynomial>> basis = ideal.groebner_basis(limits);
  if (!basis) return std::nullopt;
  std::vector<Polynomial> candidates = basis.value();
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return a.degree() < b.degree();
  });
  detail::IndependentRows independent(base, limits);
  std::vector<Polynomial> rows;
  for (const Polynomial& candidate : candidates) {
    if (rows.size() == rank) break;
    if (!detail::is_affine_in({candidate}, graph)) continue;
    const detail::AffineRow row = detail::row_from(candidate, graph);
    if (!row.has_graph_variables()) continue;
    const Outcome<bool> added = independent.add(row.coefficients.dense());
    if (!added) return std::nullopt;
    if (added.value()) rows.push_back(candidate);
  }
  if (rows.size() < rank) return std::nullopt;
  return rows;
}

/// Tops that are transcendental over the state move freely.
Outcome<std::vector<Variable>> free_tops(const Ideal& ideal,
                                         const Filtration& filtration,
                                         int state_dimension,
                                         const Limits& limits) {
  std::vector<Variable> tops = filtration.graph;
  tops.insert(tops.end(), filtration.base_tops.begin(), filtration.base_tops.end());
  std::vector<Variable> free;
  for (const Variable& top : tops) {
    std::vector<Variable> kept = filtration.state;
    kept.push_back(top);
    const Outcome<int> dimension = dimension_on(ideal, kept, filtration, limits);
    if (!dimension) return Unable{dimension.reason()};
    if (dimension.value() > state_dimension) free.push_back(top);
  }
  return free;
}

/// Divides the leaf into base and rows. Unable: a limit; where there are no rows it stays whole.
Outcome<bool> divide(Leaf& leaf,
                     const Filtration& filtration,
                     std::size_t rank,
                     const Limits& limits) {
  const Outcome<Ideal> projected = elimination(leaf.base, filtration.graph, limits);
  if (!projected) return Unable{projected.reason()};
  const Ideal base(filtration.base, projected.value().generators(), leaf.base.engine());
  auto rows = rows_over(base, leaf.base, filtration.graph, rank, limits);
  if (!rows) return false;
  std::vector<detail::AffineRow> affine;
  affine.reserve(rows->size());
  for (const Polynomial& row : *rows) affine.push_back(detail::row_from(row, filtration.graph));
  Outcome<std::vector<detail::AffineRow>> forms = detail::reduced(std::move(affine), base, limits);
  if (!forms) return Unable{forms.reason()};
  Outcome<detail::RankOverField> pivots =
      detail::rank_over_field(std::move(forms).value(), base, limits);
  if (!pivots) return Unable{pivots.reason()};
  leaf.base = base;
  leaf.graph = filtration.graph;
  leaf.linear = std::move(*rows);
  leaf.rank = static_cast<int>(rank);
  leaf.needs_saturation = rank > 0;
  leaf.pivots = std::move(pivots).value().pivots;
  return true;
}

}  // namespace

Outcome<Leaf> counted(const DifferentialSystem& system,
                      const EliminationLeaf& found,
                      const Limits& limits) {
  const Filtration filtration = detail::filtration_of(system);
  const Ideal& ideal = found.ideal;
  const Outcome<int> whole = dimension_on(ideal, ideal.variables(), filtration, limits);
  const Outcome<int> of_base = dimension_on(ideal, filtration.base, filtration, limits);
  const Outcome<int> of_state = dimension_on(ideal, filtration.state, filtration, limits);
  if (!whole) return Unable{whole.reason()};
  if (!of_base) return Unable{of_base.reason()};
  if (!of_state) return Unable{of_state.reason()};
  Leaf leaf{{}, LeafStatus::involutive, ideal};
  const int fibre = whole.value() - of_base.value();
  const Outcome<bool> divided =
      divide(leaf, filtration, filtration.graph.size() - static_cast<std::size_t>(fibre), limits);
  if (!divided) return Unable{divided.reason()};
  leaf.dimension = divided.value() ? of_base.value() : whole.value();
  leaf.rounds = found.rounds;
  leaf.prime = Truth::yes;
  leaf.state_dimension = of_state.value();
  leaf.freedom = whole.value() - of_state.value();
  if (leaf.freedom == 0) return leaf;
  leaf.status = LeafStatus::underdetermined;
  const auto free = free_tops(ideal, filtration, of_state.value(), limits);
  if (!free) return Unable{free.reason()};
  leaf.free = free.value();
  leaf.motion_is_free = std::any_of(
      leaf.free.begin(), leaf.free.end(), [](const Variable& top) { return top.order > 0; });
  return leaf;
}

}  // namespace leafwise::algebra
