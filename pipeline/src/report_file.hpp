// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline::detail {

/// The text of a saved report.
/// @throws InvalidInput if it cannot be read, or is too large for one
[[nodiscard]] std::string whole_report(const std::string& name);

/// @throws InvalidInput: this file is no report, or not a whole one
[[noreturn]] void refuse_report(const std::string& file, std::string message);

}  // namespace leafwise::pipeline::detail
