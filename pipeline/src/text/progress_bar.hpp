// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace leafwise::pipeline::detail {

/// How far something is, on standard error: a bar with share, rate and remaining time. On a
/// terminal one line that is rewritten and goes in the end; elsewhere a line each second. Costs
/// little enough to be called after each step.
class ProgressBar {
 public:
  ProgressBar(bool is_shown, bool on_terminal);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// @param share from 0 to 1  @param done how many of `what` were done
  void show(double share, std::uint64_t done, const char* what);
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  const bool is_shown_;
  const bool on_terminal_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool is_drawn_ = false;
};

/// "[=====     ]  50 %  1200 steps, 400/s, 0:03 left"
[[nodiscard]] std::string progress_text(double share,
                                        std::uint64_t done,
                                        const char* what,
                                        double seconds);

}  // namespace leafwise::pipeline::detail
