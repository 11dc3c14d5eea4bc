// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>
#include <utility>

#include "leafwise/algebra/cancellation.hpp"

namespace leafwise::algebra::detail {

/// A thread that is stopped and waited for wherever its scope ends: where a second one cannot be
/// started, the exception must find no first one still running, which would end the process.
class Lane {
 public:
  /// @throws std::system_error if no thread can be started
  template <typename Work>
  Lane(Cancellation stop, Work work) : stop_(std::move(stop)), thread_(std::move(work)) {}
  ~Lane() {
    if (!thread_.joinable()) return;
    stop_.cancel();
    thread_.join();
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void join() { thread_.join(); }

 private:
  Cancellation stop_;
  std::thread thread_;
};

}  // namespace leafwise::algebra::detail
