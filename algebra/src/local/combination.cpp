// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/combination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "local/exact_zero.hpp"
#include "local/node_expression.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr slong bits = 256;

/// J = ∂F_i/∂y_j^(d_j − c_i), sparse, as nodes.
struct TopEntry {
  std::size_t row = 0;
  std::size_t column = 0;
  NodeIndex node = 0;
};

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

/// The values of nodes at jets: a Taylor coefficient for each column of an array.
template <typename Field>
std::vector<typename Field::Value> values_at(const LocalSystem& system,
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

/// Values of J's entries at random jets near a point; anywhere if functions have no value there.
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
    auto values = values_at(system, array, nodes, field, jets, time);
    const bool is_finite = std::all_of(values.begin(), values.end(), [](const Ball& value) {
      return arb_is_finite(value.raw()) != 0;
    });
    if (is_finite) return values;
  }
  return std::nullopt;
}

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

/// In doubles: at the point, or near it where it is rough.
std::vector<double> pivot_values(const LocalSystem& system,
                                 const DerivativeArray& array,
                                 const std::vector<TopEntry>& entries,
                                 const PointOfJets& near) {
  std::vector<double> doubles;
  if (!near.is_consistent) {
    const auto values = at_jets_near(system, array, entries, near, 13);
    if (values) {
      for (const Ball& value : *values) doubles.push_back(value.centre());
      return doubles;
    }
  }
  std::vector<NodeIndex> nodes;
  for (const TopEntry& entry : entries) nodes.push_back(entry.node);
  return values_at(system, array, nodes, Doubles(), near.jets, near.time);
}

/// Σ_i u_i·(row i) = −(row l), in nodes, by elimination with pivots that are not 0 at the point;
/// constants are preferred, so that constant combinations come out as such.
class Coefficients {
 public:
  Coefficients(LocalSystem& system,
               const std::vector<TopEntry>& entries,
               const std::vector<double>& values,
               const std::vector<std::size_t>& others,
               std::size_t line)
      : graph_(system.graph), size_(others.size()) {
    std::map<std::size_t, std::size_t> place;
    for (std::size_t k = 0; k < others.size(); ++k) place.emplace(others[k], k);
    place.emplace(line, size_);
    std::map<std::size_t, std::vector<Cell>> columns;
    const Cell zero{graph_.constant(Rational(0)), 0};
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const auto found = place.find(entries[e].row);
      if (found == place.end()) continue;
      auto& column = columns.emplace(entries[e].column, std::vector(size_ + 1, zero)).first->second;
      Cell cell{entries[e].node, values[e]};
      if (found->second == size_) cell = {graph_.negation(cell.node), -cell.value};
      column[found->second] = cell;
    }
    for (auto& [number, column] : columns) equations_.push_back(std::move(column));
  }

  /// Empty where the point does not allow it.
  std::optional<std::vector<NodeIndex>> solve() {
    std::vector<std::size_t> equation_of(size_, none);
    std::vector<bool> used(equations_.size(), false);
    for (std::size_t step = 0; step < size_; ++step) {
      const auto [equation, unknown] = pivot(equation_of, used);
      if (equation == none) return std::nullopt;
      equation_of[unknown] = equation;
      used[equation] = true;
      eliminate(equation, unknown);
    }
    std::vector<NodeIndex> solution;
    for (std::size_t k = 0; k < size_; ++k) {
      solution.push_back(equations_[equation_of[k]][size_].node);
    }
    return solution;
  }

 private:
  struct Cell {
    NodeIndex node = 0;
    double value = 0;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  [[nodiscard]] bool is_constant(NodeIndex node) const {
    return graph_.node(node).operation == Operation::constant;
  }
  [[nodiscard]] bool is_zero(NodeIndex node) const {
    return is_constant(node) && graph_.constant_value(node).is_zero();
  }

  /// Relative to its equation: units do not decide.
  [[nodiscard]] std::pair<std::size_t, std::size_t> pivot(
      const std::vector<std::size_t>& equation_of, const std::vector<bool>& used) const {
    std::pair<std::size_t, std::size_t> best{none, none};
    double best_size = 1e-8;  // what is smaller is 0 at the point, or nearly
    for (std::size_t e = 0; e < equations_.size(); ++e) {
      if (used[e]) continue;
      double row = 0;
      for (const Cell& cell : equations_[e]) row = std::max(row, std::abs(cell.value));
      for (std::size_t k = 0; k < size_ && row > 0; ++k) {
        const Cell& cell = equations_[e][k];
        if (equation_of[k] != none || is_zero(cell.node) || !std::isfinite(cell.value)) continue;
        const double size = std::abs(cell.value) / row + (is_constant(cell.node) ? 2 : 0);
        if (size <= best_size) continue;
        best_size = size;
        best = {e, k};
      }
    }
    return best;
  }

  void eliminate(std::size_t equation, std::size_t unknown) {
    std::vector<Cell>& by = equations_[equation];
    const Cell divisor = by[unknown];
    for (Cell& cell : by) {
      cell = {graph_.quotient(cell.node, divisor.node), cell.value / divisor.value};
    }
    by[unknown] = {graph_.constant(Rational(1)), 1};
    for (std::size_t e = 0; e < equations_.size(); ++e) {
      const Cell factor = equations_[e][unknown];
      if (e == equation || is_zero(factor.node)) continue;
      for (std::size_t k = 0; k <= size_; ++k) {
        Cell& cell = equations_[e][k];
        cell.node = graph_.difference(cell.node, graph_.product(factor.node, by[k].node));
        cell.value -= factor.value * by[k].value;
      }
      equations_[e][unknown] = {graph_.constant(Rational(0)), 0};
    }
  }

  TaylorGraph& graph_;
  std::size_t size_;
  std::vector<std::vector<Cell>> equations_;  ///< one for each column of J
};

