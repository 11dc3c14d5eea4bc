// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace leafwise::integrator {

/// How large an error may be: in component i, absolute[i] + relative[i]·|z_i|.
template <typename Real>
struct Tolerance {
  std::vector<Real> relative;
  std::vector<Real> absolute;

  /// The same for all components.
  static Tolerance uniform(std::size_t dimension, Real relative, Real absolute) {
    return {std::vector<Real>(dimension, relative), std::vector<Real>(dimension, absolute)};
  }
};

/// Root of the mean square of error_i / (absolute_i + relative_i·max(|p_i|, |q_i|)): at most 1 is
/// within tolerance. @pre all spans have as many entries as the tolerance
template <typename Real>
[[nodiscard]] Real weighted_norm(const Tolerance<Real>& tolerance,
                                 std::span<const Real> error,
                                 std::span<const Real> p,
                                 std::span<const Real> q);

}  // namespace leafwise::integrator
