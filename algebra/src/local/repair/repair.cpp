// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/repair/repair.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "local/combination.hpp"
#include "local/line_choice.hpp"
#include "local/plain_germ.hpp"
#include "local/repair/proof_box.hpp"
#include "local/repair/repaired_lines.hpp"
#include "local/substitution.hpp"

namespace leafwise::algebra::detail {

namespace {

using Indices = std::vector<std::size_t>;

bool is_certified(const LocalAttempt& attempt) {
  return attempt.leaf.one_leaf == Truth::yes;
}

std::string independent_of(const AnalyticSystem& system) {
  for (const AnalyticEquation& equation : system.equations) {
    for (const Variable& variable : variables_of(equation.residual)) {
      if (variable.role == Role::independent) return variable.name;
    }
  }
  return "t";
}

Rational exactly(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  const Rational digits(static_cast<std::int64_t>(std::ldexp(mantissa, 53)));
  return digits * Rational(2).pow(exponent - 53);
}

class Repair {
 public:
  Repair(const AnalyticSystem& system, const LocalStart& start)
      : system_(system), start_(start), independent_(independent_of(system)) {}

  LocalLeaf run(LocalAttempt first) {
    reason_ = first.leaf.reason;
    Repaired state;
    state.original = system_.equations;
    for (std::size_t i = 0; i < system_.equations.size(); ++i) {
      state.lines.push_back({system_.equations[i], i, {{i, 0}}});
    }
    state.attempt = std::move(first);
    settle(state);
    if (is_certified(state.attempt)) return leaf_of(state, system_.unknowns);
    if (auto found = set_lines_aside(state)) return leaf_of(*found, system_.unknowns);
    LocalLeaf leaf = std::move(state.attempt.leaf);
    leaf.combined = std::move(state.combined);
    if (!reason_.empty()) leaf.reason = reason_;
    return leaf;
  }

 private:
  [[nodiscard]] AnalyticSystem system_of(const std::vector<WorkingLine>& lines) const {
    AnalyticSystem system;
    system.unknowns = system_.unknowns;
    for (const WorkingLine& line : lines) system.equations.push_back(line.equation);
    return system;
  }

  [[nodiscard]] SystemInWords words_of(const std::vector<WorkingLine>& lines) const {
    SystemInWords words{{}, system_.unknowns, independent_};
    for (const WorkingLine& line : lines) words.equations.push_back(line.equation.residual);
    return words;
  }

  /// While the rows of J depend on each other identically; each time the value of the transversal
  /// falls, or a line goes. What ends without a certificate is tried with another line replaced.
  void combine(Repaired& state) {
    if (is_certified(state.attempt) || !state.attempt.offsets) return;
    const LocalAttempt& now = state.attempt;
    const PointOfJets near{
        now.has_point ? now.point.values : now.rough.values, now.time.centre(), now.has_point};
    const Indices rows = dependent_rows(*now.local, *now.offsets, *now.array, near);
    if (rows.empty()) return;
    std::optional<Repaired> first;
    for (const Combination& combination :
         combinations(*now.local, words_of(state.lines), *now.offsets, *now.array, rows, near)) {
      if (first && tries_left_ == 0) break;
      std::optional<Repaired> next = taken(state, combination);
      if (!next) continue;
      combine(*next);
      const bool is_done = is_certified(next->attempt);
      if (is_done || !first) first = std::move(next);
      if (is_done) break;
    }
    if (first) state = std::move(*first);
  }

  /// Combinations; where they end without a certificate, lines put into others: first into those
  /// without combinations, then into those with them. What does not end with a certificate leaves
  /// the state as combinations left it.
  void settle(Repaired& state) {
    if (is_certified(state.attempt) || !state.attempt.offsets) return;
    const std::size_t value = state.attempt.offsets->value;
    Repaired before = without_attempt(state);
    combine(state);
    for (const bool keep_combinations : {false, true}) {
      if (is_certified(state.attempt)) return;
      tries_left_ = most_tries;
      put_lines_in(state, without_attempt(before), value, keep_combinations);
    }
  }

