// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/integrator/initialise.hpp"
#include "leafwise/pipeline/hand_over.hpp"

namespace leafwise::pipeline::detail {

/// Coordinates that can be chosen at that point while all that is given keeps its value: a set of
/// them that, given as well, would determine the rest. Positions are asked for rather than
/// derivatives, and auxiliary unknowns last.
[[nodiscard]] std::vector<std::string> free_values(const NumericLeaf& users,
                                                   const integrator::StartingValues<double>& start,
                                                   const std::vector<double>& at);

}  // namespace leafwise::pipeline::detail
