// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/stiff_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leafwise/integrator/stiff_mechanics.hpp"
#include "model/start_values.hpp"
#include "model/stiff_form.hpp"
#include "run/run_recording.hpp"
#include "run/run_watcher.hpp"
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
  for (const PointValue& value : problem.initial) {
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
  if (shift.size <= expected.size + problem.branch.tolerance) return {};
  return fmt::format(
      "the start was moved by {:.2g}, in {}: it is that far off smooth motion, which is {:.2g} off "
      "the minima of the potential; without 'smooth' in [stiff] it is kept",
      shift.size,
      shift.farthest,
      expected.size);
}

void refuse_projection(const Problem& problem) {
  if (problem.integrate->projection == IntegrationSettings::Projection::stage) return;
  refuse_wish(problem, "radau5_stiff projects nothing", "no 'projection' in [integrate]");
}

}  // namespace

Outcome<Selection> stiff_selection(const Problem& problem) {
  const Outcome<StiffForm> form = stiff_form(problem);
  if (!form) return Undefined{form.reason()};
  const NumericLeaf& table = form.value().table;
  refuse_other_values(problem, table);
  const StartNumbers numbers = start_numbers(problem);
  std::vector<std::string> needed;
  for (std::size_t j = 1; j < table.coordinates.size(); ++j) {
    if (!numbers.given.contains(table.coordinates[j])) {
      needed.push_back(table.problem.coordinates[j]);
    }
  }
  if (!needed.empty()) {
    return Undefined{"[initial] leaves the motion open; values that would determine it: " +
                     listed(needed)};
  }
  const std::vector<double> given = starting_values(numbers, table.coordinates).values;
  Selection selection;
  selection.branch = uncompleted_branch;
  selection.leaf = table;
  selection.fit.found = true;
  selection.fit.point = given;
  const auto& smooth = problem.mechanics->stiff->smooth;
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

Outcome<Integration> integrate_stiff_run(const Problem& problem,
                                         const Selection& selection,
                                         const IntegrationOptions& options) {
  const Outcome<StiffForm> outcome = stiff_form(problem);
  if (!outcome) return Undefined{outcome.reason()};
  const StiffForm& form = outcome.value();
  refuse_projection(problem);
  const std::vector<double> start = start_by_name(problem, form.table.coordinates, selection);
  integrator::StiffSettings<double> settings;
  settings.solver = solver_of(problem.mechanics->stiff->newton);
  set_goal(problem, start.front(), settings);
  set_functions(problem, form.table, settings);
  std::stop_source source;
  set_watcher(options.watcher, start.front(), source, settings);

  StiffRecord record;
  record.epsilon = form.problem.epsilon;
  const auto tangent = integrator::tangent_start<double>(form.problem, start);
  if (tangent) {
    record.frequencies = tangent.value().frequencies;
  } else if (settings.solver == integrator::StiffSolver::outer ||
             settings.solver == integrator::StiffSolver::constrained) {
    return Undefined{tangent.reason() + "; newton = \"fixed\" or another method needs none"};
  }
  set_limits(problem, options, settings);
  RunRecording recording(problem, selection, options, {.has_forces = false, .neighbours = {}});
  settings.receiver = &recording;
  auto run = integrator::integrate_stiff<double>(form.problem, settings, start);
  record.largest_force = run.largest_force;
  record.outer = run.counters.outer;
  record.fallbacks = run.counters.fallbacks;
  Integration result = integration_of(problem, std::move(run.run), recording);
  result.warnings.insert(
      result.warnings.end(), selection.warnings.begin(), selection.warnings.end());
  integrator::Counters& counters = result.report.counters;
  counters.fields = run.counters.functions;
  counters.jacobians = run.counters.jacobians;
  counters.factorizations = run.counters.factorizations;
  counters.newton = run.counters.newton;
  result.stiff = std::move(record);
  return result;
}

}  // namespace leafwise::pipeline::detail
