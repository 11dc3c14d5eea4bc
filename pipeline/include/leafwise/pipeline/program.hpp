// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/exit_code.hpp"

namespace leafwise::pipeline {

/// The program `leafwise` with these arguments (its own name not among them). Results go to
/// standard output, everything else to standard error. Never throws.
[[nodiscard]] ExitCode run_program(const std::vector<std::string>& arguments);

}  // namespace leafwise::pipeline
