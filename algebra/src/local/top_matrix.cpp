// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/top_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

constexpr slong bits = 256;

/// The values of nodes at jets: a Taylor coefficient for each column of an array.
template <typename Field>
std::vector<typename Field::Value> node_values(const LocalSystem& system,
                                               const DerivativeArray& array,
                                               const std::vector<NodeIndex>& nodes,
                                               const Field& field,
                                               const std::vector<typename Field::Value>& jets,
                                               const typename Field::Value& time) {
  Series<typename Field::Value> series(system.unknowns);
  for (std::size_t c = 0; c < jets.size(); ++c) {
    series[array.columns()[c].unknown].push_back(jets[c]);
  }
  const TaylorPlan plan(system.graph, nodes, std::vector<unsigned>(nodes.size(), 0));
  TaylorValues<Field> values(plan, field);
  values.compute(series, time);
  std::vector<typename Field::Value> found;
  found.reserve(nodes.size());
  for (const NodeIndex node : nodes) found.push_back(values.at(node, 0));
  return found;
}

using Row = std::vector<Ball>;

bool holds_zero(const Ball& ball) {
  return arb_contains_zero(ball.raw()) != 0;
}

void subtract_multiple(Row& row, const Ball& factor, const Row& other) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    arb_submul(row[j].raw(), factor.raw(), other[j].raw(), bits);
  }
}

/// Rows in echelon form, each with what of the given rows it is made.
class Echelon {
 public:
  explicit Echelon(std::size_t rows) : rows_(rows) {}

  /// Empty if the row is independent of those before; else the rows that it depends on, and itself.
  std::vector<std::size_t> add(std::size_t number, Row row) {
    Row made_of(rows_);
    arb_one(made_of[number].raw());
    for (const Step& step : steps_) {
      if (holds_zero(row[step.pivot])) continue;
      const Ball factor = row[step.pivot];
      subtract_multiple(row, factor, step.row);
      subtract_multiple(made_of, factor, step.made_of);
      arb_zero(row[step.pivot].raw());
    }
    std::size_t pivot = row.size();
    double largest = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (holds_zero(row[j])) continue;
      const double size = std::abs(row[j].centre());
      if (pivot < row.size() && size <= largest) continue;
      largest = size;
      pivot = j;
    }
    if (pivot == row.size()) return support(made_of);
    const Ball by = row[pivot];
    for (Row* part : {&row, &made_of}) {
      for (Ball& entry : *part) arb_div(entry.raw(), entry.raw(), by.raw(), bits);
    }
    steps_.push_back({pivot, std::move(row), std::move(made_of)});
    return {};
  }

 private:
  struct Step {
    std::size_t pivot = 0;
    Row row;
    Row made_of;
  };

  static std::vector<std::size_t> support(const Row& made_of) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < made_of.size(); ++i) {
      if (!holds_zero(made_of[i])) found.push_back(i);
    }
    return found;
  }

  std::size_t rows_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<TopEntry> top_matrix(const LocalSystem& system, const Offsets& offsets) {
  std::vector<TopEntry> entries;
  for (std::size_t i = 0; i < system.partials.size(); ++i) {
    for (const Partial& partial : system.partials[i]) {
      const std::size_t j = partial.jet.unknown;
      if (partial.jet.order + offsets.rows[i] != offsets.columns[j]) continue;
      entries.push_back({i, j, partial.node});
    }
  }
  return entries;
}

std::optional<std::vector<Ball>> at_jets_near(const LocalSystem& system,
                                              const DerivativeArray& array,
                                              const std::vector<TopEntry>& entries,
                                              const PointOfJets& near,
                                              unsigned seed) {
  std::vector<NodeIndex> nodes;
  nodes.reserve(entries.size());
  for (const TopEntry& entry : entries) nodes.push_back(entry.node);
  const RealBalls field{bits};
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> nudge(0.01, 0.1);
  for (const bool is_near : {true, false}) {
    std::vector<Ball> jets;
    for (const double value : near.jets) {
      const double moved = nudge(random) * (random() % 2 == 0 ? 1 : -1);
      jets.emplace_back(is_near ? value + moved * std::max(1.0, std::abs(value))
                                : 8 * std::abs(moved));
    }
    const Ball time(near.time + nudge(random));
    auto values = node_values(system, array, nodes, field, jets, time);
    const bool is_finite = std::all_of(values.begin(), values.end(), [](const Ball& value) {
      return arb_is_finite(value.raw()) != 0;
    });
    if (is_finite) return values;
  }
  return std::nullopt;
}

std::vector<double> values_at(const LocalSystem& system,
                              const DerivativeArray& array,
                              const std::vector<TopEntry>& entries,
                              const PointOfJets& near) {
  std::vector<double> doubles;
  if (!near.is_consistent) {
    const auto values = at_jets_near(system, array, entries, near, 13);
    if (values) {
      doubles.reserve(values->size());
      for (const Ball& value : *values) doubles.push_back(value.centre());
      return doubles;
    }
  }
  std::vector<NodeIndex> nodes;
  nodes.reserve(entries.size());
  for (const TopEntry& entry : entries) nodes.push_back(entry.node);
  return node_values(system, array, nodes, Doubles(), near.jets, near.time);
}

namespace {

std::optional<std::vector<Row>> rows_at_random_jets(const LocalSystem& system,
                                                    const Offsets& offsets,
                                                    const DerivativeArray& array,
                                                    const PointOfJets& near,
                                                    unsigned seed) {
  const std::vector<TopEntry> entries = top_matrix(system, offsets);
  const auto values = at_jets_near(system, array, entries, near, seed);
  if (!values) return std::nullopt;
  std::vector<Row> rows(system.equations.size(), Row(system.unknowns));
  for (std::size_t e = 0; e < entries.size(); ++e) {
    rows[entries[e].row][entries[e].column] = (*values)[e];
  }
  return rows;
}

}  // namespace

std::vector<std::size_t> dependent_rows(const LocalSystem& system,
                                        const Offsets& offsets,
                                        const DerivativeArray& array,
                                        const PointOfJets& near) {
  const auto here = rows_at_random_jets(system, offsets, array, near, 11);
  const auto there = rows_at_random_jets(system, offsets, array, near, 12);
  if (!here || !there) return {};
  Echelon echelon(here->size());
  for (std::size_t i = 0; i < here->size(); ++i) {
    const std::vector<std::size_t> support = echelon.add(i, (*here)[i]);
    if (support.empty()) continue;
    Echelon again(here->size());
    for (const std::size_t row : support) {
      if (!again.add(row, (*there)[row]).empty()) return support;
    }
  }
  return {};
}

}  // namespace leafwise::algebra::detail
