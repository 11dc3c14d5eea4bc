// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "text/utf8.hpp"

/// Text of a problem file is shown, never interpreted by terminals, browsers and viewers of
/// pictures alike. The rule stands here once, for all that is written.
namespace leafwise::pipeline::detail {

/// Control characters (U+0000 … U+001F, U+007F … U+009F), those that turn the direction of writing
/// (Unicode's Bidi_Control), and the separators of lines and paragraphs (U+2028, U+2029).
[[nodiscard]] bool is_obeyed(std::string_view character);

/// "\u202E": how TOML and JSON write it.
[[nodiscard]] std::string escape_of(std::string_view character);

/// Calls `take` with each character of the text as it is shown on one line: white space as spaces,
/// what would be obeyed as its escape, a malformed byte as U+FFFD.
template <typename Take>
void for_each_shown(std::string_view text, Take take) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    if (length == 0) {
      take(replacement);
    } else if (character == "\t" || character == "\n" || character == "\r") {
      take(std::string_view(" "));
    } else if (is_obeyed(character)) {
      const std::string escape = escape_of(character);
      const std::string_view letters = escape;
      for (std::size_t i = 0; i < letters.size(); ++i) take(letters.substr(i, 1));
    } else {
      take(character);
    }
  }
}

/// The same for a text of several lines: white space stays what it is.
[[nodiscard]] std::string shown_lines(std::string_view text);

/// Escapes only what is obeyed beyond ASCII, and U+007F. For JSON, whose own escapes these are: who
/// reads it gets the same text; and for what we write ourselves, with colours in it.
[[nodiscard]] std::string shown_beyond_ascii(std::string text);

}  // namespace leafwise::pipeline::detail
