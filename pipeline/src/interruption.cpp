// SPDX-License-Identifier: GPL-3.0-or-later
#include "interruption.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

// A signal handler has no other way to what it should cancel.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<const algebra::Cancellation*> current{nullptr};
static_assert(std::atomic<const algebra::Cancellation*>::is_always_lock_free);

/// When the first signal came; 0: not yet.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<std::int64_t> first_signal{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// One key press may arrive twice: the terminal sends it to all of the group, and what is around us
/// (timeout, a shell, a build system) passes it on. Nobody presses twice so fast.
constexpr std::int64_t one_key_press = 300;  // ms

std::int64_t milliseconds_now() {
  constexpr std::int64_t per_second = 1000;
  constexpr std::int64_t nanoseconds = 1000000;
  timespec now{};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * per_second + now.tv_nsec / nanoseconds + 1;
}

/// Only what is allowed in a signal handler: lock-free atomics, clock_gettime, signal, raise.
extern "C" void leafwise_cancel_current(int signal) {
  const int kept = errno;
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  if (first_signal.compare_exchange_strong(first, now)) {
    const algebra::Cancellation* cancellation = current.load();
    if (cancellation != nullptr) cancellation->cancel();
  } else if (now - first >= one_key_press) {
    (void)std::signal(signal, SIG_DFL);
    (void)raise(signal);
  }
  errno = kept;
}

}  // namespace

Interruption::Interruption() {
  LEAFWISE_DEMAND(current.load() == nullptr);
  first_signal = 0;
  current = &cancellation_;
  struct sigaction action {};
  action.sa_handler = &leafwise_cancel_current;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &before_, nullptr);
  current = nullptr;
}

}  // namespace leafwise::pipeline::detail
