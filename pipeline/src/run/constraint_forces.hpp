// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// λ with M q'' = F − Gᵀλ, G of the constraints as the user wrote them, whatever generates the
/// leaf: one record for each constraint of [mechanics], none for other systems. A row has a number
/// where this equation has exactly one λₖ.
/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] std::vector<ForceRecord> constraint_forces(const Problem& problem,
                                                         const Selection& selection,
                                                         const integrator::Report<double>& report);

}  // namespace leafwise::pipeline::detail
