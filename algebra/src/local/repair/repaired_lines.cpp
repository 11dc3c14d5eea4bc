// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/repair/repaired_lines.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "local/plain_germ.hpp"
#include "local/repair/proof_box.hpp"

namespace leafwise::algebra::detail {

namespace {

/// A line, differentiated so often, went into another.
void add_depths(WorkingLine& line, const WorkingLine& from, unsigned times) {
  for (const auto& [original, depth] : from.depths) {
    unsigned& known = line.depths[original];
    known = std::max(known, depth + times);
  }
}

/// In a ball at the certified point; empty if it has jets above those of the point.
std::optional<Ball> value_at(const LocalAttempt& attempt,
                             const std::vector<std::string>& unknowns,
                             const Expression& expression) {
  for (const Variable& variable : variables_of(expression)) {
    if (variable.role != Role::unknown) continue;
    const auto j = std::find(unknowns.begin(), unknowns.end(), variable.name) - unknowns.begin();
    if (variable.order > attempt.offsets->columns[static_cast<std::size_t>(j)]) return std::nullopt;
  }
  TaylorGraph graph(unknowns);
  const NodeIndex node = graph.add(expression);
  Series<Ball> series(unknowns.size());
  for (std::size_t c = 0; c < attempt.array->columns().size(); ++c) {
    series[attempt.array->columns()[c].unknown].push_back(attempt.certificate->point[c]);
  }
  const RealBalls field{bits_of_zero_test};
  const TaylorPlan plan(graph, {node}, {0});
  TaylorValues<RealBalls> values(plan, field);
  values.compute(series, attempt.time);
  return values.at(node, 0);
}

std::optional<LocalProof> proof_of(const Repaired& state,
                                   const std::vector<std::string>& unknowns) {
  std::vector<std::size_t> lines;
  lines.reserve(state.lines.size());
  for (const WorkingLine& line : state.lines) lines.push_back(line.place);
  std::optional<LocalProof> proof = proof_of(state.attempt, lines, unknowns);
  if (!proof) return proof;
  proof->steps = state.steps;
  proof->aside = state.aside;
  return proof;
}

}  // namespace

Repaired without_attempt(const Repaired& state) {
  return {state.original,
          state.lines,
          state.coefficients,
          state.combined,
          state.redundant,
          state.numeric,
          state.steps,
          state.aside,
          {}};
}

Repaired with_combination(const Repaired& state, const Combination& combination) {
  Repaired next = without_attempt(state);
  WorkingLine& line = next.lines[combination.line];
  CombinedLine step{line.equation.line, line.equation.source, {}, combination.residual, {}};
  LocalProof::Step recorded{line.place, {}, false, {}, false};
  for (const Combination::Term& term : combination.terms) {
    const WorkingLine& other = state.lines[term.equation];
    step.rows.push_back({other.equation.source, term.times, term.coefficient});
    recorded.terms.push_back({other.place, term.times, term.coefficient});
    next.coefficients.push_back(term.coefficient);
    add_depths(line, other, term.times);
  }
  line.equation.residual = combination.residual;
  if (!combination.is_proved) {
    next.numeric.push_back("the highest derivatives cancel in the combination for " +
                           line.equation.source);
  }
  recorded.vanishes = is_number(combination.residual, Rational(0));
  next.steps.push_back(std::move(recorded));
  if (next.steps.back().vanishes) {
    next.lines.erase(next.lines.begin() + static_cast<std::ptrdiff_t>(combination.line));
    next.redundant.push_back({step.line, step.source, 0});
  } else {
    next.combined.push_back(std::move(step));
  }
  return next;
}

void put_line_in(Repaired& state, const Substitution& substitution) {
  const WorkingLine from = state.lines[substitution.from];
  for (const auto& [i, times] : substitution.changed) {
    WorkingLine& line = state.lines[i];
    line.equation.residual = substitution.lines[i];
    add_depths(line, from, times);
    state.steps.push_back({line.place,
                           {{from.place, times, Expression::number(substitution.slope)}},
                           true,
                           substitution.jet,
                           false});
    state.combined.push_back({line.equation.line,
                              line.equation.source,
                              {{from.equation.source, times, Expression()}},
                              line.equation.residual,
                              to_string(substitution.jet)});
  }
}

LocalLeaf leaf_of(Repaired& state, const std::vector<std::string>& unknowns) {
  LocalLeaf leaf = std::move(state.attempt.leaf);
  leaf.proof = proof_of(state, unknowns);
  leaf.combined = std::move(state.combined);
  leaf.redundant.insert(leaf.redundant.end(), state.redundant.begin(), state.redundant.end());
  leaf.numeric.insert(leaf.numeric.end(), state.numeric.begin(), state.numeric.end());
  const Offsets& offsets = *state.attempt.offsets;
  unsigned times = 0;
  for (std::size_t i = 0; i < state.lines.size(); ++i) {
    for (const auto& [original, depth] : state.lines[i].depths) {
      times = std::max(times, depth + offsets.rows[i]);
    }
  }
  leaf.index_at_most += times - offsets.most_times();
  for (const Expression& coefficient : state.coefficients) {
    const std::optional<Ball> value = value_at(state.attempt, unknowns, coefficient);
    if (value && arb_is_finite(value->raw()) != 0) continue;
    leaf.one_leaf = Truth::unknown;
    leaf.reason = "a coefficient of a combination of lines may be infinite at the start";
  }
  for (const AnalyticEquation& equation : state.original) {
    const std::optional<Ball> value = value_at(state.attempt, unknowns, equation.residual);
    if (!value || (arb_is_finite(value->raw()) != 0 && arb_contains_zero(value->raw()) != 0)) {
      continue;
    }
    leaf.one_leaf = Truth::unknown;
    leaf.reason = equation.source + " has no value at the start, or another than 0";
  }
  return leaf;
}

}  // namespace leafwise::algebra::detail
