// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/integration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stop_token>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/tangency.hpp"
#include "leaves/imposed_invariants.hpp"
#include "leaves/invariant_rates.hpp"
#include "leaves/neighbours.hpp"
#include "leaves/observable.hpp"
#include "model/least_tolerance.hpp"
#include "model/numeric_program.hpp"
#include "model/wanted_rows.hpp"
#include "run/divisions.hpp"
#include "run/early_end.hpp"
#include "run/run_recording.hpp"
#include "run/run_watcher.hpp"
#include "run/uncompleted_route.hpp"

namespace leafwise::pipeline {

namespace {

using Settings = integrator::Settings<double>;

[[noreturn]] void refuse(const Problem& problem, std::string message, std::string expected) {
  throw InvalidInput(Mistake{
      std::move(message), std::move(expected), std::nullopt, FilePlace{problem.file, 0, 0, 1, ""}});
}

Settings settings_of(const Problem& problem, const Selection& selection) {
  demand_goal(problem);
  const IntegrationSettings& wanted = *problem.integrate;
  if (wanted.projection == IntegrationSettings::Projection::none) {
    refuse(problem,
           "projection = \"none\" goes with the method radau5_index3 only",
           "projection = \"stage\" or \"step\"");
  }
  const detail::Constants constants(problem);
  Settings settings;
  settings.method = wanted.method;
  try {
    (void)integrator::describe_method(wanted.method);
  } catch (const InvalidInput& error) {
    refuse(problem, error.mistakes().front().message, error.mistakes().front().expected);
  }
  const bool by_arclength = wanted.goal == IntegrationSettings::Goal::arclength;
  using Parametrisation = IntegrationSettings::Parametrisation;
  const bool along_arclength = by_arclength || wanted.parameter == Parametrisation::arclength;
  if (by_arclength && wanted.parameter == Parametrisation::independent) {
    refuse(problem,
           "a goal by arc length is not one of the independent variable",
           "parameter = \"arclength\", or to = { " + problem.independent + " = … }");
  }
  settings.parameter =
      along_arclength ? integrator::Parameter::arclength : integrator::Parameter::independent;
  settings.scale = by_arclength ? integrator::Scale::parameter : integrator::Scale::independent;
  settings.to = constants.of(wanted.to);
  settings.relative_tolerance = detail::used_relative_tolerance(wanted);
  settings.absolute_tolerance = wanted.atol;
  settings.control = wanted.control == IntegrationSettings::Control::pi ? integrator::Control::pi
                     : wanted.control == IntegrationSettings::Control::classic
                         ? integrator::Control::classic
                         : integrator::Control::fixed;
  settings.step = wanted.step;
  settings.projection = wanted.projection == IntegrationSettings::Projection::stage
                            ? integrator::Projection::stage
                            : integrator::Projection::step;
  const double start =
      by_arclength ? 0.0 : selection.fit.point[*selection.leaf.problem.independent];
  if (auto rows = detail::wanted_rows(wanted, constants, start, settings.to)) {
    settings.rows = integrator::Rows::requested;
    settings.at = std::move(*rows);
  }
  return settings;
}

void add_events(const Problem& problem, const Selection& selection, Settings& settings) {
  for (const Event& event : problem.events) {
    const detail::Observable observable =
        detail::observable(problem, selection.leaf, event.function, "event '" + event.name + "'");
    integrator::Event<double> wanted;
    wanted.name = event.name;
    wanted.function = observable.function;
    wanted.degree = observable.degree;
    wanted.stops = event.stop;
    wanted.direction = event.direction == Event::Direction::rising ? integrator::Crossing::rising
                       : event.direction == Event::Direction::falling
                           ? integrator::Crossing::falling
                           : integrator::Crossing::both;
    settings.events.push_back(std::move(wanted));
  }
}

void add_monitors(const Problem& problem, const Selection& selection, Settings& settings) {
  for (const Invariant& invariant : problem.invariants) {
    const detail::Observable observable = detail::observable(
        problem, selection.leaf, invariant.expression, "invariant '" + invariant.name + "'");
    settings.monitors.push_back({invariant.name, observable.function});
  }
}

void add_neighbours(const std::vector<detail::Neighbour>& neighbours, Settings& settings) {
  for (const detail::Neighbour& neighbour : neighbours) {
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
       {detail::unused_stiff_keys(problem),
        detail::raised_tolerance(*problem.integrate),
        detail::rows_out_of_reach(
            *problem.integrate, detail::Constants(problem), start, settings.to)}) {
    if (!warning.empty()) warnings.push_back(warning);
  }
  return warnings;
}

std::vector<InvariantRecord> invariant_records(const Problem& problem,
                                               const Selection& selection,
                                               const Settings& settings,
                                               const integrator::Report<double>& report) {
  std::vector<InvariantRecord> records;
  for (std::size_t i = 0; i < problem.invariants.size(); ++i) {
    const auto& monitor = report.monitors.at(i);
    const bool is_imposed = problem.invariants[i].imposed;
    const bool changes =
        !is_imposed &&
        detail::has_rate(selection.leaf, *settings.monitors.at(i).function, report.trajectory);
    records.push_back(
        {monitor.name, monitor.start, monitor.end, monitor.drift, is_imposed, changes});
  }
  return records;
}

}  // namespace

void demand_goal(const Problem& problem) {
  if (problem.integrate) return;
  refuse(problem, "the file does not say how far to integrate", "a table [integrate] with 'to'");
}

Outcome<Integration> integrate_on(const Problem& problem,
                                  const DecompositionReport& decomposition,
                                  const Selection& selection,
                                  const IntegrationOptions& options) {
  if (detail::completes_nothing(problem)) {
    return detail::integrate_uncompleted(problem, selection, options);
  }
  Settings settings = settings_of(problem, selection);
  const Outcome<detail::Imposed> imposed = detail::with_imposed(problem, selection, options.limits);
  if (imposed.is_undefined()) return Undefined{imposed.reason()};
  if (imposed.is_unable()) return Unable{imposed.reason()};
  const Selection& chosen = imposed.value().selection;
  settings.checks_tangency = false;
  settings.is_tangent = !imposed.value().is_forced;
  if (!imposed.value().is_forced) {
    const auto tangency = integrator::check_tangency<double>(
        chosen.leaf.problem, std::span<const double>(chosen.fit.point));
    if (!tangency.is_tangent()) {
      return Undefined{"leaf " + chosen.branch + " cannot be integrated: " +
                       integrator::describe(tangency, chosen.leaf.problem)};
    }
  }
  add_events(problem, chosen, settings);
  std::vector<detail::Neighbour> neighbours;
  if (options.watches_neighbours) neighbours = detail::neighbours(problem, decomposition, chosen);
  add_neighbours(neighbours, settings);
  add_monitors(problem, chosen, settings);
  const detail::NamedDivisions divisions = detail::divisions_of(problem, chosen.leaf);
  settings.divisions = divisions.divisions;
  std::stop_source source;
  const bool by_arclength = settings.scale == integrator::Scale::parameter;
  const double start = by_arclength ? 0.0 : chosen.fit.point[*chosen.leaf.problem.independent];
  detail::set_watcher(options.watcher, start, source, settings);
  detail::RunRecording recording(problem, chosen, options, {true, std::move(neighbours)});
  settings.receiver = &recording;
  Integration result;
  result.warnings = warnings_before(problem, chosen, start, settings);
  const auto& more = imposed.value().warnings;
  result.warnings.insert(result.warnings.end(), more.begin(), more.end());
  detail::set_limits(problem, options, settings);
  try {
    auto report = integrator::integrate<double>(chosen.leaf.problem, settings, chosen.fit.point);
    recording.finish(std::move(report), result);
  } catch (const InvalidInput& error) {
    refuse(problem, error.mistakes().front().message, error.mistakes().front().expected);
  }
  for (std::string& passed : detail::passed_divisions(problem, divisions, result.report)) {
    result.warnings.push_back(std::move(passed));
  }
  result.invariants = invariant_records(problem, chosen, settings, result.report);
  detail::explain_end(problem, chosen, result.report);
  return result;
}

}  // namespace leafwise::pipeline
