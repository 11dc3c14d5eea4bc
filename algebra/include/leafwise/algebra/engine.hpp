// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "leafwise/algebra/setbacks.hpp"

namespace leafwise::algebra {

namespace engine {
class WorkerPool;
}

/// Where exact computations are done: a pool of worker processes, started as needed, reused, and
/// ended with the engine. Copies share the pool, the seed, and where setbacks are noted.
/// Thread-safe.
class Engine {
 public:
  /// Workers as they are found: $LEAFWISE_ALGEBRA_WORKER, beside the running program, or where they
  /// were installed. Looked for when the first is needed.
  Engine();
  explicit Engine(const std::filesystem::path& worker);

  /// The engine of this process.
  [[nodiscard]] static const Engine& shared();

  /// The same workers for one request: what goes wrong for it is noted apart.
  [[nodiscard]] Engine with_own_setbacks() const;
  /// The same with another seed of random choices: primes, sections.
  [[nodiscard]] Engine with_seed(std::uint64_t seed) const;

  [[nodiscard]] const Setbacks& setbacks() const noexcept { return setbacks_; }
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

  /// Processes that wait for work; for tests and reports.
  [[nodiscard]] std::size_t idle_workers() const;
  /// Jobs that were given to workers so far.
  [[nodiscard]] std::uint64_t jobs() const;

  /// The way to the pool for the sources of this room only.
  [[nodiscard]] engine::WorkerPool& pool() const noexcept { return *pool_; }

 private:
  std::shared_ptr<engine::WorkerPool> pool_;
  Setbacks setbacks_;
  std::uint64_t seed_ = 1;
};

}  // namespace leafwise::algebra
