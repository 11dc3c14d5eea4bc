// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"

namespace leafwise::pipeline::detail {

/// Which division of the user's equations has a divisor that vanishes where the run ended, and
/// whether what it divides does so, too: "the division 'sin(x)/x' (line 4) becomes 0/0 here …".
/// Empty: none.
/// @pre the trajectory has rows
[[nodiscard]] std::string vanishing_division(const Model& model,
                                             const Selection& selection,
                                             const integrator::Report<double>& report);

}  // namespace leafwise::pipeline::detail
