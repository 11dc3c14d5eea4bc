// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/smooth_map.hpp"
#include "leafwise/integrator/trajectory.hpp"
#include "leafwise/pipeline/hand_over.hpp"

namespace leafwise::pipeline::detail {

/// Whether dE/dt = ∇E·V differs from 0 in the rows by more than round-off: then E is no constant of
/// the motion, and its change is not an error of the run. As numbers tell; nothing is proved.
[[nodiscard]] bool has_rate(const NumericLeaf& leaf,
                            const integrator::SmoothMap<double>& function,
                            const integrator::Trajectory<double>& rows);

struct RateNearby {
  Truth vanishes =
      Truth::unknown;  ///< as numbers tell, at random points of the leaf near the start
  double largest = 0;
};

/// The same before there are rows: of a leaf whose exact equations are not known.
[[nodiscard]] RateNearby rate_nearby(const NumericLeaf& leaf,
                                     const integrator::SmoothMap<double>& function,
                                     std::span<const double> start);

}  // namespace leafwise::pipeline::detail
