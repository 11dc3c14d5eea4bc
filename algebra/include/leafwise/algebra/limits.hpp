// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "leafwise/algebra/cancellation.hpp"
#include "leafwise/algebra/effort.hpp"

namespace leafwise::algebra {

/// How long a computation may take, how much memory each of its workers may have, and who may stop
/// it. Every call that can take long gets one.
///
/// Users limit time by the clock. Single questions have budgets of *work*: the time that processors
/// spend on them, that of workers included. On a loaded machine the same answer comes later, then,
/// not a poorer one at the same time.
struct Limits {
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::milliseconds;

  Clock::time_point deadline = Clock::time_point::max();
  /// On the work clock of the thread that makes it, and of those it starts as a Lane.
  std::chrono::nanoseconds work_deadline = std::chrono::nanoseconds::max();
  std::size_t memory_mib = 4096;  ///< address space of one worker
  std::optional<Cancellation> cancellation;
  const Effort* effort = &Effort::thorough();  ///< never null

  [[nodiscard]] static Limits within(Time time) { return Limits().at_most(time); }

  /// The same limits, but no later than this long from now, by the clock.
  [[nodiscard]] Limits at_most(Time time) const;

  /// The same limits, but no more work than this from now on.
  [[nodiscard]] Limits spend(Time work) const;
  [[nodiscard]] Limits spend(Effort::Time Effort::*budget) const { return spend(effort->*budget); }
  [[nodiscard]] Limits spend(Effort::Share Effort::*budget) const {
    return spend_share((effort->*budget).part, (effort->*budget).otherwise);
  }
  /// This share of the remaining work; `otherwise` if there is no limit.
  [[nodiscard]] Limits spend_share(double share, Time otherwise) const;

  [[nodiscard]] Effort::Time budget(Effort::Time Effort::*budget) const { return effort->*budget; }

  /// At least this much more, of work and of time, even where the limits are over.
  [[nodiscard]] Limits prolonged_by(Time work) const;

  /// The remaining time, by the stricter of both clocks; none if there is no limit. Never negative.
  [[nodiscard]] std::optional<Time> left() const;

  [[nodiscard]] bool is_over() const;
};

}  // namespace leafwise::algebra
