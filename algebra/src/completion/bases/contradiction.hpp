// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Of an inconsistent system: sources of equations (and inequations) that have no common solution,
/// none of which can be left out. Where a limit ends the search, fewer were left out than could be.
/// @param met where to look first: sources of what took part in contradictions
[[nodiscard]] std::vector<std::string> contradicting_sources(const DifferentialSystem& system,
                                                             const std::set<std::string>& met,
                                                             const CompletionOptions& options,
                                                             const Limits& limits);

}  // namespace leafwise::algebra::detail
