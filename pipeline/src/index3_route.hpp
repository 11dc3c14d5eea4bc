// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/problem.hpp"

/// Runs that skip the algebra: index-3 systems integrated as they stand.
namespace leafwise::pipeline::detail {

/// Whether the method that [integrate] names works on the system itself.
[[nodiscard]] bool completes_nothing(const Problem& problem);

/// A report without leaves that says why there are none.
[[nodiscard]] DecompositionReport uncompleted_report(const Problem& problem,
                                                     const std::string& sha256,
                                                     std::uint64_t seed);

/// The initial point on the constraints and on those that hide behind them: what is given is kept
/// within [branch] tolerance, the rest follows. The branch is called `uncompleted`. Undefined: the
/// system is not of index 3 in Hessenberg form, the point is off, values are missing.
[[nodiscard]] Outcome<Selection> uncompleted_selection(const Problem& problem);

/// As integrate_on, for such a method; the selection's point may come from any leaf.
[[nodiscard]] Outcome<Integration> integrate_uncompleted(const Problem& problem,
                                                         const Selection& selection,
                                                         const IntegrationOptions& options);

}  // namespace leafwise::pipeline::detail
