// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>

#include "leafwise/pipeline/run_settings.hpp"

namespace leafwise::pipeline::detail {

/// Ten units of rounding: a sum of some terms is no more exact. RADAU5 refuses what is finer.
inline constexpr double least_relative_tolerance = 10 * std::numeric_limits<double>::epsilon();

/// The relative tolerance of a run: the requested one, or the least possible. With a finer one
/// every method would follow its own rounding, in steps as small as that wants.
[[nodiscard]] double used_relative_tolerance(const IntegrationSettings& settings);

/// The warning about it; empty if it is the requested one.
[[nodiscard]] std::string raised_tolerance(const IntegrationSettings& settings);

}  // namespace leafwise::pipeline::detail
