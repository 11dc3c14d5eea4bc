// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "run/run_plan.hpp"
#include "run/uncompleted_methods.hpp"

/// Runs that skip the algebra: index-3 systems and stiff mechanics, integrated as they stand.
namespace leafwise::pipeline::detail {

/// A report without leaves that says why there are none.
[[nodiscard]] DecompositionReport uncompleted_report(const Problem& problem,
                                                     const std::string& sha256,
                                                     std::uint64_t seed);

/// The start of such a run. Undefined: a leaf is requested, the method is not for this system, the
/// point is off its constraints, values are missing.
[[nodiscard]] Outcome<Selection> uncompleted_selection(const Problem& problem);

/// The plan of such a run; the selection's point may come from any leaf.
[[nodiscard]] Outcome<RunPlan> uncompleted_plan(const Problem& problem, const Selection& selection);

}  // namespace leafwise::pipeline::detail
