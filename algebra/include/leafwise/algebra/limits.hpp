// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

#include "leafwise/algebra/cancellation.hpp"

namespace leafwise::algebra {

/// How long a computation may take, how much memory each of its workers may have, and who may stop
/// it. Every call that can take long gets one.
struct Limits {
  using Clock = std::chrono::steady_clock;

  Clock::time_point deadline = Clock::time_point::max();
  std::size_t memory_mib = 4096;  ///< address space of one worker
  std::optional<Cancellation> cancellation;

  [[nodiscard]] static Limits within(std::chrono::milliseconds time) {
    Limits limits;
    limits.deadline = Clock::now() + time;
    return limits;
  }

  /// The same limits, but no later than this long from now.
  [[nodiscard]] Limits at_most(std::chrono::milliseconds time) const {
    // The clock cannot count further than some centuries.
    constexpr std::chrono::milliseconds a_year = std::chrono::hours(24 * 365);
    Limits limits = *this;
    limits.deadline = std::min(deadline, Clock::now() + std::min(time, a_year));
    return limits;
  }

  [[nodiscard]] bool is_over() const {
    return Clock::now() >= deadline || (cancellation && cancellation->is_cancelled());
  }
};

}  // namespace leafwise::algebra
