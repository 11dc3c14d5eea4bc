// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/uncompleted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leaves/observable.hpp"
#include "model/least_tolerance.hpp"
#include "model/start_values.hpp"
#include "model/wanted_rows.hpp"
#include "run/early_end.hpp"

namespace leafwise::pipeline::detail {

using Settings = integrator::RadauSettings<double>;

void refuse_wish(const Problem& problem, std::string message, std::string expected) {
  throw InvalidInput(Mistake{
      std::move(message), std::move(expected), std::nullopt, FilePlace{problem.file, 0, 0, 1, ""}});
}

void set_goal(const Problem& problem, double start, Settings& settings) {
  const IntegrationSettings& wanted = *problem.integrate;
  const std::string& method = wanted.method;
  if (problem.branch.select == "root") {
    refuse_wish(problem, method + " completes nothing", "select = \"initial\" in [branch]");
  }
  if (wanted.goal == IntegrationSettings::Goal::arclength ||
      wanted.parameter == IntegrationSettings::Parametrisation::arclength) {
    refuse_wish(problem,
                method + " steps in " + problem.independent + ", not along the arc",
                "to = { " + problem.independent + " = … }");
  }
  if (wanted.control == IntegrationSettings::Control::classic) {
    refuse_wish(
        problem, method + " has a step control of its own", "control = \"pi\" or \"fixed\"");
  }
  for (const Invariant& invariant : problem.invariants) {
    if (!invariant.imposed) continue;
    refuse_wish(problem,
                method + " imposes no invariants: '" + invariant.name + "'",
                "another method, or no [impose]");
  }
  const Constants constants(problem);
  settings.relative_tolerance = used_relative_tolerance(wanted);
  settings.absolute_tolerance = wanted.atol;
  settings.to = constants.of(wanted.to);
  settings.is_fixed = wanted.control == IntegrationSettings::Control::fixed;
  settings.step = wanted.step;
  if (auto rows = wanted_rows(wanted, constants, start, settings.to)) {
    settings.rows = integrator::Rows::requested;
    settings.at = std::move(*rows);
  }
}

void set_functions(const Problem& problem, const NumericLeaf& table, Settings& settings) {
  for (const Event& event : problem.events) {
    integrator::Event<double> wanted;
    wanted.name = event.name;
    wanted.function =
        observable(problem, table, event.function, "event '" + event.name + "'").function;
    wanted.stops = event.stop;
    wanted.direction = event.direction == Event::Direction::rising ? integrator::Crossing::rising
                       : event.direction == Event::Direction::falling
                           ? integrator::Crossing::falling
                           : integrator::Crossing::both;
    settings.events.push_back(std::move(wanted));
  }
  for (const Invariant& invariant : problem.invariants) {
    const std::string what = "invariant '" + invariant.name + "'";
    settings.monitors.push_back(
        {invariant.name, observable(problem, table, invariant.expression, what).function});
  }
}

std::vector<double> start_by_name(const Problem& problem,
                                  const std::vector<algebra::Variable>& coordinates,
                                  const Selection& selection) {
  std::vector<double> start = starting_values(start_numbers(problem), coordinates).values;
  for (std::size_t j = 0; j < start.size(); ++j) {
    const auto place = selection.leaf.coordinate(coordinates[j]);
    if (place && *place < selection.fit.point.size()) start[j] = selection.fit.point[*place];
  }
  return start;
}

Shift shift_of(const std::vector<double>& given,
               const std::vector<double>& point,
               const std::vector<std::string>& names) {
  Shift shift;
  for (std::size_t j = 0; j < point.size(); ++j) {
    const double change = std::abs(point[j] - given[j]) / std::max(1.0, std::abs(given[j]));
    if (change <= shift.size) continue;
    shift = {change, names[j]};
  }
  return shift;
}

Integration integration_of(const Problem& problem,
                           integrator::Report<double> report,
                           RunRecording& recording) {
  Integration result;
  result.warnings.push_back("nothing was completed: " + problem.integrate->method +
                            " integrates the system as it stands");
  const std::string raised = raised_tolerance(*problem.integrate);
  if (!raised.empty()) result.warnings.push_back(raised);
  recording.finish(std::move(report), result);
  for (const auto& monitor : result.report.monitors) {
    result.invariants.push_back({monitor.name, monitor.start, monitor.end, monitor.drift, false});
  }
  const bool ended_early = result.report.reason != integrator::Reason::reached &&
                           result.report.reason != integrator::Reason::event;
  if (ended_early && !result.report.trajectory.empty()) {
    result.report.message +=
        fmt::format(", at {} = {:.10g}", problem.independent, result.report.trajectory.last()[0]);
    if (result.report.reason == integrator::Reason::limit) {
      result.report.message += "\n  " + advice_on_limit(result.report.limit);
    }
  }
  return result;
}

}  // namespace leafwise::pipeline::detail
