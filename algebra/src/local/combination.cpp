// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/combination.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "local/exact_zero.hpp"
#include "local/node_expression.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Σ_i u_i·(row i) = −(row l), in nodes. By elimination where the pivot is constant, so that
/// constant combinations come out as such, or the last unknown of its equation; what is left is a
/// quotient of determinants. A pivot that u has no need to be divided by may be 0 elsewhere on the
/// leaf, and a run would come there.
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
    equation_of_.assign(size_, none);
    used_.assign(equations_.size(), false);
    std::size_t left = size_;
    for (; left > 0; --left) {
      const Place place = pivot(left > most_by_determinants ? Pivots::all : Pivots::harmless);
      if (place.equation == none) break;
      use(place);
      eliminate(place);
    }
    if (left > 0) return left > most_by_determinants ? std::nullopt : solve_rest();
    std::vector<NodeIndex> solution;
    for (std::size_t k = 0; k < size_; ++k) {
      solution.push_back(equations_[equation_of_[k]][size_].node);
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

  enum class Pivots { harmless, all };
  struct Place {
    std::size_t equation = none;
    std::size_t unknown = none;
  };
  /// 2ⁿ⁺¹ minors of n unknowns.
  static constexpr std::size_t most_by_determinants = 6;

  /// Nothing else is to be found from that equation.
  [[nodiscard]] bool is_alone(const Place& place) const {
    for (std::size_t k = 0; k < size_; ++k) {
      const bool is_open = equation_of_[k] == none && k != place.unknown;
      if (is_open && !is_zero(equations_[place.equation][k].node)) return false;
    }
    return true;
  }

  /// Relative to its equation: units do not decide.
  [[nodiscard]] Place pivot(Pivots pivots) const {
    Place best;
    double best_size = 1e-8;  // what is smaller is 0 at the point, or nearly
    for (std::size_t e = 0; e < equations_.size(); ++e) {
      if (used_[e]) continue;
      double row = 0;
      for (const Cell& cell : equations_[e]) row = std::max(row, std::abs(cell.value));
      for (std::size_t k = 0; k < size_ && row > 0; ++k) {
        const Cell& cell = equations_[e][k];
        if (equation_of_[k] != none || is_zero(cell.node) || !std::isfinite(cell.value)) continue;
        const double size = std::abs(cell.value) / row + (is_constant(cell.node) ? 2 : 0);
        if (size <= best_size) continue;
        if (pivots == Pivots::harmless && !is_constant(cell.node) && !is_alone({e, k})) continue;
        best_size = size;
        best = {e, k};
      }
    }
    return best;
  }

  void use(const Place& place) {
    equation_of_[place.unknown] = place.equation;
    used_[place.equation] = true;
  }

  void eliminate(const Place& place) {
    std::vector<Cell>& by = equations_[place.equation];
    const Cell divisor = by[place.unknown];
    for (Cell& cell : by) {
      cell = {graph_.quotient(cell.node, divisor.node), cell.value / divisor.value};
    }
    by[place.unknown] = {graph_.constant(Rational(1)), 1};
    for (std::size_t e = 0; e < equations_.size(); ++e) {
      const Cell factor = equations_[e][place.unknown];
      if (e == place.equation || is_zero(factor.node)) continue;
      for (std::size_t k = 0; k <= size_; ++k) {
        Cell& cell = equations_[e][k];
        cell.node = graph_.difference(cell.node, graph_.product(factor.node, by[k].node));
        cell.value -= factor.value * by[k].value;
      }
      equations_[e][place.unknown] = {graph_.constant(Rational(0)), 0};
    }
  }

  /// Those equations of the open unknowns that determine them best, by elimination in numbers only.
  [[nodiscard]] std::optional<std::vector<std::size_t>> equations_of_rest(std::size_t count) {
    const auto cells = equations_;
    const auto of = equation_of_;
    const auto used = used_;
    std::vector<std::size_t> chosen;
    while (chosen.size() < count) {
      const Place place = pivot(Pivots::all);
      if (place.equation == none) break;
      use(place);
      chosen.push_back(place.equation);
      const std::vector<Cell> by = equations_[place.equation];
      for (std::size_t e = 0; e < equations_.size(); ++e) {
        const double factor = equations_[e][place.unknown].value / by[place.unknown].value;
        for (std::size_t k = 0; k <= size_ && !used_[e]; ++k) {
          equations_[e][k].value -= factor * by[k].value;
        }
      }
    }
    equations_ = cells;
    equation_of_ = of;
    used_ = used;
    if (chosen.size() < count) return std::nullopt;
    return chosen;
  }

  /// Cramer's rule for the open unknowns, then the others from their equations.
  std::optional<std::vector<NodeIndex>> solve_rest() {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < size_; ++k) {
      if (equation_of_[k] == none) open.push_back(k);
    }
    const auto chosen = equations_of_rest(open.size());
    if (!chosen) return std::nullopt;
    std::vector<std::size_t> columns = open;
    columns.push_back(size_);
    const std::vector<NodeIndex> minors = minors_of(*chosen, columns);
    const std::size_t all = (std::size_t{1} << open.size()) - 1;
    std::vector<NodeIndex> solution(size_);
    for (std::size_t k = 0; k < open.size(); ++k) {
      const std::size_t others = all & ~(std::size_t{1} << k);
      const NodeIndex minor = minors[others | (all + 1)];
      // The right side stands behind the others, not in place k.
      const bool is_odd = (open.size() - 1 - k) % 2 == 1;
      solution[open[k]] = graph_.quotient(is_odd ? graph_.negation(minor) : minor, minors[all]);
    }
    for (std::size_t k = 0; k < size_; ++k) {
      if (equation_of_[k] == none) continue;
      const std::vector<Cell>& equation = equations_[equation_of_[k]];
      solution[k] = equation[size_].node;
      for (const std::size_t other : open) {
        if (is_zero(equation[other].node)) continue;
        const NodeIndex part = graph_.product(equation[other].node, solution[other]);
        solution[k] = graph_.difference(solution[k], part);
      }
    }
    return solution;
  }

  /// At each set of columns the determinant of these columns of as many first rows, by the last of
  /// these rows.
  [[nodiscard]] std::vector<NodeIndex> minors_of(const std::vector<std::size_t>& rows,
                                                 const std::vector<std::size_t>& columns) {
    const NodeIndex zero = graph_.constant(Rational(0));
    std::vector<NodeIndex> minors(std::size_t{1} << columns.size(), zero);
    minors[0] = graph_.constant(Rational(1));
    for (std::size_t set = 1; set < minors.size(); ++set) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      if (size > rows.size()) continue;
      std::size_t behind = size;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        if ((set >> k & 1) == 0) continue;
        --behind;
        const NodeIndex cell = equations_[rows[size - 1]][columns[k]].node;
        const NodeIndex minor = minors[set & ~(std::size_t{1} << k)];
        if (is_zero(cell) || is_zero(minor)) continue;
        const NodeIndex part = graph_.product(cell, minor);
        const bool is_odd = behind % 2 == 1;
        if (is_zero(minors[set])) {
          minors[set] = is_odd ? graph_.negation(part) : part;
        } else {
          minors[set] =
              is_odd ? graph_.difference(minors[set], part) : graph_.sum(minors[set], part);
        }
      }
    }
    return minors;
  }

  TaylorGraph& graph_;
  std::size_t size_;
  std::vector<std::vector<Cell>> equations_;  ///< one for each column of J
  std::vector<std::size_t> equation_of_;      ///< by unknown; none: open
  std::vector<bool> used_;                    ///< by equation
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
  combination.is_proved = keep_true_partials(alone).empty();
  std::set<JetIndex> truly;
  for (const Partial& partial : alone.partials.front()) {
    const unsigned order = partial.jet.order + offsets.rows[combination.line];
    if (order >= offsets.columns[partial.jet.unknown]) return std::nullopt;
    truly.insert(partial.jet);
  }
  std::set<Variable> gone;
  for (const Variable& variable : variables_of(combination.residual)) {
    const auto place = std::find(words.unknowns.begin(), words.unknowns.end(), variable.name);
    if (variable.role != Role::unknown || place == words.unknowns.end()) continue;
    const auto unknown = static_cast<std::size_t>(place - words.unknowns.begin());
    if (!truly.contains({unknown, variable.order})) gone.insert(variable);
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

std::vector<Combination> combinations(LocalSystem& system,
                                      const SystemInWords& words,
                                      const Offsets& offsets,
                                      const DerivativeArray& array,
                                      const std::vector<std::size_t>& rows,
                                      const PointOfJets& near) {
  const std::vector<TopEntry> entries = top_matrix(system, offsets);
  const std::vector<double> values = values_at(system, array, entries, near);
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
