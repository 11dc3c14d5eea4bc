// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/index3_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/algebra/motion.hpp"
#include "leafwise/integrator/index3.hpp"
#include "leaves/free_values.hpp"
#include "model/analytic_system.hpp"
#include "model/hessenberg_form.hpp"
#include "model/start_values.hpp"
#include "run/local_route.hpp"
#include "run/uncompleted_methods.hpp"
#include "run/uncompleted_run.hpp"
#include "starts/start_choice.hpp"
#include "text/proof_words.hpp"

namespace leafwise::pipeline::detail {

namespace {

struct SetAside {
  std::set<std::size_t> constraints;  ///< by place
  std::vector<std::string> warnings;  ///< which ones, and why
};

/// Constraints of [mechanics] that follow from the others near the start. With them the matrix of
/// the multipliers is singular.
SetAside redundant_constraints(const Problem& problem) {
  SetAside result;
  if (!problem.model.mechanics || !is_small_enough_for_local_way(problem.model)) return result;
  const algebra::AnalyticSystem system = analytic_system(problem);
  const algebra::LocalLeaf found = algebra::complete_locally(system, start_or_origin(problem));
  if (!found.is_usable()) return result;
  for (const algebra::RedundantLine& line : found.redundant) {
    const auto place =
        std::ranges::find(system.equations, line.source, &algebra::AnalyticEquation::source);
    const auto number = static_cast<std::size_t>(place - system.equations.begin());
    if (number < system.coordinates || place == system.equations.end()) continue;
    result.constraints.insert(number - system.coordinates);
    result.warnings.push_back(
        fmt::format("{} follows from the others ({}): it is left out, with its multiplier",
                    line.source,
                    redundancy_words(line.order)));
  }
  return result;
}

/// The same, of a selection that was made so.
std::set<std::size_t> constraints_left_out(const Problem& problem, const Selection& selection) {
  std::set<std::size_t> result;
  if (!problem.model.mechanics) return result;
  for (std::size_t k = 0; k < problem.model.mechanics->constraints.size(); ++k) {
    const algebra::Variable multiplier = algebra::Multipliers::variable(k);
    if (std::ranges::count(selection.leaf.attached, multiplier) == 0) result.insert(k);
  }
  return result;
}

/// Which assembly is meant, where positions are given in part. Of equations that are no mechanism
/// the rates of the constraints are not written out: there it is not asked.
Outcome<StartDecision> decided(const Problem& problem,
                               const NumericLeaf& constrained,
                               const std::set<std::size_t>& set_aside,
                               const std::vector<double>& point) {
  StartDecision only{{}, 0, {}, {}};
  if (!problem.model.mechanics) return only;
  NumericLeaf leaf = constrained;
  const std::vector<WrittenExpression>& constraints = problem.model.mechanics->constraints;
  for (const bool is_rate : {false, true}) {
    for (std::size_t k = 0; k < constraints.size(); ++k) {
      if (set_aside.contains(k)) continue;
      const algebra::Expression& constraint = constraints[k].expression;
      leaf.rows.push_back(is_rate ? algebra::total_derivative(constraint) : constraint);
    }
  }
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  const StartPoints found = start_points(leaf,
                                         parameter_values(problem.model),
                                         at_hand(numbers, leaf, point),
                                         start_test(problem, leaf, numbers),
                                         1);
  StartDecision decision = decide(problem.model, leaf, numbers, found);
  if (!decision.index) return Undefined{undecided_start(decision.options, found.is_cut)};
  return decision;
}

}  // namespace

Outcome<Selection> index3_selection(const Problem& problem) {
  const SetAside set_aside = redundant_constraints(problem);
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  const Outcome<HessenbergForm> form =
      hessenberg_form(problem.model, set_aside.constraints, numbers);
  if (!form) return Undefined{form.reason()};
  const NumericLeaf& leaf = form.value().constrained;
  const auto start = starting_values(numbers, leaf.coordinates);
  const auto found = integrator::initialise(leaf.problem, start);
  if (!found) return Undefined{"the initial point is not on the constraints: " + found.reason()};
  const auto& point = found.value();
  if (point.largest_change > problem.plan.branch.tolerance) {
    return Undefined{fmt::format(
        "the initial point is {:.3g} off the constraints and their rates, in {}; at most {:.3g} is "
        "allowed ([branch] tolerance)",
        point.largest_change,
        leaf.problem.coordinates[point.most_changed],
        problem.plan.branch.tolerance)};
  }
  const std::vector<std::string> needed = free_values(leaf, start, point.point);
  if (!needed.empty()) {
    return Undefined{"[initial] does not determine the motion; values that would: " +
                     listed(needed)};
  }
  const Outcome<StartDecision> decision =
      decided(problem, leaf, set_aside.constraints, point.point);
  if (!decision) return Undefined{decision.reason()};
  Selection selection;
  selection.branch = uncompleted_branch;
  selection.start = decision.value().choice;
  selection.leaf = leaf;
  selection.warnings = set_aside.warnings;
  if (problem.model.polynomial.mechanics) {
    selection.exact.equations.constraints = problem.model.polynomial.mechanics->constraints;
  }
  selection.fit.found = true;
  selection.fit.distance = point.largest_change;
  if (point.largest_change > 0) {
    selection.fit.farthest = leaf.problem.coordinates[point.most_changed];
  }
  const std::vector<double>& chosen = decision.value().point;
  selection.fit.point = chosen.empty() ? point.point : chosen;
  return selection;
}

Outcome<RunPlan> index3_plan(const Problem& problem, const Selection& selection) {
  const Outcome<HessenbergForm> outcome =
      hessenberg_form(problem.model,
                      constraints_left_out(problem, selection),
                      start_numbers(problem.model, problem.start));
  if (!outcome) return Undefined{outcome.reason()};
  const HessenbergForm& form = outcome.value();
  // Multipliers come from [initial] or [guess].
  const std::vector<double> given = start_by_name(problem, form.table.coordinates, selection);
  Outcome<std::vector<double>> start = integrator::make_consistent<double>(form.problem, given);
  if (!start) {
    return Undefined{"the system cannot be integrated as written: " + start.reason() +
                     "; a method that runs on leaves may work ('leafwise methods')"};
  }
  RunPlan plan;
  plan.system = form.problem;
  plan.start = std::move(start).value();
  plan.begin = given.front();
  plan.selection = selection;
  plan.settings.projects =
      problem.plan.integrate->projection != IntegrationSettings::Projection::none;
  set_uncompleted_goal(problem, plan.begin, plan.settings);
  set_functions(problem, form.table, plan.settings);
  plan.warnings = warnings_of_uncompleted(problem);
  plan.warnings.insert(plan.warnings.end(), selection.warnings.begin(), selection.warnings.end());
  const std::string unused = unused_stiff_keys(problem.model, problem.plan);
  if (!unused.empty()) plan.warnings.push_back(unused);
  plan.complete = [&problem](const RunPlan& /*plan*/, Integration& result) {
    complete_uncompleted(problem, result);
    const auto& largest = result.report.details.largest;
    result.defects = {{"d1", largest.first}, {"d2", largest.second}, {"d3", largest.third}};
  };
  return plan;
}

}  // namespace leafwise::pipeline::detail
