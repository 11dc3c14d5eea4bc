// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/uncompleted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "model/least_tolerance.hpp"
#include "model/start_values.hpp"
#include "run/early_end.hpp"

namespace leafwise::pipeline::detail {

using Settings = integrator::Settings<double>;

void set_uncompleted_goal(const Problem& problem, double start, Settings& settings) {
  const IntegrationSettings& wanted = *problem.plan.integrate;
  const std::string& method = wanted.method;
  if (problem.plan.branch.select == "root") {
    refuse_wish(
        problem, method + " does not complete the system", "select = \"initial\" in [branch]");
  }
  if (wanted.goal == IntegrationSettings::Goal::arclength ||
      wanted.parameter == IntegrationSettings::Parametrisation::arclength) {
    refuse_wish(problem,
                method + " steps in " + problem.model.independent + ", not along the arc",
                "to = { " + problem.model.independent + " = … }");
  }
  if (wanted.control == IntegrationSettings::Control::classic) {
    refuse_wish(
        problem, method + " has a step control of its own", "control = \"pi\" or \"fixed\"");
  }
  for (const Invariant& invariant : problem.model.invariants) {
    if (!invariant.imposed) continue;
    refuse_wish(problem,
                method + " imposes no invariants: '" + invariant.name + "'",
                "another method, or no [impose]");
  }
  set_goal(problem, start, settings);
  settings.control = wanted.control == IntegrationSettings::Control::fixed
                         ? integrator::Control::fixed
                         : integrator::Control::pi;
}

std::vector<double> start_by_name(const Problem& problem,
                                  const std::vector<algebra::Variable>& coordinates,
                                  const Selection& selection) {
  std::vector<double> start =
      starting_values(start_numbers(problem.model, problem.start), coordinates).values;
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

std::vector<std::string> warnings_of_uncompleted(const Problem& problem) {
  std::vector<std::string> warnings = {"not completed: " + problem.plan.integrate->method +
                                       " integrates the system as written"};
  const std::string raised = raised_tolerance(*problem.plan.integrate);
  if (!raised.empty()) warnings.push_back(raised);
  return warnings;
}

void complete_uncompleted(const Problem& problem, Integration& result) {
  for (const auto& monitor : result.report.monitors) {
    result.invariants.push_back({monitor.name, monitor.start, monitor.end, monitor.drift, false});
  }
  const bool ended_early = result.report.reason != integrator::Reason::reached &&
                           result.report.reason != integrator::Reason::event;
  if (ended_early && !result.report.trajectory.empty()) {
    result.report.message += fmt::format(
        ", at {} = {:.10g}", problem.model.independent, result.report.trajectory.last()[0]);
    if (result.report.reason == integrator::Reason::limit) {
      result.report.message += "\n  " + advice_on_limit(result.report.limit);
    }
  }
}

}  // namespace leafwise::pipeline::detail
