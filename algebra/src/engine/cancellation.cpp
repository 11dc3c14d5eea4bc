// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/cancellation.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace leafwise::algebra {

struct Cancellation::State {
  State() : descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  ~State() { close(descriptor); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  int descriptor;  ///< for those who wait
  /// For those who work: they look many times a millisecond, and asking the kernel takes long.
  mutable std::atomic<bool> is_cancelled{false};
  static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers write it");
};

Cancellation::Cancellation() : state_(std::make_shared<const State>()) {}

void Cancellation::cancel() const noexcept {
  state_->is_cancelled.store(true);
  // eventfd's counter is never read: once written, the descriptor stays readable.
  const std::uint64_t one = 1;
  const ssize_t ignored = write(state_->descriptor, &one, sizeof one);
  (void)ignored;
}

bool Cancellation::is_cancelled() const noexcept {
  return state_->is_cancelled.load();
}

int Cancellation::descriptor() const noexcept {
  return state_->descriptor;
}

}  // namespace leafwise::algebra
