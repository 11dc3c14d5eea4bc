// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leafwise::pipeline::detail {

/// The characters of a text as one line of a terminal shows them (visible_text.hpp): what a file
/// says must not move the cursor, nor turn the direction of what stands behind it.
[[nodiscard]] std::vector<std::string> safe_characters(std::string_view text);

[[nodiscard]] std::string safe_text(std::string_view text);

/// The same line by line: ends of lines are kept.
[[nodiscard]] std::string safe_lines(std::string_view text);

/// The text cut to what fits on a line or two, with "…" for the rest.
[[nodiscard]] std::string shortened(const std::string& text, std::size_t most = 96);

}  // namespace leafwise::pipeline::detail
