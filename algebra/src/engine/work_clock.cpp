// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/work_clock.hpp"

#include <ctime>

namespace leafwise::algebra {

namespace {

/// What others did for this thread.
WorkClock::Work& charged() {
  thread_local WorkClock::Work work{0};
  return work;
}

/// When this thread's own processor time was read, and what it was.
struct Reading {
  std::chrono::steady_clock::time_point time;
  WorkClock::Work own{0};
};

std::optional<Reading>& last_reading() {
  thread_local std::optional<Reading> reading;
  return reading;
}

std::optional<WorkClock::Work> read(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

WorkClock::Work WorkClock::now() {
  return charged() + read(CLOCK_THREAD_CPUTIME_ID).value_or(Work{0});
}

bool WorkClock::has_reached(Work work, std::chrono::steady_clock::time_point time) {
  std::optional<Reading>& last = last_reading();
  if (last && time >= last->time && charged() + last->own + (time - last->time) < work) {
    return false;
  }
  last = Reading{time, read(CLOCK_THREAD_CPUTIME_ID).value_or(Work{0})};
  return charged() + last->own >= work;
}

void WorkClock::charge(Work work) {
  charged() += work;
}

void WorkClock::advance_to(Work work) {
  const Work here = now();
  if (work > here) charged() += work - here;
}

std::optional<WorkClock::Work> work_of_process(pid_t process) {
  clockid_t clock{};
  if (process <= 0 || clock_getcpuclockid(process, &clock) != 0) return std::nullopt;
  return read(clock);
}

}  // namespace leafwise::algebra
