// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/knowledge.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "leafwise/algebra/engine.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Of each worker: what needs more is no matter of a few seconds.
constexpr std::size_t most_memory_mib = 512;

/// Of this thread, and of the workers and threads that it starts.
void take_lowest_priority() {
  constexpr int lowest = 19;
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), lowest);
}

}  // namespace

struct Knowledge::State {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_done = false;
  std::optional<DecompositionReport> report;
  algebra::Cancellation cancellation;
  algebra::Engine engine;  ///< workers of its own: they end with it
  std::thread thread;
};

bool is_worth_knowing(const Problem& problem) {
  const Model& model = problem.model;
  const std::size_t multipliers = model.mechanics ? model.mechanics->constraints.size() : 0;
  return model.unknowns.size() + multipliers <= most_known_unknowns;
}

Knowledge::Knowledge(const Problem& problem,
                     std::string sha256,
                     algebra::CompletionOptions options,
                     const algebra::Limits& limits)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  algebra::Limits own = limits;
  own.cancellation = state.cancellation;
  own.memory_mib = std::min(own.memory_mib, most_memory_mib);
  options.engine = state.engine.with_seed(options.seed);
  options.point = steering_point(problem);
  const auto complete = [&state, &problem, hash = std::move(sha256), options, own] {
    take_lowest_priority();
    std::optional<DecompositionReport> report;
    try {
      report = complete_for_run(problem, hash, options, own);
    } catch (const std::exception&) {
      // What could not be known is not known: the run has all that it needs.
      report.reset();
    }
    const std::lock_guard lock(state.mutex);
    state.report = std::move(report);
    state.is_done = true;
    state.changed.notify_all();
  };
  try {
    state.thread = std::thread(complete);
  } catch (const std::system_error&) {
    // No thread is to be had: nothing is known.
    state.is_done = true;
  }
}

Knowledge::~Knowledge() {
  state_->cancellation.cancel();
  if (state_->thread.joinable()) state_->thread.join();
}

FoundBeside Knowledge::end(std::chrono::duration<double> patience,
                           const algebra::Cancellation& interrupted) {
  using namespace std::chrono_literals;
  State& state = *state_;
  bool is_cut = false;
  {
    std::unique_lock lock(state.mutex);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!state.is_done && !interrupted.is_cancelled() &&
           std::chrono::steady_clock::now() < deadline) {
      state.changed.wait_for(lock, 50ms);
    }
    is_cut = !state.is_done;
  }
  state.cancellation.cancel();
  if (state.thread.joinable()) state.thread.join();
  FoundBeside found;
  found.jobs = state.engine.jobs();
  const bool is_whole = !is_cut && state.report && state.report->complete;
  if (is_whole) found.report = std::move(state.report);
  return found;
}

}  // namespace leafwise::pipeline::detail
