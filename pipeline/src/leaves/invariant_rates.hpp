// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/integrator/smooth_map.hpp"
#include "leafwise/integrator/trajectory.hpp"
#include "leafwise/pipeline/hand_over.hpp"

namespace leafwise::pipeline::detail {

/// Whether dE/dt = ∇E·V differs from 0 in the rows by more than round-off: then E is no constant of
/// the motion, and its change is not an error of the run. As numbers tell; nothing is proved.
[[nodiscard]] bool has_rate(const NumericLeaf& leaf,
                            const integrator::SmoothMap<double>& function,
                            const integrator::Trajectory<double>& rows);

}  // namespace leafwise::pipeline::detail
