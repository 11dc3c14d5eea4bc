// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/cancellation.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

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

  int descriptor;
};

Cancellation::Cancellation() : state_(std::make_shared<const State>()) {}

void Cancellation::cancel() const noexcept {
  // eventfd's counter is never read: once written, the descriptor stays readable.
  const std::uint64_t one = 1;
  const ssize_t ignored = write(state_->descriptor, &one, sizeof one);
  (void)ignored;
}

bool Cancellation::is_cancelled() const noexcept {
  pollfd poll_descriptor{state_->descriptor, POLLIN, 0};
  return poll(&poll_descriptor, 1, 0) > 0;
}

int Cancellation::descriptor() const noexcept {
  return state_->descriptor;
}

}  // namespace leafwise::algebra
