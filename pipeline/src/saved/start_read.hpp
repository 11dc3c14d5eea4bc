// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/pipeline/decomposition_report.hpp"
#include "saved/report_names.hpp"
#include "text/json_reader.hpp"

/// What a saved report says of the start, read back: of `decomposition_json`.
namespace leafwise::pipeline::detail {

/// @throws InvalidInput as `read_decomposition`
[[nodiscard]] StartLeaf start_leaf_from(const JsonReader& json, const ReportNames& names);
[[nodiscard]] StartChoice start_choice_from(const JsonReader& json, const ReportNames& names);
[[nodiscard]] Knowledge knowledge_from(const JsonReader& json);

}  // namespace leafwise::pipeline::detail
