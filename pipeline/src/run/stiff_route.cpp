// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/stiff_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leafwise/integrator/stiff_mechanics.hpp"
#include "model/start_values.hpp"
#include "model/stiff_form.hpp"
#include "run/uncompleted_methods.hpp"
#include "run/uncompleted_run.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Newton = Mechanics::Stiff::Newton;

integrator::StiffSolver solver_of(Newton newton) {
  switch (newton) {
    case Newton::fixed: return integrator::StiffSolver::fixed;
    case Newton::guessed: return integrator::StiffSolver::guessed;
    case Newton::constrained: return integrator::StiffSolver::constrained;
    case Newton::outer: break;
  }
  return integrator::StiffSolver::outer;
}

/// Accelerations follow from positions and velocities: a value for one would be lost.
void refuse_other_values(const Problem& problem, const NumericLeaf& table) {
  for (const PointValue& value : problem.start.initial) {
    if (table.coordinate(value.variable)) continue;
    refuse_wish(problem,
                to_string(value.variable) + " in [initial] follows from positions and velocities",
                "no value for it, or a method on the leaf");
  }
}

/// Of a start that is neither near the minima nor near smooth motion: what runs is another motion
/// than was written down. Smooth motion itself is O(ε²) off the minima; values in the file have
/// some digits only, for which [branch] tolerance is.
std::string warning_of(const Problem& problem, const Shift& shift, const Shift& expected) {
  if (shift.size <= expected.size + problem.plan.branch.tolerance) return {};
  return fmt::format(
      "the start was moved by {:.2g}, in {}, to smooth motion, which is {:.2g} off the minima of "
      "the potential; without 'smooth' in [stiff] the start is kept",
      shift.size,
      shift.farthest,
      expected.size);
}

void refuse_projection(const Problem& problem) {
  if (problem.plan.integrate->projection == IntegrationSettings::Projection::stage) return;
  refuse_wish(problem, "radau5_stiff does not project", "no 'projection' in [integrate]");
}

}  // namespace

Outcome<Selection> stiff_selection(const Problem& problem) {
  const Outcome<StiffForm> form = stiff_form(problem.model);
  if (!form) return Undefined{form.reason()};
  const NumericLeaf& table = form.value().table;
  refuse_other_values(problem, table);
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  std::vector<std::string> needed;
  for (std::size_t j = 1; j < table.coordinates.size(); ++j) {
    if (!numbers.given.contains(table.coordinates[j])) {
      needed.push_back(table.problem.coordinates[j]);
    }
  }
  if (!needed.empty()) {
    return Undefined{"[initial] does not determine the motion; values that would: " +
                     listed(needed)};
  }
  const std::vector<double> given = starting_values(numbers, table.coordinates).values;
  Selection selection;
  selection.branch = uncompleted_branch;
  selection.leaf = table;
  selection.fit.found = true;
  selection.fit.point = given;
  const auto& smooth = problem.model.mechanics->stiff->smooth;
  if (!smooth) return selection;
  auto moved = integrator::smooth_start<double>(form.value().problem, given, *smooth);
  // Also where none was found: another start is what helps, not more time.
  if (!moved) {
    return Undefined{"no smooth motion was found near the start: " + moved.reason()};
  }
  selection.fit.point = std::move(moved).value().point;
  const std::vector<std::string>& names = table.problem.coordinates;
  const Shift shift = shift_of(given, selection.fit.point, names);
  selection.fit.distance = shift.size;
  selection.fit.farthest = shift.farthest;
  const auto minimum = integrator::tangent_start<double>(form.value().problem, given);
  if (!minimum) return selection;
  const Shift expected = shift_of(minimum.value().point, selection.fit.point, names);
  const std::string warning = warning_of(problem, shift, expected);
  if (!warning.empty()) selection.warnings.push_back(warning);
  return selection;
}

Outcome<RunPlan> stiff_plan(const Problem& problem, const Selection& selection) {
  const Outcome<StiffForm> outcome = stiff_form(problem.model);
  if (!outcome) return Undefined{outcome.reason()};
  const StiffForm& form = outcome.value();
  refuse_projection(problem);
  RunPlan plan;
  plan.system = form.problem;
  plan.start = start_by_name(problem, form.table.coordinates, selection);
  plan.begin = plan.start.front();
  plan.selection = selection;
  plan.recording.has_forces = false;
  plan.settings.solver = solver_of(problem.model.mechanics->stiff->newton);
  set_uncompleted_goal(problem, plan.begin, plan.settings);
  set_functions(problem, form.table, plan.settings);

  StiffRecord record;
  record.epsilon = form.problem.epsilon;
  const auto tangent = integrator::tangent_start<double>(form.problem, plan.start);
  if (tangent) {
    record.frequencies = tangent.value().frequencies;
  } else if (plan.settings.solver == integrator::StiffSolver::outer ||
             plan.settings.solver == integrator::StiffSolver::constrained) {
    return Undefined{tangent.reason() + "; newton = \"fixed\" or another method needs none"};
  }
  plan.warnings = warnings_of_uncompleted(problem);
  plan.warnings.insert(plan.warnings.end(), selection.warnings.begin(), selection.warnings.end());
  plan.complete = [&problem, record](const RunPlan& /*plan*/, Integration& result) {
    complete_uncompleted(problem, result);
    result.stiff = record;
    result.stiff->largest_force = result.report.details.largest_force;
    result.stiff->outer = result.report.details.outer;
    result.stiff->fallbacks = result.report.details.fallbacks;
  };
  return plan;
}

}  // namespace leafwise::pipeline::detail
