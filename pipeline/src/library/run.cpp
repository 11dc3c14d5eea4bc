// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "leafwise/algebra/memory.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/expression.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "library/problem_state.hpp"
#include "model/run_columns.hpp"
#include "model/start_values.hpp"
#include "session/whole_run.hpp"
#include "write/results_folder.hpp"
#include "write/run_stream.hpp"

namespace leafwise {

namespace inner = pipeline::detail;

namespace {

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), std::nullopt, std::nullopt});
}

pipeline::WrittenExpression constant(double value) {
  const Expression exact(value);
  return {to_string(exact), {}, exact.tree()};
}

double positive(double value, const std::string& what) {
  if (!(value > 0 && value < 1e300)) {
    refuse(fmt::format("{} = {} is not possible", what, value), "a positive number");
  }
  return value;
}

/// What the options say in the place of what the problem says.
void apply(const RunOptions& options, pipeline::Problem& problem) {
  if (options.branch) {
    if (!pipeline::is_branch_name(*options.branch)) {
      refuse("'" + *options.branch + "' names no leaf", "the name of a leaf, as in g2");
    }
    problem.plan.branch.select = *options.branch;
  }
  if (!problem.plan.integrate && options.to) problem.plan.integrate.emplace();
  if (!problem.plan.integrate) return;
  pipeline::IntegrationSettings& settings = *problem.plan.integrate;
  if (options.method) settings.method = integrator::describe_method(*options.method).name;
  if (options.rtol) settings.rtol = positive(*options.rtol, "rtol");
  if (options.atol) settings.atol = positive(*options.atol, "atol");
  if (options.to) {
    settings.goal = pipeline::IntegrationSettings::Goal::independent;
    settings.to = constant(*options.to);
  }
  if (!options.at.empty()) {
    settings.samples.reset();
    settings.at.clear();
    for (const double row : options.at) settings.at.push_back(constant(row));
  }
  if (!options.max_steps) return;
  if (*options.max_steps == 0) refuse("max_steps = 0 is not possible", "a whole number from 1 on");
  settings.max_steps = *options.max_steps;
}

/// A run whose rows stay in memory.
class HostInMemory final : public inner::RunHost {
 public:
  HostInMemory(const pipeline::Problem& problem,
               const RunOptions& options,
               const inner::RunWish& wish,
               inner::StageClock& clock)
      : problem_(problem), options_(options), wish_(wish), clock_(clock) {}

  [[nodiscard]] const algebra::Cancellation& cancellation() const override {
    return options_.cancellation;
  }

  [[nodiscard]] Outcome<pipeline::Integration> integrate(const inner::Prepared& prepared) override {
    pipeline::IntegrationOptions options;
    options.limits = wish_.limits;
    options.limits.cancellation = cancellation();
    if (wish_.run_time_limit) {
      options.time_limit = std::chrono::duration<double>(*wish_.run_time_limit);
    }
    options.watcher = [this](const pipeline::RunProgress& progress) {
      if (options_.on_progress && !options_.on_progress(progress.share)) return true;
      return is_cancelled();
    };
    auto integrated = pipeline::integrate_on(
        problem_, prepared.decomposition, prepared.selection.value(), options);
    clock_.end("integration");
    return integrated;
  }

 private:
  const pipeline::Problem& problem_;
  const RunOptions& options_;
  const inner::RunWish& wish_;
  inner::StageClock& clock_;
};

}  // namespace

struct Run::State {
  pipeline::Problem problem;
  std::string sha256;
  std::uint64_t seed = 1;
  std::vector<std::pair<std::string, double>> seconds;
  inner::Prepared prepared;
  pipeline::Integration integration;
  std::vector<inner::RunColumn> columns = {};
  std::vector<std::string> names = {};

  [[nodiscard]] const pipeline::Selection& selection() const { return prepared.selection.value(); }
  [[nodiscard]] pipeline::RunRecord record() const {
    pipeline::RunRecord record;
    record.problem = &problem;
    record.decomposition = &prepared.decomposition;
    record.selection = &selection();
    record.integration = &integration;
    record.command = "library";
    record.sha256 = sha256;
    record.seed = seed;
    record.seconds = seconds;
    return record;
  }
  /// Of the user's constraints, in a row of the trajectory or of the events.
  [[nodiscard]] std::vector<double> forces(std::size_t row,
                                           std::vector<double> pipeline::ForceRecord::*rows) const {
    std::vector<double> values;
    values.reserve(integration.forces.size());
    for (const pipeline::ForceRecord& force : integration.forces) {
      values.push_back((force.*rows)[row]);
    }
    return values;
  }
};