  /// As long as the value does not rise.
  void put_lines_in(Repaired& state, Repaired next, std::size_t value, bool keep_combinations) {
    std::set<std::pair<std::string, Variable>> done;
    while (tries_left_ > 0) {
      const auto all = substitutions(words_of(next.lines).equations, system_.unknowns);
      const auto best = std::find_if(all.begin(), all.end(), [&](const Substitution& one) {
        return one.value && *one.value <= value &&
               done.emplace(next.lines[one.from].equation.source, one.jet).second;
      });
      if (best == all.end()) return;
      put_line_in(next, *best);
      --tries_left_;
      Repaired trial = without_attempt(next);
      trial.attempt = attempt_locally(system_of(next.lines), start_, {0, precision_});
      combine(trial);
      if (is_certified(trial.attempt)) {
        state = std::move(trial);
        return;
      }
      value = *best->value;
      if (!keep_combinations) continue;
      if (!trial.attempt.offsets) return;
      value = trial.attempt.offsets->value;
      next = std::move(trial);
    }
  }

  /// With the combination, if the value falls.
  std::optional<Repaired> taken(const Repaired& state, const Combination& combination) {
    Repaired next = with_combination(state, combination);
    if (next.lines.size() == state.lines.size()) {
      const auto value = value_of(next.lines, every(next.lines));
      if (value && *value >= state.attempt.offsets->value) return std::nullopt;
    }
    if (tries_left_ > 0) --tries_left_;
    next.attempt = attempt_locally(system_of(next.lines), start_, {0, precision_});
    return next;
  }

