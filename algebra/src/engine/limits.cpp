// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/limits.hpp"

#include <algorithm>
#include <chrono>

#include "engine/work_clock.hpp"
#include "leafwise/core/pace.hpp"

namespace leafwise::algebra {

namespace {

using std::chrono::nanoseconds;

/// Neither clock can count further than some centuries.
constexpr Limits::Time a_year = std::chrono::hours(24 * 365);
/// The clock on the wall ends a budget, too.
constexpr int wall_per_work = 30;

Limits::Time wall_of(Limits::Time work) {
  return std::max<Limits::Time>(pace::least_wall_of_budget, wall_per_work * std::min(work, a_year));
}

}  // namespace

Limits Limits::at_most(Time time) const {
  Limits limits = *this;
  limits.deadline = std::min(deadline, Clock::now() + std::min(time, a_year));
  return limits;
}

Limits Limits::spend(Time work) const {
  if (work >= a_year) return *this;
  Limits limits = at_most(wall_of(work));
  limits.work_deadline = std::min(work_deadline, WorkClock::now() + nanoseconds(work));
  return limits;
}

Limits Limits::spend_share(double share, Time otherwise) const {
  const std::optional<Time> rest = left();
  if (!rest) return spend(otherwise);
  if (*rest <= Time::zero()) return *this;
  return spend(std::chrono::duration_cast<Time>(*rest * share));
}

Limits Limits::prolonged_by(Time work) const {
  Limits limits = *this;
  limits.deadline = std::max(deadline, Clock::now() + std::min(work, a_year));
  limits.work_deadline = std::max(work_deadline, WorkClock::now() + nanoseconds(work));
  return limits;
}

std::optional<Limits::Time> Limits::left() const {
  std::optional<Time> least;
  if (deadline != Clock::time_point::max()) {
    least = std::chrono::duration_cast<Time>(deadline - Clock::now());
  }
  if (work_deadline != nanoseconds::max()) {
    const Time work = std::chrono::duration_cast<Time>(work_deadline - WorkClock::now());
    least = least ? std::min(*least, work) : work;
  }
  if (least) least = std::max(*least, Time::zero());
  return least;
}

bool Limits::is_over() const {
  if (cancellation && cancellation->is_cancelled()) return true;
  const Clock::time_point now = Clock::now();
  if (now >= deadline) return true;
  return work_deadline != nanoseconds::max() && WorkClock::has_reached(work_deadline, now);
}

}  // namespace leafwise::algebra
