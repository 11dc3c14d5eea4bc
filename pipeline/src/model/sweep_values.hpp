// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/setting.hpp"

/// What the runs of a sweep differ in, for its table and its messages.
namespace leafwise::pipeline::detail {

/// The values of a run's settings. Those that mention parameters are as the run has them; not a
/// number where a symbolic parameter takes part.
/// @param problem the run's own, read when it is needed; may throw InvalidInput
[[nodiscard]] std::vector<double> numbers_of(const std::vector<Setting>& settings,
                                             const std::function<Problem()>& problem);

/// "k = 2, initial.x = 0.5": long values as doubles.
[[nodiscard]] std::string brief_values(const std::vector<Setting>& settings);

}  // namespace leafwise::pipeline::detail