  static Indices every(const std::vector<WorkingLine>& lines) {
    Indices all(lines.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  /// Of the transversal of some lines; empty where there is none.
  [[nodiscard]] std::optional<std::size_t> value_of(const std::vector<WorkingLine>& lines,
                                                    const Indices& some) const {
    std::vector<Expression> residuals;
    residuals.reserve(some.size());
    for (const std::size_t i : some) residuals.push_back(lines[i].equation.residual);
    return transversal_value(residuals, system_.unknowns);
  }

  /// Some lines are independent, and the others follow from them.
  std::optional<Repaired> set_lines_aside(const Repaired& state) {
    precision_ = bits_of_zero_test;
    for (const Indices& kept : choices(state)) {
      Repaired part = without_attempt(state);
      part.lines.clear();
      Indices aside;
      for (std::size_t i = 0; i < state.lines.size(); ++i) {
        if (std::count(kept.begin(), kept.end(), i) > 0) {
          part.lines.push_back(state.lines[i]);
        } else {
          aside.push_back(i);
          part.aside.push_back(state.lines[i].place);
        }
      }
      part.attempt = attempt_locally(system_of(part.lines), start_, {0, precision_});
      settle(part);
      if (is_certified(part.attempt) && all_follow(part, state, aside)) return part;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Indices> choices(const Repaired& state) const {
    const LocalAttempt& now = state.attempt;
    if (now.offsets && now.has_point) {
      const Indices kept = independent_lines(
          *now.local, *now.offsets, *now.array, now.point.values, now.time.centre());
      if (kept.empty() || kept.size() == state.lines.size()) return {};
      return {kept};
    }
    std::vector<Expression> residuals;
    residuals.reserve(state.lines.size());
    for (const WorkingLine& line : state.lines) residuals.push_back(line.equation.residual);
    return line_choices(residuals, system_.unknowns);
  }

  bool all_follow(Repaired& part, const Repaired& state, const Indices& aside) {
    return std::all_of(aside.begin(), aside.end(), [&](std::size_t i) {
      const AnalyticEquation& equation = state.lines[i].equation;
      const ZeroTest test = tested_on(part, equation.residual);
      if (!test.nonzero_at && !test.undecided_at) {
        part.redundant.push_back({equation.line, equation.source, order_of_zero_test});
        return true;
      }
      reason_ = reason_of(equation.source, test);
      return false;
    });
  }

  /// The germ has to have the derivatives that the line has.
  ZeroTest tested_on(const Repaired& part, const Expression& line) const {
    const unsigned lift = orders_beyond(system_.unknowns, *part.attempt.offsets, line);
    const std::vector<Expression> lines = words_of(part.lines).equations;
    if (lift == 0 && part.attempt.leaf.precision >= bits_of_zero_test) {
      return zero_test_on(lines, system_.unknowns, part.attempt, line);
    }
    const LocalAttempt lifted = attempt_locally(
        system_of(part.lines), at_point_of(part.attempt), {lift, bits_of_zero_test});
    if (!is_certified(lifted) || !is_same_point(part.attempt.leaf, lifted.leaf)) return {{}, 0};
    return zero_test_on(lines, system_.unknowns, lifted, line);
  }

  [[nodiscard]] LocalStart at_point_of(const LocalAttempt& attempt) const {
    LocalStart start{start_.time, {}, {}};
    for (const LocalPoint& jet : attempt.leaf.point) {
      auto& into = jet.is_free ? start.given : start.guessed;
      into.emplace(jet.variable, Expression::number(exactly(jet.value)));
    }
    return start;
  }

  static bool is_same_point(const LocalLeaf& one, const LocalLeaf& other) {
    return std::all_of(one.point.begin(), one.point.end(), [&](const LocalPoint& jet) {
      return std::any_of(other.point.begin(), other.point.end(), [&](const LocalPoint& there) {
        const double scale = std::max(1.0, std::abs(jet.value));
        return there.variable == jet.variable && std::abs(there.value - jet.value) < 1e-9 * scale;
      });
    });
  }

  const AnalyticSystem& system_;
  const LocalStart& start_;
  std::string independent_;
  std::string reason_;
  slong precision_ = 64;  ///< of certificates
  static constexpr std::size_t most_tries = 40;
  std::size_t tries_left_ = most_tries;  ///< attempts with other lines that may still be made
};

/// Of a mechanism: Gᵀλ written into the equations of motion.
AnalyticSystem as_plain(const AnalyticSystem& mechanism) {
  AnalyticSystem system = mechanism;
  system.coordinates = 0;
  for (std::size_t k = mechanism.coordinates; k < mechanism.equations.size(); ++k) {
    const Expression force = Expression::variable({Role::unknown, mechanism.unknowns[k], 0});
    for (std::size_t q = 0; q < mechanism.coordinates; ++q) {
      const Expression slope = partial_derivative(mechanism.equations[k].residual,
                                                  {Role::unknown, mechanism.unknowns[q], 0});
      Expression& motion = system.equations[q].residual;
      motion = motion + slope * force;
    }
  }
  return system;
}

/// Whether J is singular at every point, as with masses that depend on each other.
bool is_singular_everywhere(const LocalAttempt& attempt) {
  if (!attempt.offsets) return false;
  const PointOfJets near{attempt.rough.values, attempt.time.centre(), false};
  return !dependent_rows(*attempt.local, *attempt.offsets, *attempt.array, near).empty();
}

/// Of lines that nothing was done to, but for constraints set aside with their multipliers.
std::optional<LocalProof> proof_as_it_stands(const AnalyticSystem& system,
                                             const LocalAttempt& attempt) {
  Indices lines(attempt.offsets->rows.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = system.coordinates == 0 ? i : attempt.names[i];
  }
  std::optional<LocalProof> proof = proof_of(attempt, lines, system.unknowns);
  for (std::size_t i = system.coordinates; proof && i < system.equations.size(); ++i) {
    if (std::count(lines.begin(), lines.end(), i) == 0) proof->dependent.push_back(i);
  }
  return proof;
}

LocalLeaf repaired_or_not(const AnalyticSystem& system,
                          const LocalStart& start,
                          LocalAttempt first) {
  if (is_certified(first)) {
    first.leaf.proof = proof_as_it_stands(system, first);
    return std::move(first.leaf);
  }
  if (system.coordinates == 0) return Repair(system, start).run(std::move(first));
  const bool is_whole = first.names.size() == system.unknowns.size();
  if (!is_whole || !is_singular_everywhere(first)) return std::move(first.leaf);
  const AnalyticSystem plain = as_plain(system);
  LocalLeaf leaf = Repair(plain, start).run(attempt_locally(plain, start));
  return leaf.one_leaf == Truth::yes ? leaf : std::move(first.leaf);
}

}  // namespace

LocalLeaf repaired(const AnalyticSystem& system, const LocalStart& start, LocalAttempt first) {
  LocalLeaf leaf = repaired_or_not(system, start, std::move(first));
  if (leaf.one_leaf == Truth::yes && !leaf.numeric.empty()) {
    leaf.one_leaf = Truth::unknown;
    leaf.is_numeric = true;
    leaf.reason = "it was seen in numbers only that " + leaf.numeric.front();
  }
  if (leaf.one_leaf == Truth::yes && !leaf.proof) {
    // Nothing is called proved that nobody can check.
    leaf.one_leaf = Truth::unknown;
    leaf.is_numeric = true;
    leaf.reason = "the box that was enclosed has no certificate that could be written";
    leaf.numeric.push_back(leaf.reason);
  }
  if (leaf.one_leaf != Truth::yes) leaf.proof.reset();
  for (const RedundantLine& line : leaf.redundant) {
    if (leaf.proof) leaf.proof->order = std::max(leaf.proof->order, line.order);
  }
  return leaf;
}

}  // namespace leafwise::algebra::detail
