// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/run_files.hpp"

/// Reports as JSON values, for writers that put them into larger ones.
namespace leafwise::pipeline::detail {

/// The JSON that `decomposition_json` prints.
[[nodiscard]] nlohmann::ordered_json json_of(const DecompositionReport& report);
[[nodiscard]] nlohmann::ordered_json json_of(const StartLeaf& leaf);

/// How a start was chosen, for `summary.json`.
[[nodiscard]] nlohmann::ordered_json json_of(const StartChoice& choice);

/// The JSON that `summary_json` prints.
[[nodiscard]] nlohmann::ordered_json summary_of(const RunRecord& record);

}  // namespace leafwise::pipeline::detail
