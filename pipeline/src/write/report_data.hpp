// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/pipeline/run_files.hpp"
#include "write/report_columns.hpp"

/// The data of a page, as JSON: docs/design/report.md.
namespace leafwise::pipeline::detail {

/// @param command the whole line
[[nodiscard]] std::string report_data(const Problem& problem,
                                      const DecompositionReport& decomposition,
                                      const std::string& command);

[[nodiscard]] std::string report_data(const RunRecord& record, const ReportTable& table);

}  // namespace leafwise::pipeline::detail
