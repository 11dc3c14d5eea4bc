// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace leafwise::algebra {

/// The work that this thread has done or caused: processor time of its own, and of the workers that
/// it asked. It does not run while others have the processor.
class WorkClock {
 public:
  using Work = std::chrono::nanoseconds;

  [[nodiscard]] static Work now();
  /// Whether it shows that much. A thread does no more work than time passes: the clock, which
  /// takes a call of the kernel, is read only where it may have come so far since it was read.
  [[nodiscard]] static bool has_reached(Work work, std::chrono::steady_clock::time_point time);
  /// Work that somebody else did for this thread.
  static void charge(Work work);
  /// Lets the clock run on from there: a thread that works for another begins with the other's
  /// clock, and the other goes on from where it ended.
  static void advance_to(Work work);
};

/// Processor time that a process has used. None: there is no such process.
[[nodiscard]] std::optional<WorkClock::Work> work_of_process(pid_t process);

}  // namespace leafwise::algebra
