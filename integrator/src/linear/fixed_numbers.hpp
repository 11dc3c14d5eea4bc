// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace leafwise::integrator::detail {

/// Numbers in [−1, 1) that are the same in every run and on every machine [Knuth, TAOCP 2, 3.3.4].
class FixedNumbers {
 public:
  template <typename Real>
  [[nodiscard]] Real next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<Real>(state_ >> 32) / Real{2147483648U} - 1;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace leafwise::integrator::detail
