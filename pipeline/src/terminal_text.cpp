// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_text.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace leafwise::pipeline::detail {

namespace {

bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (lead < 0x20 || lead == 0x7F) return true;
  // U+0080 … U+009F: terminals obey some of them.
  return lead == 0xC2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::vector<std::string> safe_characters(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (character == "\t") {
      characters.emplace_back(" ");
    } else if (length == 0 || is_control(character)) {
      characters.emplace_back("?");
    } else {
      characters.emplace_back(character);
    }
    text.remove_prefix(character.size());
  }
  return characters;
}

std::string safe_text(std::string_view text) {
  std::string result;
  for (const std::string& character : safe_characters(text)) result += character;
  return result;
}

std::string safe_lines(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    result += safe_text(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string shortened(const std::string& text, std::size_t most) {
  const std::vector<std::string> characters = safe_characters(text);
  if (characters.size() <= most) return text;
  std::string result;
  for (std::size_t i = 0; i + 1 < most; ++i) result += characters[i];
  return result + "…";
}

}  // namespace leafwise::pipeline::detail
