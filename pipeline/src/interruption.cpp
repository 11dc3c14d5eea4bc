// SPDX-License-Identifier: GPL-3.0-or-later
#include "interruption.hpp"

#include <atomic>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

// A signal handler has no other way to what it should cancel.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<const algebra::Cancellation*> current{nullptr};
static_assert(std::atomic<const algebra::Cancellation*>::is_always_lock_free);

extern "C" void leafwise_cancel_current(int /*signal*/) {
  const algebra::Cancellation* cancellation = current.load();
  if (cancellation != nullptr) cancellation->cancel();
}

}  // namespace

Interruption::Interruption() {
  LEAFWISE_DEMAND(current.load() == nullptr);
  current = &cancellation_;
  struct sigaction action {};
  action.sa_handler = &leafwise_cancel_current;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &before_, nullptr);
  current = nullptr;
}

}  // namespace leafwise::pipeline::detail
