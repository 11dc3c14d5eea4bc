// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/terminal_text.hpp"

#include "text/visible_text.hpp"

namespace leafwise::pipeline::detail {

std::vector<std::string> safe_characters(std::string_view text) {
  std::vector<std::string> characters;
  for_each_shown(text, [&](std::string_view shown) { characters.emplace_back(shown); });
  return characters;
}

std::string safe_text(std::string_view text) {
  std::string result;
  for_each_shown(text, [&](std::string_view shown) { result += shown; });
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