/// With jets that it has in writing only as constants: 0 where that is no pole (of q/q, say).
Expression without_jets(const Expression& expression,
                        const std::set<Variable>& gone,
                        const SystemInWords& words,
                        const DerivativeArray& array,
                        const PointOfJets& near) {
  Expression result;
  for (const std::int64_t shift : {0, 1, 2}) {
    std::int64_t next = shift;
    std::map<Variable, Expression> values;
    for (const Variable& jet : gone) {
      values.emplace(jet, Expression::number(shift == 0 ? Rational(0) : Rational(++next, 8)));
    }
    result = substitute(expression, [&](const Variable& variable) -> std::optional<Expression> {
      const auto value = values.find(variable);
      return value == values.end() ? std::nullopt : std::optional(value->second);
    });
    LocalSystem alone{TaylorGraph(words.unknowns), {}, {}, words.unknowns.size()};
    const NodeIndex node = alone.graph.add(result);
    if (at_jets_near(alone, array, {{0, 0, node}}, near, 14)) break;
  }
  return result;
}

/// G without the jets that it has in writing only; empty if it truly has one that should be gone.
std::optional<Combination> cancelled(Combination combination,
                                     const SystemInWords& words,
                                     const Offsets& offsets,
                                     const DerivativeArray& array,
                                     const PointOfJets& near) {
  LocalSystem alone{TaylorGraph(words.unknowns), {}, {}, words.unknowns.size()};
  alone.equations.push_back(alone.graph.add(combination.residual));
  alone.partials.push_back(alone.graph.gradient(alone.equations.front()));
  const std::vector<Partial> written = alone.partials.front();
  combination.is_proved = keep_true_partials(alone).empty();
  std::set<JetIndex> truly;
  for (const Partial& partial : alone.partials.front()) {
    const unsigned order = partial.jet.order + offsets.rows[combination.line];
    if (order >= offsets.columns[partial.jet.unknown]) return std::nullopt;
    truly.insert(partial.jet);
  }
  std::set<Variable> gone;
  for (const Partial& partial : written) {
    if (truly.contains(partial.jet)) continue;
    gone.insert({Role::unknown, words.unknowns[partial.jet.unknown], partial.jet.order});
  }
  const bool is_zero =
      truly.empty() && vanishes_identically(alone.graph, alone.equations.front()) == Truth::yes;
  combination.residual =
      is_zero ? Expression() : without_jets(combination.residual, gone, words, array, near);
  return combination;
}

std::size_t divisions_in(const TaylorGraph& graph, const std::vector<NodeIndex>& nodes) {
  const std::vector<NodeIndex> all = graph.below(nodes);
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](NodeIndex node) {
    return graph.node(node).operation == Operation::quotient;
  }));
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

std::vector<Combination> combinations(LocalSystem& system,
                                      const SystemInWords& words,
                                      const Offsets& offsets,
                                      const DerivativeArray& array,
                                      const std::vector<std::size_t>& rows,
                                      const PointOfJets& near) {
  const std::vector<TopEntry> entries = top_matrix(system, offsets);
  const std::vector<double> values = pivot_values(system, array, entries, near);
  unsigned least = offsets.rows[rows.front()];
  for (const std::size_t row : rows) least = std::min(least, offsets.rows[row]);
  std::vector<Combination> found;
  for (const std::size_t line : rows) {
    if (offsets.rows[line] > least) continue;
    std::vector<std::size_t> others = rows;
    std::erase(others, line);
    const auto solution = Coefficients(system, entries, values, others, line).solve();
    if (!solution) continue;
    Combination combination{
        line, {}, words.equations[line], divisions_in(system.graph, *solution), false};
    combination.terms.push_back({line, 0, Expression::number(Rational(1))});
    NodeWriter writer(system.graph, words.unknowns, words.independent);
    for (std::size_t k = 0; k < others.size(); ++k) {
      const std::size_t i = others[k];
      const Expression factor = writer.write((*solution)[k]);
      Expression row = words.equations[i];
      for (unsigned r = least; r < offsets.rows[i]; ++r) row = total_derivative(row);
      combination.residual = combination.residual + factor * row;
      combination.terms.push_back({i, offsets.rows[i] - least, factor});
    }
    auto clean = cancelled(std::move(combination), words, offsets, array, near);
    if (clean) found.push_back(std::move(*clean));
  }
  std::stable_sort(
      found.begin(), found.end(), [](const Combination& one, const Combination& other) {
        return std::pair(one.divisions, one.residual.size()) <
               std::pair(other.divisions, other.residual.size());
      });
  return found;
}

}  // namespace leafwise::algebra::detail
