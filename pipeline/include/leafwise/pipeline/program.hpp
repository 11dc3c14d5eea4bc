// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/exit_code.hpp"

namespace leafwise::pipeline {

/// What has to be done before anything is opened: results never go into a file that got the number
/// of a standard output that was closed.
void prepare_process();

/// The program `leafwise` with these arguments (its own name not among them). Results go to
/// standard output, everything else to standard error. Never throws.
[[nodiscard]] ExitCode run_program(const std::vector<std::string>& arguments);

}  // namespace leafwise::pipeline
