// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <csignal>
#include <string_view>

#include "leafwise/algebra/cancellation.hpp"

namespace leafwise::pipeline::detail {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP end the program at once, with the exit code
/// of an interruption, unless an Interruption waits for them. A SIGHUP that whoever started the
/// program wanted to be ignored (nohup) stays ignored. One at a time.
class SignalHandling {
 public:
  SignalHandling();
  ~SignalHandling();
  SignalHandling(const SignalHandling&) = delete;
  SignalHandling& operator=(const SignalHandling&) = delete;

  /// All is done and written: a signal changes neither the exit code nor what was said, also while
  /// the process takes itself down, after this object's end.
  void work_is_done() noexcept;

 private:
  std::array<struct sigaction, 3> before_{};
  bool is_done_ = false;
};

/// While it lives, the first of the signals cancels work instead, so that what there is can be
/// written. A second one ends the program at once; what comes within 0.3 s is the first one still.
/// One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  [[nodiscard]] const algebra::Cancellation& cancellation() const noexcept { return cancellation_; }
  [[nodiscard]] bool happened() const noexcept { return cancellation_.is_cancelled(); }

  /// From here on nothing would be lost: a signal ends the program at once. For work that does not
  /// look whether it is cancelled.
  void let_go() const noexcept;
  /// From here on there is something to lose. From any thread.
  void hold() const noexcept;

 private:
  algebra::Cancellation cancellation_;
};

/// "SIGINT", "SIGTERM" or "SIGHUP": the first that came; empty if none has.
[[nodiscard]] std::string_view first_signal_name() noexcept;

}  // namespace leafwise::pipeline::detail
