// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// The system as it was written, with numbers for its parameters: functions stay functions.
/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] algebra::AnalyticSystem analytic_system(const Problem& problem);

/// [initial] and [guess]; without [initial] the independent variable begins at 0.
[[nodiscard]] algebra::LocalStart start_or_origin(const Problem& problem);
/// The same; nothing without [initial].
[[nodiscard]] std::optional<algebra::LocalStart> local_start(const Problem& problem);

}  // namespace leafwise::pipeline::detail
