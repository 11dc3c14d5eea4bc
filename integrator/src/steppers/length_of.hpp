// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace leafwise::integrator::detail {

/// ‖x‖, also where squares are more, or less, than numbers hold.
template <typename Real>
[[nodiscard]] inline Real length_of(std::span<const Real> x) {
  Real square = 0;
  for (const Real entry : x) square += entry * entry;
  const bool holds =
      square > std::numeric_limits<Real>::min() / std::numeric_limits<Real>::epsilon();
  if (holds && square < std::numeric_limits<Real>::infinity()) return std::sqrt(square);
  Real largest = 0;
  for (const Real entry : x) largest = std::max(largest, std::abs(entry));
  if (largest == 0 || !(largest < std::numeric_limits<Real>::infinity())) return std::sqrt(square);
  square = 0;
  for (const Real entry : x) square += (entry / largest) * (entry / largest);
  return largest * std::sqrt(square);
}

}  // namespace leafwise::integrator::detail
