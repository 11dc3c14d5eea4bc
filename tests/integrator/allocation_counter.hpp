// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

namespace leafwise::tests {

/// How often the program has asked for memory by `new` so far. This test program counts.
[[nodiscard]] std::size_t allocations();

/// What the steps of a run ask for, but the first ones: for Settings::progress.
class StepAllocations {
 public:
  void count() {
    const std::size_t now = allocations();
    // The last step writes the last row: each step is counted when the next one has ended.
    if (++calls_ > 3) most_ = std::max(most_, before_);
    before_ = now - last_;
    last_ = now;
  }
  [[nodiscard]] int calls() const noexcept { return calls_; }
  [[nodiscard]] std::size_t most() const noexcept { return most_; }

 private:
  std::size_t last_ = 0;
  std::size_t before_ = 0;
  std::size_t most_ = 0;
  int calls_ = 0;
};

}  // namespace leafwise::tests
