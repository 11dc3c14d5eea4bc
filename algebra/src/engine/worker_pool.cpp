// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_pool.hpp"

#include <utility>

#include "kernel_support.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/algebra/worker.hpp"

namespace leafwise::algebra {

namespace engine {

std::unique_ptr<WorkerProcess> WorkerPool::take() {
  const std::lock_guard lock(mutex_);
  if (!idle_.empty()) {
    std::unique_ptr<WorkerProcess> worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }
  if (!worker_) worker_ = find_worker();
  if (!worker_) return nullptr;
  return std::make_unique<WorkerProcess>(*worker_);
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
  std::unique_ptr<WorkerProcess> worker = take();
  if (!worker) {
    return Failure{Failure::Kind::not_started,
                   "leafwise-algebra-worker is neither beside the program nor installed; "
                   "LEAFWISE_ALGEBRA_WORKER can name it"};
  }
  const bool is_used = worker->is_running();
  Result result = worker->run(job, limits);
  const auto* failure = std::get_if<Failure>(&result);
  // It may have died of something else while it waited: a new one decides.
  if (is_used && failure != nullptr && failure->kind == Failure::Kind::crashed) {
    result = worker->run(job, limits);
  }
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

std::string missing_confinement() {
  const engine::KernelSupport kernel = engine::kernel_support();
  if (kernel.landlock > 0) return kernel.seccomp ? "" : "seccomp";
  return kernel.seccomp ? "Landlock" : "seccomp and Landlock";
}

}  // namespace leafwise::algebra
