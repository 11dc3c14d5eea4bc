// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leafwise::pipeline::detail {

/// The characters of a text, safe for a terminal: tabs become spaces, other control characters
/// and malformed bytes '?'. What a file says must not move the cursor.
[[nodiscard]] std::vector<std::string> safe_characters(std::string_view text);

[[nodiscard]] std::string safe_text(std::string_view text);

/// The same line by line: ends of lines stay.
[[nodiscard]] std::string safe_lines(std::string_view text);

}  // namespace leafwise::pipeline::detail
