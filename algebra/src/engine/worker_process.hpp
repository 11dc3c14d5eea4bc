// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "engine/job.hpp"
#include "leafwise/algebra/limits.hpp"

namespace leafwise::algebra::engine {

/// Why there is no answer. The worker is gone in every case but `refused`; the next job gets a new
/// one. Only one that had just started when its time was over is left, for that job.
struct Failure {
  enum class Kind {
    not_started,   ///< the worker's executable is missing, does not run, or is none
    time_limit,    ///< the deadline passed
    memory_limit,  ///< it needed more memory than it may have
    cancelled,     ///< somebody asked to stop
    crashed,       ///< it ended without an answer
    bad_answer,    ///< it answered something that is no answer
    refused,       ///< the engine said that it cannot do this
  };

  Kind kind = Kind::crashed;
  std::string detail;
  bool by_signal = false;  ///< a worker was killed: by somebody, the kernel, or its own mistake
};

[[nodiscard]] const char* to_string(Failure::Kind kind);

using Result = std::variant<Answer, Failure>;

/// One worker: a process of its own that does one job after the other. Not thread-safe; several
/// may live at once. The destructor leaves neither a process nor a zombie behind, and a worker
/// whose owner dies ends by itself.
class WorkerProcess {
 public:
  /// Starts nothing yet.
  explicit WorkerProcess(const std::filesystem::path& executable);
  ~WorkerProcess() { stop(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Does a job within the limits; starts the process if there is none, or if it was given less
  /// memory than this job may have.
  [[nodiscard]] Result run(Job job, const Limits& limits);

  /// Kills the process, if any, and waits for it.
  void stop() noexcept;

  [[nodiscard]] bool is_running() const noexcept { return process_ > 0; }
  /// The process, for tests that kill it. 0: none.
  [[nodiscard]] pid_t process() const noexcept { return process_; }

 private:
  [[nodiscard]] std::optional<Failure> start(const Limits& limits);
  [[nodiscard]] std::optional<Failure> greet(const Limits& limits);
  [[nodiscard]] std::optional<Failure> send(std::string_view bytes, const Limits& limits);
  [[nodiscard]] std::optional<Failure> receive(char* bytes,
                                               std::size_t count,
                                               const Limits& limits);
  [[nodiscard]] std::optional<Failure> wait_for(short events, const Limits& given);
  [[nodiscard]] Failure ended();
  [[nodiscard]] Result exchange(const Job& job, const Limits& limits);

  std::filesystem::path executable_;
  pid_t process_ = 0;
  int channel_ = -1;
  std::size_t memory_mib_ = 0;
  std::uint64_t last_id_ = 0;
  /// While its first answer is awaited: until when at most.
  std::optional<Limits::Clock::time_point> begins_until_;
};

/// Where the worker is: $LEAFWISE_ALGEBRA_WORKER and nowhere else if that is set; otherwise beside
/// the running program, in the package that this library is part of, or where it was to be
/// installed. Never what others than root or the user can write, and no script.
struct WorkerFound {
  std::filesystem::path path;  ///< absolute; empty: none
  std::string why_not;         ///< then the reason, and what to do
};
[[nodiscard]] WorkerFound find_worker();

}  // namespace leafwise::algebra::engine
