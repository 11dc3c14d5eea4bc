// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace leafwise::pipeline::detail {

/// The length of the UTF-8 sequence at the start of `text`, or 0 if it is malformed (overlong
/// forms, surrogates and values beyond U+10FFFF are).
[[nodiscard]] inline std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool malformed = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                         (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return malformed ? 0 : length;
}

/// The number of a character that `sequence_length` found whole; 0 for anything else.
[[nodiscard]] inline char32_t code_point(std::string_view character) {
  if (character.empty() || sequence_length(character) != character.size()) return 0;
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  // Each byte of the tail holds six bits, the lead what is left beside its mark.
  char32_t point = lead & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    point = (point << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return point;
}

}  // namespace leafwise::pipeline::detail
