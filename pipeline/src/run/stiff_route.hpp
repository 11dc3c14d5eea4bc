// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "run/run_plan.hpp"

/// radau5_stiff: stiff mechanical systems integrated as they stand, with steps above ε.
namespace leafwise::pipeline::detail {

/// All positions and velocities from [initial], moved to smooth motion if [stiff] asks for it.
/// Undefined: no such system, values missing, no minimum of the potential near the start.
/// @throws InvalidInput if [initial] gives something else
[[nodiscard]] Outcome<Selection> stiff_selection(const Problem& problem);

/// @throws InvalidInput for what the file asks and the method does not have
[[nodiscard]] Outcome<RunPlan> stiff_plan(const Problem& problem, const Selection& selection);

}  // namespace leafwise::pipeline::detail
