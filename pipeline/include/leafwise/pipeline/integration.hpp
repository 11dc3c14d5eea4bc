// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"

/// Runs of the integrator on a leaf that was selected.
namespace leafwise::pipeline {

/// @throws InvalidInput if the file has no goal; checked before the algebra
void demand_goal(const Problem& problem);

/// Integrates from the selection's point as [integrate] says, with the events and invariants of the
/// problem. Undefined with the reason where the mathematics refuses: an invariant to be imposed
/// that is not conserved. Where the run ends early, its message names the leaf, the point in the
/// user's names, and what to try.
/// @throws InvalidInput for settings that are impossible on the leaf: an unknown method,
/// an event in a multiplier that is not there
[[nodiscard]] Outcome<Integration> integrate_on(const Problem& problem,
                                                const DecompositionReport& decomposition,
                                                const Selection& selection,
                                                const IntegrationOptions& options = {});

}  // namespace leafwise::pipeline
