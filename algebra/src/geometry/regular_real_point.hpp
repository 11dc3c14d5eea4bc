// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::algebra::detail {

struct RealSearch {
  std::uint64_t seed = 1;
  int starts = 40;  ///< of Newton's method
};

/// A real point at which the Jacobian of the generators has this rank, proved like those of
/// `real_points`. @pre no generator is zero; V(P) has this codimension
[[nodiscard]] std::optional<RealPoint> regular_real_point(const Ideal& prime,
                                                          std::size_t codimension,
                                                          const std::optional<Point>& near,
                                                          const RealSearch& options,
                                                          const Limits& limits);

}  // namespace leafwise::algebra::detail
