// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/local_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "leaves/free_values.hpp"
#include "leaves/kept_sums.hpp"
#include "leaves/leaf_names.hpp"
#include "leaves/leaf_words.hpp"
#include "leaves/local_hand_over.hpp"
#include "leaves/observable.hpp"
#include "model/analytic_system.hpp"
#include "model/start_values.hpp"
#include "run/run_plan.hpp"
#include "run/start_report.hpp"
#include "run/uncompleted_methods.hpp"
#include "starts/start_choice.hpp"

namespace leafwise::pipeline::detail {

namespace {

Leaf leaf_of(const Problem& problem, const algebra::LocalLeaf& found) {
  Leaf leaf;
  leaf.name = here;
  leaf.numbers.dimension = static_cast<int>(found.dimension);
  leaf.numbers.freedom = static_cast<int>(found.freedom);
  leaf.numbers.initial_values = static_cast<int>(found.dimension) - 1;
  leaf.numbers.motion = found.freedom == 0 ? Motion::determined : Motion::free;
  if (problem.model.mechanics && found.freedom == 0) {
    leaf.numbers.degrees_of_freedom = static_cast<int>(found.dimension - 1) / 2;
  }
  leaf.proofs.prime = found.one_leaf;
  for (const algebra::RedundantLine& line : found.redundant) {
    leaf.origin.redundant.push_back(line.source);
  }
  return leaf;
}

/// What is to be said of a start where branches meet.
std::string singular_words(const algebra::AnalyticSystem& system, const algebra::LocalLeaf& found) {
  constexpr double visible = 1e-9;
  std::string text = "the motion is not determined at the start: " + found.reason;
  for (const std::vector<double>& tangent : found.singular->tangents) {
    text += "\n  a branch has the direction";
    bool is_first = true;
    for (std::size_t j = 0; j < tangent.size(); ++j) {
      if (std::abs(tangent[j]) < visible) continue;
      text += fmt::format("{} {}' = {:.6g}", is_first ? "" : ",", system.unknowns[j], tangent[j]);
      is_first = false;
    }
  }
  if (!found.singular->tangents.empty()) {
    text += "\n  Give velocities in [initial] that are a multiple of one of these.";
  }
  return text;
}

/// Expressions of [initial] and inequations as functions of the leaf's coordinates.
double value_at(const Problem& problem, const WrittenExpression& written, const Selection& chosen) {
  const Observable seen = observable(problem.model, chosen.leaf, written, "an inequation");
  double value = 0;
  seen.function->clone()->value(chosen.fit.point, std::span<double>(&value, 1));
  return value;
}

/// Given values of which the leaf has no use, and such as are given for what follows from it.
struct GivenBeside {
  std::vector<std::string> unused;
  bool has_tops = false;
};

GivenBeside given_beside(const StartNumbers& numbers, const NumericLeaf& leaf) {
  GivenBeside beside;
  for (const auto& [variable, value] : numbers.given) {
    if (variable.role == algebra::Role::independent || leaf.coordinate(variable)) continue;
    const bool is_top = std::ranges::find(leaf.attached, variable) != leaf.attached.end();
    beside.has_tops = beside.has_tops || is_top;
    if (!is_top) beside.unused.push_back(to_string(variable));
  }
  return beside;
}

std::string off_the_leaf(const Problem& problem, const algebra::LocalLeaf& found) {
  return fmt::format(
      "the initial point lies on no leaf: the nearest point that was found is {:.3g} away\n"
      "  A point counts as on a leaf within {:g} of it, in units of max(1, |value|): [branch] "
      "tolerance.\n  Correct [initial], or give fewer values (what is left out follows on the "
      "leaf).",
      found.moved,
      problem.plan.branch.tolerance);
}

std::string free_motion(const algebra::LocalLeaf& found) {
  return "the equations do not determine the motion: " + free_functions(found.freedom, found.free) +
         "\n  Add equations for what moves freely.";
}

std::string missing_values(const std::vector<std::string>& needed) {
  return "the leaf at the start has free values that [initial] does not set: " + listed(needed) +
         "\n  Give them in [initial], or with --set initial." + needed.front() +
         "=VALUE. ([guess] only sets where the search for the other values begins.)";
}

/// The same equations, combined so that sums of rates that cancel stand by themselves. Of systems
/// that hide nothing and have no functions.
algebra::AnalyticSystem with_kept_sums(const Problem& problem,
                                       const algebra::LocalLeaf& found,
                                       const algebra::AnalyticSystem& system) {
  const Model& model = problem.model;
  const std::vector<PolynomialEquation>& rows = model.polynomial.equations;
  const bool hides = !found.hidden.empty() || !found.redundant.empty() || !found.combined.empty();
  if (hides || model.mechanics || !model.polynomial.auxiliaries.empty() ||
      rows.size() != system.equations.size()) {
    return system;
  }
  LinearBlock block;
  std::map<std::string, unsigned> tops;
  for (const algebra::LocalPoint& jet : found.point) {
    unsigned& top = tops[jet.variable.name];
    top = std::max(top, jet.variable.order);
  }
  block.unknowns.reserve(tops.size());
  block.rows.reserve(rows.size());
  for (const auto& [name, order] : tops) {
    block.unknowns.push_back({algebra::Role::unknown, name, order});
  }
  for (const auto& row : rows) {
    for (const algebra::Variable& variable : row.polynomial.variables()) {
      if (variable.role == algebra::Role::parameter) return system;
    }
    block.rows.push_back(row.polynomial);
  }
  replace_by_kept_sums(block);
  algebra::AnalyticSystem combined = system;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (block.rows[i] == rows[i].polynomial) continue;
    combined.equations[i].residual = algebra::to_expression(block.rows[i]);
  }
  return combined;
}

/// What the leaf at the start says of a run.
struct LocalAnswer {
  Outcome<Selection> selection;
  bool is_last_word = true;
};

LocalAnswer selection_of(const Problem& problem,
                         const algebra::LocalLeaf& found,
                         const algebra::LocalStart& start,
                         const algebra::AnalyticSystem& system) {
  const bool is_branch = found.singular && !found.singular->series.empty();
  if (!found.is_usable() && found.singular && !is_branch) {
    return {Undefined{singular_words(system, found)}, !found.singular->tangents.empty()};
  }
  if (!found.is_usable() && !is_branch) {
    return {Unable{"the leaf at the start was not found locally: " + found.reason +
                   "\n  Take --leaf exact."},
            false};
  }
  if (found.freedom > 0) return {Undefined{free_motion(found)}, false};
  if (found.moved > problem.plan.branch.tolerance) {
    return {Undefined{off_the_leaf(problem, found)}, false};
  }
  const algebra::AnalyticSystem combined = with_kept_sums(problem, found, system);
  Outcome<LocalNumericLeaf> handed =
      hand_over_local(combined, found, start, problem.model.independent);
  if (handed.is_undefined()) return {Undefined{handed.reason()}, false};
  if (handed.is_unable()) return {Unable{handed.reason()}, false};
  LocalNumericLeaf numeric = std::move(handed).value();
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  const GivenBeside beside = given_beside(numbers, numeric.leaf);
  // In a singular position the tangent has said all that is to be said of the start.
  const std::vector<std::string> needed =
      is_branch
          ? std::vector<std::string>()
          : free_values(
                numeric.leaf, starting_values(numbers, numeric.leaf.coordinates), numeric.point);
  // A multiplier that is given may stand for a velocity that is not: exact equations say so.
  if (!needed.empty()) return {Undefined{missing_values(needed)}, !beside.has_tops};
  Selection selection;
  selection.branch = here;
  selection.exact = leaf_of(problem, found);
  selection.is_local = true;
  selection.leaf = std::move(numeric.leaf);
  selection.opening = std::move(numeric.opening);
  selection.fit.found = true;
  selection.fit.distance = found.moved;
  selection.fit.point = std::move(numeric.point);
  for (const std::string& name : beside.unused) {
    selection.warnings.push_back(name +
                                 " is no coordinate of this leaf: its initial value is not used");
  }
  for (const WrittenExpression& inequation : problem.model.inequations) {
    // Nearer to 0 than the square root of round-off, exact equations decide.
    constexpr double smallest = 1e-8;
    if (std::abs(value_at(problem, inequation, selection)) > smallest) continue;
    return {Unable{"an inequation vanishes at the start: " + inequation.text}, false};
  }
  if (found.is_numeric)
    selection.warnings.push_back("here is numeric, not proved: " + found.reason);
  return {std::move(selection), true};
}

}  // namespace

