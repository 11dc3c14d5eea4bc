// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"

namespace leafwise::pipeline::detail {

/// Puts into the message of a run that ended before its goal on which leaf and where that was, in
/// the user's names, and what to try.
void explain_end(const Model& model,
                 const RunSettings& plan,
                 const Selection& selection,
                 integrator::Report<double>& report);

/// The advice if a run had too few steps, or too little time.
[[nodiscard]] std::string advice_on_limit(integrator::Limit limit);

}  // namespace leafwise::pipeline::detail
