// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "engine/kernel_support.hpp"
#include "engine/remedy.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/pace.hpp"

namespace leafwise::algebra {

namespace engine {

std::unique_ptr<WorkerProcess> WorkerPool::take_idle() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return nullptr;
  std::unique_ptr<WorkerProcess> worker = std::move(idle_.back());
  idle_.pop_back();
  return worker;
}

std::variant<std::unique_ptr<WorkerProcess>, Failure> WorkerPool::make() {
  const std::lock_guard lock(mutex_);
  if (trouble_ && Limits::Clock::now() < try_again_) return *trouble_;
  if (!worker_) {
    WorkerFound found = find_worker();
    if (found.path.empty()) {
      trouble_ = Failure{Failure::Kind::not_started, std::move(found.why_not)};
      try_again_ = Limits::Clock::now() + pace::rest_of_pool;
      return *trouble_;
    }
    worker_ = std::move(found.path);
  }
  return std::make_unique<WorkerProcess>(*worker_);
}

void WorkerPool::note_start(const Result& result, Limits::Clock::time_point begin) {
  const std::lock_guard lock(mutex_);
  const auto* failure = std::get_if<Failure>(&result);
  // One that has worked is a worker, whatever killed the next one.
  const bool was_killed = has_worked_ && failure != nullptr && failure->by_signal;
  has_worked_ |= failure == nullptr;
  trouble_.reset();
  if (was_killed) return;
  if (failure == nullptr || failure->kind != Failure::Kind::not_started) return;
  trouble_ = *failure;
  const Limits::Clock::time_point now = Limits::Clock::now();
  try_again_ =
      now + std::max<Limits::Clock::duration>(pace::rest_of_pool, rest_per_time * (now - begin));
}

std::string WorkerPool::note_refused(int error) {
  {
    const std::lock_guard lock(mutex_);
    const std::string what = "no thread to wait for it, ";
    trouble_ = Failure{Failure::Kind::not_started,
                       what + std::generic_category().message(error) + remedy(error)};
    try_again_ = Limits::Clock::now() + pace::rest_of_pool;
  }
  return trouble();
}

std::string WorkerPool::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_ ? std::string(to_string(trouble_->kind)) + ": " + trouble_->detail : "";
}

void WorkerPool::give_back(std::unique_ptr<WorkerProcess> worker) {
  if (!worker->is_running()) return;
  const std::lock_guard lock(mutex_);
  if (idle_.size() < most_idle) idle_.push_back(std::move(worker));
}

namespace {

/// Whether the worker, not the question or a limit, is why there is no answer.
bool is_disturbed(const Failure& failure) {
  return failure.kind == Failure::Kind::crashed || failure.kind == Failure::Kind::bad_answer ||
         failure.kind == Failure::Kind::not_started;
}

std::string text_of(const Failure& failure) {
  std::string words = to_string(failure.kind);
  if (!failure.detail.empty()) words += " (" + failure.detail + ")";
  return words;
}

constexpr const char* lost_words =
    "no answer: what depends on it is missing, unknown, or was found in another way";

}  // namespace

Result WorkerPool::run(const Job& job, const Limits& limits, const Setbacks& setbacks) {
  Result result = run_once(job, limits);
  const auto* failure = std::get_if<Failure>(&result);
  if (failure == nullptr || !is_disturbed(*failure)) return result;
  const std::string what = text_of(*failure);
  const std::string where = words_for(job.operation);
  if (failure->kind == Failure::Kind::not_started && !failure->by_signal) {
    setbacks.note({what, where, lost_words, true});
    return result;
  }
  // It may have died of something else than the question: a new one decides.
  Result again = run_once(job, limits);
  const auto* second = std::get_if<Failure>(&again);
  if (second == nullptr || second->kind == Failure::Kind::refused) {
    setbacks.note({what, where, "time: another worker answered", false});
    return again;
  }
  setbacks.note({what, where, lost_words, true});
  return is_disturbed(*second) ? std::move(again) : std::move(result);
}

Result WorkerPool::run_once(const Job& job, const Limits& limits) {
  // A job that is stopped costs a worker, and starting the next one tens of milliseconds.
  if (limits.cancellation && limits.cancellation->is_cancelled()) {
    return Failure{Failure::Kind::cancelled, {}};
  }
  if (limits.is_over()) return Failure{Failure::Kind::time_limit, {}};
  ++jobs_;
  std::unique_ptr<WorkerProcess> worker = take_idle();
  if (!worker) {
    auto made = make();
    if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
    worker = std::get<std::unique_ptr<WorkerProcess>>(std::move(made));
  }
  const bool is_used = worker->is_running();
  const Limits::Clock::time_point begin = Limits::Clock::now();
  Result result = worker->run(job, limits);
  if (!is_used) note_start(result, begin);
  give_back(std::move(worker));
  return result;
}

std::size_t WorkerPool::idle() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

}  // namespace engine

Engine::Engine() : pool_(std::make_shared<engine::WorkerPool>(std::nullopt)) {}

Engine::Engine(const std::filesystem::path& worker)
    : pool_(std::make_shared<engine::WorkerPool>(worker)) {}

const Engine& Engine::shared() {
  static const Engine engine;
  return engine;
}

Engine Engine::with_own_setbacks() const {
  Engine engine = *this;
  engine.setbacks_ = Setbacks();
  return engine;
}

Engine Engine::with_seed(std::uint64_t seed) const {
  Engine engine = *this;
  engine.seed_ = seed;
  return engine;
}

std::uint64_t Engine::jobs() const {
  return pool_->jobs();
}

std::size_t Engine::idle_workers() const {
  return pool_->idle();
}

std::string worker_trouble(const Engine& engine) {
  return engine.pool().trouble();
}

std::string missing_confinement() {
  const engine::KernelSupport kernel = engine::kernel_support();
  if (kernel.landlock > 0) return kernel.seccomp ? "" : "seccomp";
  return kernel.seccomp ? "Landlock" : "seccomp and Landlock";
}

}  // namespace leafwise::algebra
