// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

#include "leafwise/algebra/cancellation.hpp"

namespace leafwise::pipeline::detail {

/// While it lives, Ctrl-C (SIGINT) cancels work instead of ending the program, so that what there
/// is can be written. A second one ends the program at once; what comes within 0.3 s is the first
/// one still. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  [[nodiscard]] const algebra::Cancellation& cancellation() const noexcept { return cancellation_; }
  [[nodiscard]] bool happened() const noexcept { return cancellation_.is_cancelled(); }

 private:
  algebra::Cancellation cancellation_;
  struct sigaction before_ {};
};

}  // namespace leafwise::pipeline::detail
