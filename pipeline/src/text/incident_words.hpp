// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// The key `incidents` of reports and summaries.
[[nodiscard]] nlohmann::ordered_json json_of(const std::vector<Incident>& incidents);

/// One sentence: "the algebra worker died (signal 9), at: elimination; cost: …". Safe for
/// terminals.
[[nodiscard]] std::string words_for(const Incident& incident);

/// Each on standard error, as a warning.
void warn_of(const std::vector<Incident>& incidents);

}  // namespace leafwise::pipeline::detail
