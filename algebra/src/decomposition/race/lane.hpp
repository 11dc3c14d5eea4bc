// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "engine/work_clock.hpp"
#include "leafwise/algebra/cancellation.hpp"

namespace leafwise::algebra::detail {

/// A thread that is stopped and waited for wherever its scope ends: where a second one cannot be
/// started, the exception must find no first one still running, which would end the process. It
/// works by the limits of who started it, whose work clock goes on from the longest of its lanes.
class Lane {
 public:
  /// @throws std::system_error if no thread can be started
  template <typename Work>
  Lane(Cancellation stop, Work work)
      : end_(std::make_shared<WorkClock::Work>(0)),
        stop_(std::move(stop)),
        thread_([work = std::move(work), begin = WorkClock::now(), end = end_]() mutable {
          WorkClock::advance_to(begin);
          work();
          *end = WorkClock::now();
        }) {}
  ~Lane() {
    if (!thread_.joinable()) return;
    stop_.cancel();
    join();
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void join() {
    thread_.join();
    WorkClock::advance_to(*end_);
  }

 private:
  std::shared_ptr<WorkClock::Work> end_;
  Cancellation stop_;
  std::thread thread_;
};

}  // namespace leafwise::algebra::detail
