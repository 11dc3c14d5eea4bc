// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "run/uncompleted_methods.hpp"

/// Runs that skip the algebra: index-3 systems and stiff mechanics, integrated as they stand.
namespace leafwise::pipeline::detail {

/// A report without leaves that says why there are none.
[[nodiscard]] DecompositionReport uncompleted_report(const Problem& problem,
                                                     const std::string& sha256,
                                                     std::uint64_t seed);

/// Where such a run starts. Undefined: a leaf is asked for, the method is not for this system, the
/// point is off its constraints, values are missing.
[[nodiscard]] Outcome<Selection> uncompleted_selection(const Problem& problem);

/// As integrate_on, for such a method; the selection's point may come from any leaf.
[[nodiscard]] Outcome<Integration> integrate_uncompleted(const Problem& problem,
                                                         const Selection& selection,
                                                         const IntegrationOptions& options);

}  // namespace leafwise::pipeline::detail
