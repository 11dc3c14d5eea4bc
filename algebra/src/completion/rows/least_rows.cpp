// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/least_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "geometry/minor_locus.hpp"
#include "geometry/modular_point.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Rows beyond the core that are tried where it loses rank.
constexpr std::size_t most_others = 12;

/// Without repetitions; the height of a row is the length of its text: digits, terms and factors
/// count alike.
std::vector<AffineRow> by_height(const std::vector<AffineRow>& rows,
                                 const std::vector<Variable>& graph) {
  std::vector<std::pair<std::string, const AffineRow*>> texts;
  texts.reserve(rows.size());
  for (const AffineRow& row : rows) {
    texts.emplace_back(to_string(polynomial_from(row, graph).primitive()), &row);
  }
  std::stable_sort(texts.begin(), texts.end(), [](const auto& a, const auto& b) {
    return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a.first < b.first;
  });
  const auto end = std::unique(
      texts.begin(), texts.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  std::vector<AffineRow> result;
  for (auto text = texts.begin(); text != end; ++text) result.push_back(*text->second);
  return result;
}

/// The first rows that are independent at a point modulo a prime, and so over K(V(P)), then all
/// others. False: there were not so many.
bool put_core_first(std::vector<AffineRow>& rows,
                    std::size_t rank,
                    const Ideal& base,
                    const Limits& limits) {
  const auto point = modular_point(base, limits);
  if (!point || !point.value()) return false;
  RowsAtPoint independent(*point.value());
  std::vector<AffineRow> core;
  std::vector<AffineRow> others;
  for (AffineRow& row : rows) {
    const bool counts = core.size() < rank && independent.add(row.coefficients.dense());
    (counts ? core : others).push_back(std::move(row));
  }
  const bool found = core.size() == rank;
  std::move(others.begin(), others.end(), std::back_inserter(core));
  rows = std::move(core);
  return found;
}

/// Where the rank of rows is lower than in general, as one after the other joins them.
class Drops {
 public:
  Drops(Ideal base, std::size_t rank, const Limits& limits)
      : locus_(std::move(base)), rank_(rank), limits_(limits) {}

  /// Whether there are fewer drops now.
  [[nodiscard]] Outcome<bool> become_fewer(const std::vector<AffineRow>& rows) {
    const auto is_empty = [&](const Ideal& ideal) -> Outcome<bool> {
      const Outcome<int> dimension = ideal.dimension(limits_);
      if (!dimension) return Unable{dimension.reason()};
      return dimension.value() < 0;
    };
    Outcome<Ideal> smaller = add_minors(locus_, augmented_matrix(rows), rank_, is_empty, limits_);
    if (!smaller) return Unable{smaller.reason()};
    const Outcome<bool> nowhere = is_empty(smaller.value());
    if (!nowhere) return Unable{nowhere.reason()};
    are_none_ = nowhere.value();
    const Outcome<bool> same = is_subset(smaller.value(), locus_, limits_);
    if (!same) return Unable{same.reason()};
    locus_ = std::move(smaller).value();
    return are_none_ || !same.value();
  }

  [[nodiscard]] bool are_none() const { return are_none_; }

 private:
  Ideal locus_;
  std::size_t rank_;
  Limits limits_;
  bool are_none_ = false;
};

/// So many of the first rows, and those after them that leave fewer drops, until there are none.
std::vector<AffineRow> regular_choice(const std::vector<AffineRow>& rows,
                                      std::size_t rank,
                                      const Ideal& base,
                                      const Limits& limits) {
  std::vector<AffineRow> chosen(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(rank));
  Drops drops(base, rank, limits);
  if (!drops.become_fewer(chosen)) return {};
  const std::size_t last = std::min(rows.size(), rank + most_others);
  for (std::size_t i = rank; i < last && !drops.are_none(); ++i) {
    chosen.push_back(rows[i]);
    const Outcome<bool> counts = drops.become_fewer(chosen);
    if (!counts) return {};
    if (!counts.value()) chosen.pop_back();
  }
  if (!drops.are_none()) chosen.clear();
  return chosen;
}

}  // namespace

LeastRows least_rows(const std::vector<AffineRow>& rows,
                     std::size_t rank,
                     const std::vector<Variable>& graph,
                     const Ideal& base,
                     const Limits& limits) {
  LeastRows result{by_height(rows, graph), false};
  if (!put_core_first(result.rows, rank, base, limits)) return result;
  if (result.rows.size() < rank) return result;
  std::vector<AffineRow> chosen = regular_choice(result.rows, rank, base, limits);
  if (chosen.empty()) return result;
  return {std::move(chosen), true};
}

}  // namespace leafwise::algebra::detail
