// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"

/// radau5_stiff: stiff mechanical systems integrated as they stand, with steps above ε.
namespace leafwise::pipeline::detail {

/// All positions and velocities from [initial], moved to smooth motion if [stiff] asks for it.
/// Undefined: no such system, values missing, no minimum of the potential near the start.
/// @throws InvalidInput if [initial] gives something else
[[nodiscard]] Outcome<Selection> stiff_selection(const Problem& problem);

/// @throws InvalidInput for what the file asks and the method does not have
[[nodiscard]] Outcome<Integration> integrate_stiff_run(const Problem& problem,
                                                       const Selection& selection,
                                                       const IntegrationOptions& options);

}  // namespace leafwise::pipeline::detail
