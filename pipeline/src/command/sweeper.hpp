// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command/run_request.hpp"
#include "leafwise/pipeline/exit_code.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/source_file.hpp"

namespace leafwise::pipeline::detail {

/// Makes all runs of `problem.sweep`, in parallel, writes the table and reports the result.
/// Continues from the journal of the same sweep that was interrupted.
ExitCode sweep_all(const RunRequest& request, const SourceFile& source, const Problem& problem);

}  // namespace leafwise::pipeline::detail
