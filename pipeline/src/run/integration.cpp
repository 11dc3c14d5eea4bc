// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/integration.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leaves/observable.hpp"
#include "model/least_tolerance.hpp"
#include "model/numeric_program.hpp"
#include "model/wanted_rows.hpp"
#include "run/run_plan.hpp"
#include "run/uncompleted_route.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline {

namespace detail {

namespace {

using Settings = integrator::Settings<double>;

/// The limits of a run, its time counted from now.
void set_limits(const Problem& problem, const IntegrationOptions& options, Settings& settings) {
  using Clock = std::chrono::steady_clock;
  settings.most_steps = problem.plan.integrate->max_steps;
  if (!options.time_limit) return;
  // A century: the clock cannot count much further.
  constexpr std::chrono::duration<double> longest(3e9);
  const auto allowed = std::min(*options.time_limit, longest);
  settings.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
}

/// A hash of what is integrated and from where: runs go on only with the same.
std::string system_of(const RunPlan& plan) {
  PackedWriter text;
  text.add(plan.settings.method);
  text.add(plan.start);
  for (const auto& event : plan.settings.events) text.add(event.name);
  for (const auto& monitor : plan.settings.monitors) text.add(monitor.name);
  const auto* problem = std::get_if<integrator::ManifoldProblem<double>>(&plan.system);
  if (problem != nullptr) {
    for (const std::string& name : problem->coordinates) text.add(name);
  }
  if (problem != nullptr && problem->equations) {
    const auto equations = problem->equations->clone();
    std::vector<double> values(equations->outputs());
    std::vector<double> jacobian(equations->outputs() * equations->inputs());
    equations->jacobian(plan.start, values, jacobian);
    text.add(values);
    text.add(jacobian);
  }
  return sha256(text.bytes());
}

/// Puts what was recorded beside the checkpoints of the integrator.
class Keeper final : public integrator::CheckpointReceiver<double> {
 public:
  /// @pre both outlive it
  Keeper(RunKeeper& keeper, const RunRecording& recording, std::string system)
      : keeper_(keeper), recording_(recording), system_(std::move(system)) {}

  bool is_due() override { return keeper_.is_due(); }
  void keep(const integrator::Checkpoint<double>& checkpoint) override {
    keeper_.keep({checkpoint, system_, recording_.saved()});
  }

 private:
  RunKeeper& keeper_;
  const RunRecording& recording_;
  std::string system_;
};

integrator::Report<double> run_of(const Problem& problem,
                                  const RunPlan& plan,
                                  const RunCheckpoint* from,
                                  const std::string& system) {
  if (from == nullptr) {
    return integrator::integrate<double>(plan.system, plan.settings, plan.start);
  }
  if (from->system != system) {
    refuse_wish(problem,
                "the checkpoint is of a run on another leaf, or from another start",
                "the same program, file and settings as that of the checkpoint");
  }
  return integrator::resume<double>(plan.system, plan.settings, from->steps);
}

/// Calls the watcher after each step, and stops the run when it says so.
/// @pre watcher and source outlive the run
void set_watcher(const RunWatcher& watcher,
                 double begin,
                 std::stop_source& source,
                 Settings& settings) {
  if (!watcher) return;
  settings.stop = source.get_token();
  settings.progress = [&watcher, &source, begin](const integrator::Progress<double>& progress) {
    const double way = progress.goal - begin;
    const double share = way == 0 ? 1 : (progress.place - begin) / way;
    if (watcher({progress.steps, std::clamp(share, 0.0, 1.0)})) source.request_stop();
  };
}

integrator::Crossing crossing_of(Event::Direction direction) {
  switch (direction) {
    case Event::Direction::rising: return integrator::Crossing::rising;
    case Event::Direction::falling: return integrator::Crossing::falling;
    case Event::Direction::both: break;
  }
  return integrator::Crossing::both;
}

Outcome<RunPlan> plan_of(const Problem& problem,
                         const DecompositionReport& decomposition,
                         const Selection& selection,
                         const IntegrationOptions& options) {
  return completes_nothing(problem.plan) ? uncompleted_plan(problem, selection)
                                         : leaf_plan(problem, decomposition, selection, options);
}

}  // namespace

void refuse_wish(const Problem& problem, std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message),
                             std::move(expected),
                             std::nullopt,
                             FilePlace{problem.model.file, 0, 0, 1, ""}});
}

void set_goal(const Problem& problem, double begin, Settings& settings) {
  const IntegrationSettings& wanted = *problem.plan.integrate;
  const Constants constants(problem.model);
  settings.method = wanted.method;
  settings.to = constants.of(wanted.to);
  settings.relative_tolerance = used_relative_tolerance(wanted);
  settings.absolute_tolerance = wanted.atol;
  settings.step = wanted.step;
  if (auto rows = wanted_rows(wanted, constants, begin, settings.to)) {
    settings.rows = integrator::Rows::requested;
    settings.at = std::move(*rows);
  }
}

void set_functions(const Problem& problem, const NumericLeaf& table, Settings& settings) {
  for (const Event& event : problem.plan.events) {
    const Observable seen =
        observable(problem.model, table, event.function, "event '" + event.name + "'");
    settings.events.push_back({.name = event.name,
                               .function = seen.function,
                               .direction = crossing_of(event.direction),
                               .stops = event.stop,
                               .degree = seen.degree});
  }
  for (const Invariant& invariant : problem.model.invariants) {
    const std::string what = "invariant '" + invariant.name + "'";
    settings.monitors.push_back(
        {invariant.name, observable(problem.model, table, invariant.expression, what).function});
  }
}

Integration carry_out(const Problem& problem, RunPlan& plan, const IntegrationOptions& options) {
  std::stop_source source;
  set_watcher(options.watcher, plan.begin, source, plan.settings);
  RunRecording recording(problem, plan.selection, options, plan.recording);
  plan.settings.receiver = &recording;
  Integration result;
  result.warnings = std::move(plan.warnings);
  set_limits(problem, options, plan.settings);
  const bool may_go_on = options.keeper != nullptr || options.from != nullptr;
  const std::string system = may_go_on ? system_of(plan) : std::string();
  std::optional<Keeper> keeper;
  if (options.keeper != nullptr) {
    plan.settings.checkpoints = &keeper.emplace(*options.keeper, recording, system);
  }
  auto report = run_of(problem, plan, options.from, system);
  recording.finish(std::move(report), result);
  plan.complete(plan, result);
  return result;
}

}  // namespace detail

void demand_goal(const Problem& problem) {
  if (problem.plan.integrate) return;
  detail::refuse_wish(
      problem, "the file does not say how far to integrate", "a table [integrate] with 'to'");
}

Outcome<Integration> integrate_on(const Problem& problem,
                                  const DecompositionReport& decomposition,
                                  const Selection& selection,
                                  const IntegrationOptions& options) {
  demand_goal(problem);
  try {
    Outcome<detail::RunPlan> plan = detail::plan_of(problem, decomposition, selection, options);
    if (plan.is_undefined()) return Undefined{plan.reason()};
    if (plan.is_unable()) return Unable{plan.reason()};
    detail::RunPlan planned = std::move(plan).value();
    return detail::carry_out(problem, planned, options);
  } catch (const InvalidInput& error) {
    // What the library says has no place.
    const Mistake& first = error.mistakes().front();
    if (first.place) throw;
    detail::refuse_wish(problem, first.message, first.expected);
  }
}

}  // namespace leafwise::pipeline