bool is_small_enough_for_local_way(const Model& model) {
  constexpr std::size_t most_equations = 600;  // it takes about the square of this
  const std::size_t equations =
      model.mechanics ? model.mechanics->coordinates.size() + model.mechanics->constraints.size()
                      : model.equations.size();
  return equations <= most_equations;
}

FirstWay first_way(const Problem& problem) {
  if (problem.plan.branch.select != "initial" || !is_small_enough_for_local_way(problem.model)) {
    return FirstWay::only_exact;
  }
  return has_few_quadrics(problem.model) ? FirstWay::exact : FirstWay::local;
}

Outcome<Selection> with_warning(Outcome<Selection> selection, std::string warning) {
  if (!selection) return selection;
  Selection warned = std::move(selection).value();
  warned.warnings.push_back(std::move(warning));
  return warned;
}

LocalWay way_from(const Problem& problem,
                  const algebra::LocalStart& start,
                  const std::string& sha256,
                  std::uint64_t seed) {
  const algebra::AnalyticSystem system = analytic_system(problem);
  algebra::LocalLeaf found = algebra::complete_locally(system, start);
  LocalAnswer answer = selection_of(problem, found, start, system);
  DecompositionReport report = report_at_start(problem, found, sha256, seed);
  return {
      std::move(report), std::move(answer.selection), answer.is_last_word, false, std::move(found)};
}

LocalWay local_way(const Problem& problem, const std::string& sha256, std::uint64_t seed) {
  // Without [initial] everything follows from the equations, or values are missing.
  LocalWay way = way_from(problem, start_or_origin(problem), sha256, seed);
  // In a singular position the velocity has said which branch is meant.
  if (!way.selection || !way.selection.value().opening.empty()) return way;
  const Selection& at = way.selection.value();
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  const StartPoints found = start_points(at.leaf,
                                         parameter_values(problem.model),
                                         at_hand(numbers, at.leaf, at.fit.point),
                                         start_test(problem, at.leaf, numbers),
                                         seed);
  StartDecision decision = decide(problem.model, at.leaf, numbers, found);
  if (!decision.index) {
    way.selection = Undefined{undecided_start(decision.options, found.is_cut)};
    way.is_undecided = true;
    // Of which one would something be proved?
    way.report.reason = words_on(decision.choice);
    way.report.start = StartLeaf{};
    way.report.start->reason = way.report.reason;
    way.report.choice = std::move(decision.choice);
    return way;
  }
  if (decision.point != at.fit.point) {
    const Problem guessed = guessing(problem, decision.options[*decision.index]);
    way = way_from(guessed, start_or_origin(guessed), sha256, seed);
    if (!way.selection) return way;
  }
  Selection chosen = std::move(way.selection).value();
  way.report.choice = decision.choice;
  chosen.start = std::move(decision.choice);
  way.selection = std::move(chosen);
  return way;
}

}  // namespace leafwise::pipeline::detail
