// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/regular_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "completion/bases/prime_split.hpp"
#include "geometry/minor_locus.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Choices of rows that are tried, shortest rows first.
constexpr int most_choices = 30;

/// Elements of the leaf's ideal that are affine in the graph variables, and have some.
Outcome<std::vector<AffineRow>> candidates(const Leaf& leaf, const Limits& limits) {
  const Outcome<Ideal> full = full_ideal(leaf, limits);
  if (!full) return Unable{full.reason()};
  const Outcome<std::vector<Polynomial>> basis = full.value().groebner_basis(limits);
  if (!basis) return Unable{basis.reason()};
  std::vector<AffineRow> rows;
  for (const Polynomial& element : basis.value()) {
    if (!is_affine_in({element}, leaf.graph)) continue;
    AffineRow row = row_from(element, leaf.graph);
    if (row.has_graph_variables()) rows.push_back(std::move(row));
  }
  return rows;
}

std::size_t length_of(const AffineRow& row) {
  const auto& entries = row.coefficients.entries();
  return std::accumulate(entries.begin(),
                         entries.end(),
                         row.rest.terms().size(),
                         [](std::size_t sum, const auto& entry) {
                           return sum + entry.second.terms().size() + entry.second.degree();
                         });
}

/// Where the rows lose rank: dimension and degree, smaller is better; (−1, 0) is nowhere.
using Size = std::pair<int, long>;

Outcome<Size> size_of_drops(const std::vector<AffineRow>& rows,
                            const Ideal& base,
                            const Limits& limits) {
  if (rows.empty()) return Size{-1, 0};
  PolynomialMatrix matrix;
  matrix.reserve(rows.size());
  for (const AffineRow& row : rows) matrix.push_back(row.coefficients.dense());
  const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  const Outcome<Ideal> locus = add_minors(base, matrix, rows.size(), is_unit, limits);
  if (!locus) return Unable{locus.reason()};
  const Outcome<int> dimension = locus.value().dimension(limits);
  const Outcome<long> degree = locus.value().degree(limits);
  if (!dimension || !degree) return Unable{dimension ? degree.reason() : dimension.reason()};
  return Size{dimension.value(), degree.value()};
}

struct Choice {
  std::vector<AffineRow> rows;
  Size drops;
};

/// So many of these, with full rank in general and the smallest drops.
std::optional<Choice> best_choice(std::vector<AffineRow> rows,
                                  std::size_t size,
                                  const Ideal& base,
                                  const Limits& limits) {
  if (rows.size() < size) return std::nullopt;
  std::stable_sort(rows.begin(), rows.end(), [](const AffineRow& a, const AffineRow& b) {
    return length_of(a) < length_of(b);
  });
  std::optional<Choice> best;
  Minors::Indices chosen(size);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  for (int i = 0; i < most_choices && !limits.is_over(); ++i) {
    Choice choice;
    choice.rows.reserve(size);
    for (const std::size_t row : chosen) choice.rows.push_back(rows[row]);
    const Outcome<Size> drops = size_of_drops(choice.rows, base, limits);
    if (drops) choice.drops = drops.value();
    // Of all points of the base: the rank is smaller in general.
    const Outcome<int> whole = base.dimension(limits);
    const bool has_rank = drops && whole && choice.drops.first < whole.value();
    if (has_rank && (!best || choice.drops < best->drops)) best = std::move(choice);
    if (best && best->drops.first < 0) break;
    if (!next_subset(chosen, rows.size())) break;
  }
  return best;
}

}  // namespace

std::optional<RegularRows> regular_rows(const Leaf& leaf, const Limits& limits) {
  const Outcome<std::vector<AffineRow>> rows = candidates(leaf, limits);
  if (!rows) return std::nullopt;
  Outcome<Condensed> outcome = condensed(rows.value(), leaf.base, limits);
  if (!outcome || !outcome.value().conditions.empty()) return std::nullopt;
  Condensed small = std::move(outcome).value();
  RegularRows result{std::move(small.solved), {}, false};
  const auto rank = static_cast<std::size_t>(leaf.rank);
  if (result.solved.size() > rank) return std::nullopt;
  const std::size_t open = rank - result.solved.size();
  std::optional<Choice> best =
      open == 0 ? Choice{{}, {-1, 0}} : best_choice(std::move(small.core), open, leaf.base, limits);
  if (!best) return std::nullopt;
  result.core = std::move(best->rows);
  result.everywhere = best->drops.first < 0;
  if (result.everywhere) return result;
  std::vector<AffineRow> known;
  known.reserve(leaf.linear.size());
  for (const Polynomial& row : leaf.linear) known.push_back(row_from(row, leaf.graph));
  Outcome<Condensed> old = condensed(known, leaf.base, limits);
  if (!old || old.value().solved.size() + old.value().core.size() != rank) return std::nullopt;
  const Outcome<Size> drops = size_of_drops(old.value().core, leaf.base, limits);
  if (!drops || !(best->drops < drops.value())) return std::nullopt;
  return result;
}

}  // namespace leafwise::algebra::detail
