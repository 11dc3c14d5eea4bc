// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "worker_process.hpp"

namespace leafwise::algebra::engine {

/// Workers that wait for jobs. A job takes one that is idle, or a new one; a worker that is still
/// alive afterwards goes back. Thread-safe.
class WorkerPool {
 public:
  /// Without a path the worker is looked for when the first one is needed.
  explicit WorkerPool(std::optional<std::filesystem::path> worker) : worker_(std::move(worker)) {}

  [[nodiscard]] Result run(const Job& job, const Limits& limits);

  [[nodiscard]] std::size_t idle() const;

 private:
  /// Idle processes cost memory; more than this many are ended.
  static constexpr std::size_t most_idle = 8;

  [[nodiscard]] std::unique_ptr<WorkerProcess> take();
  void give_back(std::unique_ptr<WorkerProcess> worker);

  mutable std::mutex mutex_;
  std::optional<std::filesystem::path> worker_;
  std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

}  // namespace leafwise::algebra::engine
