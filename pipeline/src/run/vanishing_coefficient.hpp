// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// Where all coefficients of a highest derivative or multiplier in the leaf's linear equations have
/// gone to 0 in the last row, compared with what they were along the run, or are 0 at the start of
/// one that has not begun: a sentence that names it and one of the equations. Else empty.
[[nodiscard]] std::string vanishing_coefficient(const Model& model,
                                                const Selection& selection,
                                                const integrator::Report<double>& report);

}  // namespace leafwise::pipeline::detail
