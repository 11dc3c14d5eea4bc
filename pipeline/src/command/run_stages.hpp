// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "command/run_request.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "session/stage_clock.hpp"

namespace leafwise::pipeline::detail {

[[nodiscard]] ExitCode exit_code_of(const integrator::Report<double>& report);

/// @pre what it refers to outlives the record
[[nodiscard]] RunRecord record_of(const Problem& problem,
                                  const DecompositionReport& decomposition,
                                  const Selection& selection,
                                  const Integration& integration,
                                  const RunRequest& request,
                                  const std::string& sha256,
                                  const StageClock& clock);

/// The note of a build that cannot write report.html.
inline constexpr const char* no_report_notice =
    "note: no report.html: this program was built without it (esbuild bundles it; docs/report.md)";

}  // namespace leafwise::pipeline::detail
