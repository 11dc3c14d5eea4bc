// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "run/run_plan.hpp"

/// radau5_index3: index-3 systems integrated as they stand.
namespace leafwise::pipeline::detail {

/// The initial point on the constraints and on those that hide behind them: what is given is kept
/// within [branch] tolerance, the rest follows. Undefined: the system is not of index 3 in
/// Hessenberg form, the point is off, values are missing.
[[nodiscard]] Outcome<Selection> index3_selection(const Problem& problem);

/// @throws InvalidInput for what the file asks and the method does not have
[[nodiscard]] Outcome<RunPlan> index3_plan(const Problem& problem, const Selection& selection);

}  // namespace leafwise::pipeline::detail
