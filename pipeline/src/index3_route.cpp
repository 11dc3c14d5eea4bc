// SPDX-License-Identifier: GPL-3.0-or-later
#include "index3_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <stop_token>
#include <utility>

#include "free_values.hpp"
#include "hessenberg_form.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/integrator/index3.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "observable.hpp"
#include "start_values.hpp"
#include "wanted_rows.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Settings = integrator::Index3Settings<double>;

[[noreturn]] void refuse(const Problem& problem, std::string message, std::string expected) {
  throw InvalidInput(Mistake{
      std::move(message), std::move(expected), std::nullopt, FilePlace{problem.file, 0, 0, 1, ""}});
}

void refuse_other_wishes(const Problem& problem) {
  const IntegrationSettings& wanted = *problem.integrate;
  const std::string method = integrator::index3_method;
  if (wanted.goal == IntegrationSettings::Goal::arclength ||
      wanted.parameter == IntegrationSettings::Parametrisation::arclength) {
    refuse(problem,
           method + " steps in " + problem.independent + ", not along the arc",
           "to = { " + problem.independent + " = … }");
  }
  if (wanted.control == IntegrationSettings::Control::classic) {
    refuse(problem, method + " has a step control of its own", "control = \"pi\" or \"fixed\"");
  }
  for (const Invariant& invariant : problem.invariants) {
    if (!invariant.imposed) continue;
    refuse(problem,
           method + " imposes no invariants: '" + invariant.name + "'",
           "another method, or no [impose]");
  }
}

Settings settings_of(const Problem& problem, double start) {
  if (problem.branch.select == "root") {
    refuse(problem,
           std::string(integrator::index3_method) + " completes nothing",
           "select = \"initial\" in [branch]");
  }
  refuse_other_wishes(problem);
  const IntegrationSettings& wanted = *problem.integrate;
  const Constants constants(problem);
  Settings settings;
  settings.projects = wanted.projection != IntegrationSettings::Projection::none;
  settings.relative_tolerance = wanted.rtol;
  settings.absolute_tolerance = wanted.atol;
  settings.to = constants.of(wanted.to);
  settings.is_fixed = wanted.control == IntegrationSettings::Control::fixed;
  settings.step = wanted.step;
  if (auto rows = wanted_rows(wanted, constants, start, settings.to)) {
    settings.rows = integrator::Rows::requested;
    settings.at = std::move(*rows);
  }
  return settings;
}

