// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace leafwise::algebra {

/// Stops work in progress. Copies share one state; `cancel` may be called from any thread,
/// and from a signal handler. Work that waits wakes up at once.
class Cancellation {
 public:
  Cancellation();

  /// Safe in a signal handler. There is no way back.
  void cancel() const noexcept;
  [[nodiscard]] bool is_cancelled() const noexcept;
  /// A descriptor that becomes readable on cancellation, for poll(2).
  [[nodiscard]] int descriptor() const noexcept;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace leafwise::algebra
