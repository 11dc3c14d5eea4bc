// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/worker_process.hpp"
#include "leafwise/algebra/setbacks.hpp"

namespace leafwise::algebra::engine {

/// Workers that wait for jobs. A job takes one that is idle, or a new one; a worker that is still
/// alive afterwards goes back. Thread-safe.
class WorkerPool {
 public:
  /// Without a path the worker is looked for when the first one is needed.
  explicit WorkerPool(std::optional<std::filesystem::path> worker) : worker_(std::move(worker)) {}

  /// A worker that dies, or answers garbage, is replaced once; that is noted, and what it cost.
  [[nodiscard]] Result run(const Job& job, const Limits& limits, const Setbacks& setbacks = {});

  [[nodiscard]] std::size_t idle() const;
  /// That were given to it so far.
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }

  /// To be called if a question cannot be sent: no thread, no descriptor. Its reason.
  std::string note_refused(int error);

  /// Why no worker could be started when one was wanted last; empty: it could.
  [[nodiscard]] std::string trouble() const;

 private:
  /// Idle processes cost memory; more than this many are ended.
  static constexpr std::size_t most_idle = 8;

  /// After a failed start, the next attempt waits for so many times its duration.
  static constexpr int rest_per_time = 10;

  [[nodiscard]] std::unique_ptr<WorkerProcess> take_idle();
  /// A worker that is still to be started, or why none can be.
  [[nodiscard]] std::variant<std::unique_ptr<WorkerProcess>, Failure> make();
  void note_start(const Result& result, Limits::Clock::time_point begin);
  [[nodiscard]] Result run_once(const Job& job, const Limits& limits);
  void give_back(std::unique_ptr<WorkerProcess> worker);

  std::atomic<std::uint64_t> jobs_ = 0;
  mutable std::mutex mutex_;
  std::optional<std::filesystem::path> worker_;
  std::vector<std::unique_ptr<WorkerProcess>> idle_;
  std::optional<Failure> trouble_;
  bool has_worked_ = false;  ///< some worker has answered
  Limits::Clock::time_point try_again_;
};

}  // namespace leafwise::algebra::engine
