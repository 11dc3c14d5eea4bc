// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

namespace leafwise::pipeline::detail {

/// A file that Leafwise has written, to be read block by block.
/// @throws InvalidInput if it cannot be opened
[[nodiscard]] std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened_text(
    const std::string& name, const std::string& expected);

/// The text of a file that Leafwise has written.
/// @param expected what it should be, for messages
/// @throws InvalidInput if it cannot be read, or is larger than any of its kind
[[nodiscard]] std::string whole_text(const std::string& name,
                                     std::size_t limit,
                                     const std::string& expected);

/// The text of a saved report.
/// @throws InvalidInput if it cannot be read, or is too large for one
[[nodiscard]] std::string whole_report(const std::string& name);

/// @throws InvalidInput: this file is no report, or not a whole one
[[noreturn]] void refuse_report(const std::string& file, std::string message);

}  // namespace leafwise::pipeline::detail
