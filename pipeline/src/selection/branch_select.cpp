// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leaves/leaf_words.hpp"
#include "model/leaf_sizes.hpp"
#include "model/start_values.hpp"
#include "selection/branch_candidate.hpp"
#include "starts/start_choice.hpp"

namespace leafwise::pipeline {

namespace {

using detail::Candidate;

/// Involutive or underdetermined, or at least with equations that can be tried.
bool has_equations(const Leaf& leaf) {
  return leaf.is_complete() || leaf.status == LeafStatus::unfinished ||
         leaf.status == LeafStatus::unexplored;
}

Candidate candidate(const Problem& problem, const DecompositionReport& report, const Leaf& told) {
  Candidate result;
  result.told = &told;
  demand_polynomials(report, told);
  // Whoever has lost a worker is helped by no limit.
  result.why_unfinished = report.lost_something
                              ? report.reason
                              : "a limit was reached before it was complete (--time-limit, "
                                "--memory-limit)";
  result.leaf =
      told.is_complete() ? hand_over(problem.model, told) : hand_over_base(problem.model, told);
  detail::set_sizes(problem, result.leaf);
  result.fit = fit_to(problem, told, result.leaf, report.seed);
  return result;
}

bool holds_the_point(const Candidate& candidate, const BranchChoice& choice) {
  return candidate.fit.found && candidate.fit.distance <= choice.tolerance;
}

std::vector<Compared> compared(const std::vector<Candidate>& others) {
  std::vector<Compared> result;
  result.reserve(others.size());
  for (const Candidate& other : others) {
    const Fit& fit = other.fit;
    result.push_back({other.told->name,
                      fit.found ? std::optional(fit.distance) : std::nullopt,
                      fit.equation,
                      fit.miss});
  }
  return result;
}

/// Whether free functions are coordinates of the leaf, as those of a circle without any motion are:
/// then a point of it has no single direction.
bool moves_points(const Candidate& candidate) {
  const std::vector<std::string>& free = candidate.told->numbers.free;
  const auto& base = candidate.told->equations.base.variables;
  return candidate.told->numbers.freedom.value_or(0) > 0 &&
         std::any_of(base.begin(), base.end(), [&](const algebra::Variable& variable) {
           return std::find(free.begin(), free.end(), variable.name) != free.end();
         });
}

bool has_direction(const NumericLeaf& leaf, const std::vector<double>& point) {
  std::vector<double> direction(point.size());
  return leaf.problem.distribution->clone()->direction(point, direction).defined;
}

/// Where constraints lose rank, the special form of mechanics has no direction. The leaf's own rows
/// may have one: an equilibrium of a linkage that lies flat stays where it is.
void hand_over_rows_if_better(const Model& model, Candidate& candidate) {
  if (!model.mechanics || has_direction(candidate.leaf, candidate.fit.point)) return;
  NumericLeaf rows = hand_over_rows(model, *candidate.told);
  if (has_direction(rows, candidate.fit.point)) candidate.leaf = std::move(rows);
}

/// The rank of the rows, by Gram and Schmidt.
std::size_t rank_of(std::vector<double> rows, std::size_t width) {
  // Of a gradient's length: nearer to a dependency than the square root of round-off, rounding of
  // the point decides.
  constexpr double smallest = 1e-8;
  std::vector<std::span<double>> basis;
  for (std::size_t begin = 0; begin < rows.size(); begin += width) {
    const std::span<double> row(&rows[begin], width);
    const auto product = [&](std::span<const double> other) {
      return std::inner_product(row.begin(), row.end(), other.begin(), 0.0);
    };
    const double length = std::sqrt(product(row));
    for (const std::span<double> unit : basis) {
      const double share = product(unit);
      for (std::size_t j = 0; j < width; ++j) row[j] -= share * unit[j];
    }
    const double rest = std::sqrt(product(row));
    if (rest <= smallest * std::max(length, 1.0)) continue;
    for (double& entry : row) entry /= rest;
    basis.push_back(row);
  }
  return basis.size();
}

/// Where the leaf is singular its dimension over the complex numbers says nothing of its real
/// points: of x^2 + y^2 = 0 there is one.
bool is_singular_point(const Candidate& candidate) {
  const integrator::ManifoldProblem<double>& problem = candidate.leaf.problem;
  if (!problem.equations) return false;
  const auto equations = problem.equations->clone();
  const std::vector<double>& point = candidate.fit.point;
  std::vector<double> values(equations->outputs());
  std::vector<double> jacobian(values.size() * point.size());
  equations->jacobian(point, values, jacobian);
  return rank_of(std::move(jacobian), point.size()) < problem.codimension;
}

detail::StartDecision decided(const Problem& problem, const Candidate& candidate) {
  const Fit& fit = candidate.fit;
  return detail::decide(problem.model,
                        candidate.leaf,
                        detail::start_numbers(problem.model, problem.start),
                        {fit.starts, fit.is_only_start, fit.starts_are_cut});
}

/// The one candidate, if nothing forbids to integrate it.
Outcome<Selection> checked(const Problem& problem,
                           Candidate candidate,
                           const std::vector<Candidate>& others = {}) {
  const Leaf& told = *candidate.told;
  if (told.status == LeafStatus::unfinished || told.status == LeafStatus::unexplored) {
    return Unable{"leaf " + told.name +
                  ", which holds the initial point, is not finished: " + candidate.why_unfinished +
                  (problem.model.mechanics
                       ? "\n  --method radau5_index3 integrates a mechanism as it "
                         "stands, without completing it."
                       : "")};
  }
  if (told.numbers.motion == Motion::free || moves_points(candidate)) {
    return Undefined{is_singular_point(candidate) ? detail::singular_start(told)
                                                  : detail::free_motion(told)};
  }
  if (!candidate.fit.needed.empty()) return Undefined{detail::missing_values(candidate)};
  StartChoice start;
  if (!candidate.fit.starts.empty()) {
    detail::StartDecision decision = decided(problem, candidate);
    if (!decision.index) {
      return Undefined{detail::undecided_start(decision.options, candidate.fit.starts_are_cut)};
    }
    candidate.fit.point = std::move(decision.point);
    start = std::move(decision.choice);
  }
  hand_over_rows_if_better(problem.model, candidate);
  Selection selection;
  selection.start = std::move(start);
  selection.branch = told.name;
  selection.exact = told;
  selection.leaf = std::move(candidate.leaf);
  selection.fit = std::move(candidate.fit);
  selection.warnings = selection.fit.remarks;
  selection.others = compared(others);
  if (told.numbers.freedom.value_or(0) > 0 && !told.numbers.degrees_of_freedom) {
    selection.warnings.push_back(word_list(told.numbers.free, "and") +
                                 (told.numbers.free.size() == 1 ? " is" : " are") +
                                 " not determined: of all values that satisfy the equations, the "
                                 "rows have the smallest");
  }
  if (told.proofs.prime == Truth::unknown) {
    selection.warnings.emplace_back(
        "it is not known whether the leaf of the run is prime: it may consist of several leaves");
  }
  return selection;
}

Outcome<Selection> select_by_name(const Problem& problem,
                                  const DecompositionReport& report,
                                  const BranchChoice& choice) {
  const Leaf* told = report.find_leaf(choice.select);
  if (told == nullptr || !has_equations(*told)) {
    return Undefined{detail::no_such_leaf(report, choice.select)};
  }
  Candidate named = candidate(problem, report, *told);
  if (holds_the_point(named, choice)) return checked(problem, std::move(named));
  if (told->status == LeafStatus::unfinished) return checked(problem, std::move(named));
  return Undefined{"the initial point does not lie on leaf " + told->name + "\n" +
                   detail::words_on(problem.model, named) +
                   fmt::format("  The tolerance is {:g}: [branch] tolerance.", choice.tolerance)};
}

/// Of several leaves: the starts on all of them, of which the guess may choose one that lies on one
/// leaf only.
Outcome<Selection> chosen_by_guess(const Problem& problem,
                                   std::vector<Candidate> holding,
                                   std::vector<Candidate> others) {
  std::vector<StartOption> options;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  bool is_cut = false;
  for (std::size_t i = 0; i < holding.size(); ++i) {
    if (holding[i].fit.starts.empty()) return Undefined{detail::on_several(problem.model, holding)};
    is_cut = is_cut || holding[i].fit.starts_are_cut;
    detail::StartDecision decision = decided(problem, holding[i]);
    for (std::size_t k = 0; k < decision.options.size(); ++k) {
      options.push_back(std::move(decision.options[k]));
      options.back().leaf = holding[i].told->name;
      places.emplace_back(i, k);
    }
  }
  const auto numbers = detail::start_numbers(problem.model, problem.start);
  const std::optional<std::size_t> nearest = detail::nearest_to_guess(options, numbers);
  if (!nearest) {
    return Undefined{detail::differing(problem.model, holding).empty()
                         ? detail::on_several(problem.model, holding)
                         : detail::undecided_start(options, is_cut)};
  }
  const auto [leaf, point] = places[*nearest];
  Candidate chosen = std::move(holding[leaf]);
  chosen.fit.point = chosen.fit.starts[point];
  chosen.fit.starts.clear();
  holding.erase(holding.begin() + static_cast<std::ptrdiff_t>(leaf));
  std::ranges::move(holding, std::back_inserter(others));
  Outcome<Selection> selection = checked(problem, std::move(chosen), others);
  if (!selection) return selection;
  Selection made = std::move(selection).value();
  made.start = {true, Truth::no, options[*nearest], {}, is_cut};
  options.erase(options.begin() + static_cast<std::ptrdiff_t>(*nearest));
  made.start.others = std::move(options);
  return made;
}

Outcome<Selection> select_among(const Problem& problem,
                                const DecompositionReport& report,
                                const BranchChoice& choice) {
  const auto is_inconsistent = [](const Leaf& leaf) {
    return leaf.status == LeafStatus::inconsistent;
  };
  if (std::all_of(report.leaves.begin(), report.leaves.end(), is_inconsistent)) {
    if (!report.complete) return Unable{"no leaf was found: " + report.reason};
    return Undefined{detail::inconsistent(report)};
  }
  if (choice.select != "initial") return select_by_name(problem, report, choice);
  std::vector<Candidate> holding;
  std::vector<Candidate> unfinished;
  std::vector<Candidate> others;
  for (const Leaf& told : report.leaves) {
    if (!has_equations(told) || !told.origin.inside.empty()) continue;
    Candidate next = candidate(problem, report, told);
    const bool holds = holds_the_point(next, choice);
    auto& list = !holds || told.status == LeafStatus::unexplored ? others
                 : told.status == LeafStatus::unfinished         ? unfinished
                                                                 : holding;
    list.push_back(std::move(next));
  }
  if (holding.empty() && unfinished.size() == 1) {
    return checked(problem, std::move(unfinished.front()), others);
  }
  if (holding.size() == 1 && unfinished.empty()) {
    return checked(problem, std::move(holding.front()), others);
  }
  if (holding.size() > 1 && unfinished.empty()) {
    return chosen_by_guess(problem, std::move(holding), std::move(others));
  }
  holding.insert(holding.end(), unfinished.begin(), unfinished.end());
  if (holding.empty())
    return Undefined{detail::on_no_leaf(problem.model, std::move(others), choice)};
  return Undefined{detail::on_several(problem.model, holding)};
}

}  // namespace

Outcome<Selection> select_branch(const Problem& problem,
                                 const DecompositionReport& report,
                                 const BranchChoice& choice) {
  Outcome<Selection> selection = select_among(problem, report, choice);
  if (selection || report.complete) return selection;
  // Not a limit, and not the mathematics, if the algebra could not even be asked.
  const std::string trouble = algebra::worker_trouble();
  return trouble.empty() ? std::move(selection) : Unable{trouble};
}

std::optional<algebra::Point> steering_point(const Problem& problem) {
  const detail::StartNumbers numbers = detail::start_numbers(problem.model, problem.start);
  if (numbers.given.empty()) return std::nullopt;
  double largest = 1;
  for (const auto& [variable, value] : numbers.given) largest = std::max(largest, std::abs(value));
  // Values are changed by at most the tolerance in their units; a little more, against rounding.
  constexpr double reserve = 1.0625;
  algebra::Point point(problem.plan.branch.tolerance * largest * reserve);
  for (const PointValue& value : problem.start.initial) {
    const bool is_start = value.variable.role == algebra::Role::independent;
    if (is_start && algebra::variables_of(value.value.expression).empty()) {
      point.set(value.variable, value.value.expression);
    }
  }
  for (const auto& [variable, value] : numbers.given) {
    if (!point.has(variable)) point.set(variable, value);
  }
  for (const AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants || !unknown.initial) continue;
    const algebra::Variable variable{algebra::Role::unknown, unknown.auxiliary.name, 0};
    const double value = numbers.guessed.at(variable);
    // How far it moves when its arguments move by the tolerance is not known: of large values,
    // as of 1/u near 0, nothing is said.
    constexpr double largest_told = 10;
    if (std::abs(value) <= largest_told) point.set(variable, value);
  }
  return point;
}

}  // namespace leafwise::pipeline
