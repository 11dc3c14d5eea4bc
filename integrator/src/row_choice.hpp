// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace leafwise::integrator::detail {

/// Below this sine of the angle to rows before it, a row counts as dependent on them: what is left
/// is round-off of entries that cancelled.
template <typename Real>
[[nodiscard]] constexpr Real independence_threshold(std::size_t columns) {
  return 64 * static_cast<Real>(columns) * std::numeric_limits<Real>::epsilon();
}

/// The numbers of as many rows as there is room for, as independent as pivoting finds them; false
/// if there are not so many. Rows are compared by direction, not by length. Allocates.
/// @pre all entries are finite
template <typename Real>
[[nodiscard]] bool choose_independent_rows(std::span<const Real> matrix,
                                           std::size_t columns,
                                           std::span<std::size_t> chosen);

}  // namespace leafwise::integrator::detail
