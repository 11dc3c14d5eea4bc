// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/visible_text.hpp"

#include <fmt/format.h>

namespace leafwise::pipeline::detail {

namespace {

/// @param keeps which of the characters that are obeyed stay as they are
template <typename Keeps>
std::string escaped_but(std::string_view text, Keeps keeps) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool stays = length == 0 || !is_obeyed(character) || keeps(character);
    result += stays ? std::string(character) : escape_of(character);
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

bool is_obeyed(std::string_view character) {
  const char32_t point = code_point(character);
  const auto is_between = [&](char32_t first, char32_t last) {
    return point >= first && point <= last;
  };
  return point < 0x20 || is_between(0x7F, 0x9F) || point == 0x061C || is_between(0x200E, 0x200F) ||
         is_between(0x2028, 0x202E) || is_between(0x2066, 0x2069);
}

std::string escape_of(std::string_view character) {
  return fmt::format("\\u{:04X}", static_cast<unsigned>(code_point(character)));
}

std::string shown_lines(std::string_view text) {
  return escaped_but(text, [](std::string_view character) {
    return character == "\t" || character == "\n" || character == "\r";
  });
}

std::string shown_beyond_ascii(std::string text) {
  // Nearly all there is to write is ASCII, and some of it is long.
  const bool is_plain = std::all_of(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x7F; });
  if (is_plain) return text;
  return escaped_but(text, [](std::string_view character) {
    return static_cast<unsigned char>(character.front()) < 0x7F;
  });
}

}  // namespace leafwise::pipeline::detail