Outcome<Run> run(const Problem& problem, const RunOptions& options) {
  algebra::release_numbers_with_thread();
  inner::StageClock clock;
  pipeline::Problem parts = problem.parts();
  apply(options, parts);
  (void)inner::start_numbers(parts.model, parts.start);
  const std::string hash = sha256(problem.text());
  inner::RunWish wish;
  wish.limits.effort = &algebra::Effort::run();
  if (options.time_limit) wish.run_time_limit = positive(*options.time_limit, "time_limit");
  HostInMemory host(parts, options, wish, clock);
  inner::Prepared prepared = prepare(parts, hash, wish, host, clock);
  if (prepared.selection.is_undefined()) return Undefined{prepared.selection.reason()};
  if (prepared.selection.is_unable()) return Unable{prepared.selection.reason()};
  inner::WholeRun whole = integrate_prepared(parts, hash, wish, std::move(prepared), host, clock);
  if (whole.integration.is_undefined()) return Undefined{whole.integration.reason()};
  if (whole.integration.is_unable()) return Unable{whole.integration.reason()};
  auto state = std::make_shared<Run::State>(Run::State{std::move(parts),
                                                       hash,
                                                       wish.options.seed,
                                                       clock.with_total(),
                                                       std::move(whole.prepared),
                                                       std::move(whole.integration).value()});
  state->columns = inner::run_columns(state->record());
  for (const inner::RunColumn& column : state->columns) state->names.push_back(column.name);
  return Run(std::move(state));
}

const std::vector<std::string>& Run::columns() const {
  return state_->names;
}

std::size_t Run::rows() const {
  return state_->integration.report.trajectory.size();
}

std::vector<double> Run::column(const std::string& name) const {
  const auto found = std::ranges::find(state_->columns, name, &inner::RunColumn::name);
  if (found == state_->columns.end()) {
    const std::string near = nearest_word(name, state_->names);
    refuse("the run has no column '" + name + "'",
           near.empty() ? "one of " + word_list(state_->names) : "did you mean '" + near + "'?");
  }
  const pipeline::RunRecord record = state_->record();
  std::vector<double> values(rows());
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = cell(record, *found, row);
  return values;
}

std::vector<std::pair<std::string, double>> Run::state() const {
  return final_state(state_->record());
}

std::string Run::reason() const {
  return integrator::reason_text(state_->integration.report);
}

bool Run::has_arrived() const {
  const integrator::Reason reason = state_->integration.report.reason;
  return reason == integrator::Reason::reached || reason == integrator::Reason::event;
}

const std::string& Run::message() const {
  return state_->integration.report.message;
}

std::vector<EventHit> Run::events() const {
  const pipeline::RunRecord record = state_->record();
  std::vector<EventHit> hits;
  for (std::size_t k = 0; k < state_->integration.report.events.size(); ++k) {
    const integrator::EventEntry& entry = state_->integration.report.events[k];
    EventHit hit{
        entry.name, state_->integration.event_kinds[k] == "watch", entry.sign_after > 0, {}};
    for (const inner::RunColumn& column : state_->columns) {
      hit.row.push_back(event_cell(record, column, k));
    }
    hits.push_back(std::move(hit));
  }
  return hits;
}

const std::string& Run::leaf() const {
  return state_->selection().branch;
}

const std::vector<std::string>& Run::warnings() const {
  return state_->integration.warnings;
}

std::string Run::summary() const {
  return summary_json(state_->record());
}

std::string Run::decomposition() const {
  return decomposition_json(state_->prepared.decomposition);
}

void Run::write(const std::filesystem::path& folder) const {
  const pipeline::RunRecord record = state_->record();
  const pipeline::Integration& integration = state_->integration;
  const inner::Prepared& prepared = state_->prepared;
  inner::begin_results(folder, prepared.decomposition, prepared.certificate);
  inner::RunStream stream(folder, prepared.decomposition, state_->selection());
  std::vector<std::string> forces;
  forces.reserve(integration.forces.size());
  for (const pipeline::ForceRecord& force : integration.forces) forces.push_back(force.name);
  const auto& table = integration.report.trajectory;
  stream.begin(table.columns(), forces);
  for (std::size_t row = 0; row < table.size(); ++row) {
    stream.add_row(table.row(row), state_->forces(row, &pipeline::ForceRecord::rows));
  }
  for (std::size_t k = 0; k < integration.report.events.size(); ++k) {
    stream.add_event(integration.report.events[k],
                     integration.event_kinds[k],
                     integration.report.event_rows.row(k),
                     state_->forces(k, &pipeline::ForceRecord::event_rows));
  }
  stream.finish();
  inner::write_results(folder, record);
}

}  // namespace leafwise
