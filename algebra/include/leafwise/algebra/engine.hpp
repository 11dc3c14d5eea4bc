// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

namespace leafwise::algebra {

namespace engine {
class WorkerPool;
}

/// Where exact computations are done: a pool of worker processes, started as needed, reused, and
/// ended with the engine. Copies share the pool. Thread-safe.
class Engine {
 public:
  /// Workers as they are found: $LEAFWISE_ALGEBRA_WORKER, beside the running program, or where they
  /// were installed. Looked for when the first is needed.
  Engine();
  explicit Engine(const std::filesystem::path& worker);

  /// The engine of this process.
  [[nodiscard]] static const Engine& shared();

  /// Processes that wait for work; for tests and reports.
  [[nodiscard]] std::size_t idle_workers() const;

  /// The way to the pool for the sources of this room only.
  [[nodiscard]] engine::WorkerPool& pool() const noexcept { return *pool_; }

 private:
  std::shared_ptr<engine::WorkerPool> pool_;
};

}  // namespace leafwise::algebra