void add_functions(const Problem& problem, const NumericLeaf& table, Settings& settings) {
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

/// (t, u, v, λ): from the selection's point by name, multipliers from [initial] or [guess].
std::vector<double> start_of(const Problem& problem,
                             const HessenbergForm& form,
                             const Selection& selection) {
  const StartNumbers numbers = start_numbers(problem);
  std::vector<double> start = starting_values(numbers, form.table.coordinates).values;
  for (std::size_t j = 0; j < start.size(); ++j) {
    const auto place = selection.leaf.coordinate(form.table.coordinates[j]);
    if (place && *place < selection.fit.point.size()) start[j] = selection.fit.point[*place];
  }
  return start;
}

Integration result_of(const Problem& problem, integrator::Index3Report<double> run) {
  Integration result;
  result.warnings.push_back("nothing was completed: " + std::string(integrator::index3_method) +
                            " integrates the system as it stands");
  result.defects = {
      {"d1", run.largest.first}, {"d2", run.largest.second}, {"d3", run.largest.third}};
  result.report = std::move(run.run);
  for (const integrator::EventEntry& event : result.report.events) {
    (void)event;
    result.event_kinds.emplace_back("event");
  }
  for (const auto& monitor : result.report.monitors) {
    result.invariants.push_back({monitor.name, monitor.start, monitor.end, monitor.drift, false});
  }
  const bool ended_early = result.report.reason != integrator::Reason::reached &&
                           result.report.reason != integrator::Reason::event;
  if (ended_early && !result.report.trajectory.empty()) {
    result.report.message +=
        fmt::format(", at {} = {:.10g}", problem.independent, result.report.trajectory.last()[0]);
  }
  return result;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

bool completes_nothing(const Problem& problem) {
  return problem.integrate && problem.integrate->method == integrator::index3_method;
}

DecompositionReport uncompleted_report(const Problem& problem,
                                       const std::string& sha256,
                                       std::uint64_t seed) {
  DecompositionReport report;
  report.version = std::string(version);
  report.title = problem.title;
  report.sha256 = sha256;
  report.independent = problem.independent;
  report.unknowns = problem.unknowns;
  std::map<std::string, unsigned> orders;
  for (const WrittenEquation& equation : problem.equations) {
    for (const algebra::Variable& variable : algebra::variables_of(equation.residual)) {
      orders[variable.name] = std::max(orders[variable.name], variable.order);
    }
  }
  for (const std::string& name : problem.unknowns) {
    report.orders.emplace_back(name, problem.mechanics ? 2 : orders[name]);
  }
  report.parameters = parameter_texts(problem);
  report.complete = false;
  report.reason = "the method " + std::string(integrator::index3_method) + " completes nothing";
  report.seed = seed;
  report.tree.name = "root";
  report.tree.operation = "not completed";
  report.tree.why = report.reason;
  return report;
}

Outcome<Selection> uncompleted_selection(const Problem& problem) {
  const Outcome<HessenbergForm> form = hessenberg_form(problem);
  if (!form) return Undefined{form.reason()};
  const NumericLeaf& leaf = form.value().constrained;
  const auto start = starting_values(start_numbers(problem), leaf.coordinates);
  const auto found = integrator::initialise(leaf.problem, start);
  if (!found) return Undefined{"the initial point is not on the constraints: " + found.reason()};
  const auto& point = found.value();
  if (point.largest_change > problem.branch.tolerance) {
    return Undefined{fmt::format(
        "the initial point is {:.3g} off the constraints and their rates, in {}; at most {:.3g} is "
        "allowed ([branch] tolerance)",
        point.largest_change,
        leaf.problem.coordinates[point.most_changed],
        problem.branch.tolerance)};
  }
  const std::vector<std::string> needed = free_values(leaf, start, point.point);
  if (!needed.empty()) {
    return Undefined{"[initial] leaves the motion open; values that would determine it: " +
                     listed(needed)};
  }
  Selection selection;
  selection.branch = "uncompleted";
  selection.leaf = leaf;
  if (problem.polynomial.mechanics) {
    selection.exact.constraints = problem.polynomial.mechanics->constraints;
  }
  selection.fit.found = true;
  selection.fit.distance = point.largest_change;
  if (point.largest_change > 0) {
    selection.fit.farthest = leaf.problem.coordinates[point.most_changed];
  }
  selection.fit.point = point.point;
  return selection;
}

Outcome<Integration> integrate_uncompleted(const Problem& problem,
                                           const Selection& selection,
                                           const IntegrationOptions& options) {
  const Outcome<HessenbergForm> outcome = hessenberg_form(problem);
  if (!outcome) return Undefined{outcome.reason()};
  const HessenbergForm& form = outcome.value();
  const std::vector<double> given = start_of(problem, form, selection);
  const Outcome<std::vector<double>> start =
      integrator::make_consistent<double>(form.problem, given);
  if (!start) {
    return Undefined{"the system cannot be integrated as it stands: " + start.reason() +
                     "; methods on its leaves may do"};
  }
  Settings settings = settings_of(problem, given.front());
  add_functions(problem, form.table, settings);
  std::stop_source source;
  if (options.watcher) {
    settings.stop = source.get_token();
    settings.progress = [&](const integrator::Progress<double>& progress) {
      const double way = progress.goal - given.front();
      const double share = way == 0 ? 1 : (progress.place - given.front()) / way;
      if (options.watcher({progress.steps, std::clamp(share, 0.0, 1.0)})) source.request_stop();
    };
  }
  try {
    return result_of(problem,
                     integrator::integrate_index3<double>(form.problem, settings, start.value()));
  } catch (const InvalidInput& error) {
    refuse(problem, error.mistakes().front().message, error.mistakes().front().expected);
  }
}

}  // namespace leafwise::pipeline::detail
