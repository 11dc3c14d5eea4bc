// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline::detail {

/// Writes a help text to standard output. Where the program is an installed one, ` docs/…` and
/// ` examples/…` in it become the paths to which these were installed, beside the program: a moved
/// tree keeps them. @throws OutputFailure
void write_help(const std::string& text);

}  // namespace leafwise::pipeline::detail
