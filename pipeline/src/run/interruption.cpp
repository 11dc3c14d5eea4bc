// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "leafwise/core/check.hpp"
#include "leafwise/core/pace.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "text/unfinished_file.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

// A signal handler has no other way to what it should cancel.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<const algebra::Cancellation*> current{nullptr};
static_assert(std::atomic<const algebra::Cancellation*>::is_always_lock_free);

/// When the first signal came; 0: not yet.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<std::int64_t> first_signal{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// And which one it was.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> first_kind{0};

std::int64_t milliseconds_now() {
  constexpr std::int64_t per_second = 1000;
  constexpr std::int64_t per_millisecond = 1000000;
  timespec now{};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * per_second + now.tv_nsec / per_millisecond + 1;
}

/// Workers see that their owner is gone, and go.
/// Returns only if a file is just being created: its thread raises the signal again.
void end_at_once(int signal) {
  if (!remove_unfinished_files(signal)) return;
  constexpr std::string_view words = "leafwise: interrupted\n";
  const ssize_t ignored = write(STDERR_FILENO, words.data(), words.size());
  (void)ignored;
  _exit(static_cast<int>(ExitCode::interrupted));
}

/// Only what is allowed in a signal handler: lock-free atomics, clock_gettime, write, unlink,
/// _exit.
extern "C" void leafwise_take_signal(int signal) {
  const int kept = errno;
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  const bool is_first = first_signal.compare_exchange_strong(first, now);
  if (is_first) first_kind = signal;
  const algebra::Cancellation* cancellation = current.load();
  if (cancellation == nullptr || end_has_begun()) {
    end_at_once(signal);
  } else if (is_first) {
    cancellation->cancel();
  } else if (now - first >= pace::one_key_press.count()) {
    end_at_once(signal);
  }
  errno = kept;
}

}  // namespace

SignalHandling::SignalHandling() {
  first_signal = 0;
  first_kind = 0;
  struct sigaction action {};
  action.sa_handler = &leafwise_take_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    const bool stays_ignored = signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN;
    if (!stays_ignored) sigaction(signals[i], &action, nullptr);
  }
}

void SignalHandling::work_is_done() noexcept {
  is_done_ = true;
  for (const int kind : signals) (void)signal(kind, SIG_IGN);
}

SignalHandling::~SignalHandling() {
  if (is_done_) return;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

Interruption::Interruption() {
  LEAFWISE_DEMAND(current.load() == nullptr);
  hold();
}

Interruption::~Interruption() {
  let_go();
}

void Interruption::let_go() const noexcept {
  current.store(nullptr, std::memory_order_relaxed);
}

void Interruption::hold() const noexcept {
  current.store(&cancellation_, std::memory_order_relaxed);
}

std::string_view first_signal_name() noexcept {
  switch (first_kind.load()) {
    case SIGINT: return "SIGINT";
    case SIGTERM: return "SIGTERM";
    case SIGHUP: return "SIGHUP";
    default: return "";
  }
}

}  // namespace leafwise::pipeline::detail
