// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "kernel_support.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/algebra/worker.hpp"
#include "remedy.hpp"

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
      try_again_ = Limits::Clock::now() + least_rest;
      return *trouble_;
    }
    worker_ = std::move(found.path);
  }
  return std::make_unique<WorkerProcess>(*worker_);
}

void WorkerPool::note_start(const Result& result, Limits::Clock::time_point begin) {
  const std::lock_guard lock(mutex_);
  const auto* failure = std::get_if<Failure>(&result);
  trouble_.reset();
  if (failure == nullptr || failure->kind != Failure::Kind::not_started) return;
  trouble_ = *failure;
  const Limits::Clock::time_point now = Limits::Clock::now();
  try_again_ = now + std::max<Limits::Clock::duration>(least_rest, rest_per_time * (now - begin));
}

std::string WorkerPool::note_refused(int error) {
  {
    const std::lock_guard lock(mutex_);
    const std::string what = "no thread to wait for it, ";
    trouble_ = Failure{Failure::Kind::not_started,
                       what + std::generic_category().message(error) + remedy(error)};
    try_again_ = Limits::Clock::now() + least_rest;
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

Result WorkerPool::run(const Job& job, const Limits& limits) {
  // A job that is stopped costs a worker, and starting the next one tens of milliseconds.
  if (limits.cancellation && limits.cancellation->is_cancelled()) {
    return Failure{Failure::Kind::cancelled, {}};
  }
  if (limits.is_over()) return Failure{Failure::Kind::time_limit, {}};
  std::unique_ptr<WorkerProcess> worker = take_idle();
  if (!worker) {
    auto made = make();
    if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
    worker = std::get<std::unique_ptr<WorkerProcess>>(std::move(made));
  }
  const bool is_used = worker->is_running();
  const Limits::Clock::time_point begin = Limits::Clock::now();
  Result result = worker->run(job, limits);
  const auto* failure = std::get_if<Failure>(&result);
  // It may have died of something else while it waited: a new one decides.
  const bool again = is_used && failure != nullptr && failure->kind == Failure::Kind::crashed;
  if (again) result = worker->run(job, limits);
  if (!is_used || again) note_start(result, begin);
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
