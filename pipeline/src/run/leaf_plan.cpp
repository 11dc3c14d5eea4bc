// SPDX-License-Identifier: GPL-3.0-or-later
#include <span>
#include <utility>

#include "leafwise/integrator/tangency.hpp"
#include "leaves/imposed_invariants.hpp"
#include "leaves/invariant_rates.hpp"
#include "leaves/neighbours.hpp"
#include "model/least_tolerance.hpp"
#include "model/numeric_program.hpp"
#include "model/wanted_rows.hpp"
#include "run/divisions.hpp"
#include "run/early_end.hpp"
#include "run/run_plan.hpp"
#include "run/uncompleted_methods.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Settings = integrator::Settings<double>;

Settings settings_of(const Problem& problem, const Selection& selection) {
  const IntegrationSettings& wanted = *problem.plan.integrate;
  if (wanted.projection == IntegrationSettings::Projection::none) {
    refuse_wish(problem,
                "projection = \"none\" goes with the method radau5_index3 only",
                "projection = \"stage\" or \"step\"");
  }
  Settings settings;
  settings.method = wanted.method;
  try {
    (void)integrator::describe_method(wanted.method);
  } catch (const InvalidInput& error) {
    refuse_wish(problem, error.mistakes().front().message, error.mistakes().front().expected);
  }
  const bool by_arclength = wanted.goal == IntegrationSettings::Goal::arclength;
  using Parametrisation = IntegrationSettings::Parametrisation;
  const bool along_arclength = by_arclength || wanted.parameter == Parametrisation::arclength;
  if (by_arclength && wanted.parameter == Parametrisation::independent) {
    refuse_wish(problem,
                "a goal by arc length is not one of the independent variable",
                "parameter = \"arclength\", or to = { " + problem.model.independent + " = … }");
  }
  settings.parameter =
      along_arclength ? integrator::Parameter::arclength : integrator::Parameter::independent;
  settings.scale = by_arclength ? integrator::Scale::parameter : integrator::Scale::independent;
  settings.control = wanted.control == IntegrationSettings::Control::pi ? integrator::Control::pi
                     : wanted.control == IntegrationSettings::Control::classic
                         ? integrator::Control::classic
                         : integrator::Control::fixed;
  settings.projection = wanted.projection == IntegrationSettings::Projection::stage
                            ? integrator::Projection::stage
                            : integrator::Projection::step;
  const double begin =
      by_arclength ? 0.0 : selection.fit.point[*selection.leaf.problem.independent];
  set_goal(problem, begin, settings);
  return settings;
}

void add_neighbours(const std::vector<Neighbour>& neighbours, Settings& settings) {
  for (const Neighbour& neighbour : neighbours) {
    integrator::Event<double> approach;
    approach.name = neighbour.name;
    approach.function = neighbour.function;
    approach.degree = neighbour.degree;
    approach.direction = integrator::Crossing::falling;
    settings.events.push_back(std::move(approach));
  }
}

/// What is known to be worth a warning before the first step.
std::vector<std::string> warnings_before(const Problem& problem,
                                         const Selection& selection,
                                         double start,
                                         const Settings& settings) {
  std::vector<std::string> warnings = selection.warnings;
  for (const std::string& warning :
       {unused_stiff_keys(problem.model, problem.plan),
        raised_tolerance(*problem.plan.integrate),
        rows_out_of_reach(*problem.plan.integrate, Constants(problem.model), start, settings.to)}) {
    if (!warning.empty()) warnings.push_back(warning);
  }
  return warnings;
}

std::vector<InvariantRecord> invariant_records(const Problem& problem,
                                               const Selection& selection,
                                               const Settings& settings,
                                               const integrator::Report<double>& report) {
  std::vector<InvariantRecord> records;
  for (std::size_t i = 0; i < problem.model.invariants.size(); ++i) {
    const auto& monitor = report.monitors.at(i);
    const bool is_imposed = problem.model.invariants[i].imposed;
    const bool changes =
        !is_imposed &&
        has_rate(selection.leaf, *settings.monitors.at(i).function, report.trajectory);
    records.push_back(
        {monitor.name, monitor.start, monitor.end, monitor.drift, is_imposed, changes});
  }
  return records;
}

}  // namespace

Outcome<RunPlan> leaf_plan(const Problem& problem,
                           const DecompositionReport& decomposition,
                           const Selection& selection,
                           const IntegrationOptions& options) {
  RunPlan plan;
  plan.settings = settings_of(problem, selection);
  Outcome<Imposed> imposed = with_imposed(problem.model, problem.plan, selection, options.limits);
  if (imposed.is_undefined()) return Undefined{imposed.reason()};
  if (imposed.is_unable()) return Unable{imposed.reason()};
  Imposed found = std::move(imposed).value();
  plan.selection = std::move(found.selection);
  const Selection& chosen = plan.selection;
  plan.settings.checks_tangency = false;
  plan.settings.is_tangent = !found.is_forced;
  if (!chosen.opening.empty() && plan.settings.parameter == integrator::Parameter::arclength) {
    return Undefined{"a run that starts in a singular position goes by " +
                     problem.model.independent + ", not by arc length"};
  }
  plan.settings.opening = chosen.opening;
  if (!found.is_forced && chosen.opening.empty()) {
    const auto tangency = integrator::check_tangency<double>(
        chosen.leaf.problem, std::span<const double>(chosen.fit.point));
    if (!tangency.is_tangent()) {
      return Undefined{"leaf " + chosen.branch + " cannot be integrated: " +
                       integrator::describe(tangency, chosen.leaf.problem)};
    }
  }
  set_functions(problem, chosen.leaf, plan.settings);
  if (options.watches_neighbours) {
    plan.recording.neighbours = neighbours(problem, decomposition, chosen);
  }
  add_neighbours(plan.recording.neighbours, plan.settings);
  const NamedDivisions divisions = divisions_of(problem.model, chosen.leaf);
  plan.settings.divisions = divisions.divisions;
  plan.settings.passes_singular_points = chosen.is_local;
  plan.system = chosen.leaf.problem;
  plan.start = chosen.fit.point;
  const bool by_arclength = plan.settings.scale == integrator::Scale::parameter;
  plan.begin = by_arclength ? 0.0 : chosen.fit.point[*chosen.leaf.problem.independent];
  plan.warnings = warnings_before(problem, chosen, plan.begin, plan.settings);
  plan.warnings.insert(plan.warnings.end(), found.warnings.begin(), found.warnings.end());
  plan.complete = [&problem, divisions](const RunPlan& done, Integration& result) {
    for (std::string& passed : passed_divisions(problem.model, divisions, result.report)) {
      result.warnings.push_back(std::move(passed));
    }
    if (result.report.has_singular_start) {
      result.warnings.push_back(
          "the direction is not defined at the start: the run begins along the one solution that "
          "is "
          "analytic there");
    }
    result.invariants = invariant_records(problem, done.selection, done.settings, result.report);
    explain_end(problem.model, problem.plan, done.selection, result.report);
  };
  return plan;
}

}  // namespace leafwise::pipeline::detail
