// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/svg_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "text/visible_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

/// Calls `take` with each character as it is shown. XML 1.0, section 2.2, has neither control
/// characters, which are escaped by now, nor U+FFFE and U+FFFF.
template <typename Take>
void for_each_character(std::string_view text, Take take) {
  detail::for_each_shown(text, [&](std::string_view character) {
    const bool is_none = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    take(is_none ? std::string_view("\xEF\xBF\xBD") : character);
  });
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for_each_character(text, [&](std::string_view character) {
    if (character == "&") {
      result += "&amp;";
    } else if (character == "<") {
      result += "&lt;";
    } else if (character == ">") {
      result += "&gt;";
    } else if (character == "\"") {
      result += "&quot;";
    } else {
      result += character;
    }
  });
  return result;
}

std::string pixels(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string with_primes(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t marks = 0;
    while (i + marks < name.size() && name[i + marks] == '\'') ++marks;
    if (marks == 0) {
      result += name[i++];
      continue;
    }
    i += marks;
    for (; marks >= 3; marks -= 3) result += "‴";
    if (marks > 0) result += marks == 2 ? "″" : "′";
  }
  return result;
}

std::string cut(std::string_view text, std::size_t most) {
  std::string result;
  std::size_t count = 0;
  bool is_whole = true;
  for_each_character(text, [&](std::string_view character) {
    ++count;
    if (count <= most) result += character;
    is_whole = count <= most;
  });
  if (is_whole) return result;
  // Room for the dots: the last character goes, all its bytes.
  while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xC0U) == 0x80) {
    result.pop_back();
  }
  if (!result.empty()) result.pop_back();
  return result + "…";
}

double text_width(std::string_view text, double size) {
  // Widths of average, narrow and wide letters as shares of the font size, as in common fonts.
  constexpr double average = 0.58;
  constexpr double narrow = 0.33;
  constexpr double wide = 0.85;
  constexpr double ideograph = 1.0;
  double width = 0;
  for_each_character(text, [&](std::string_view character) {
    if (character.size() >= 3 && character >= "\xE2\xBA\x80") {
      width += ideograph;
    } else if (character.size() == 1 &&
               std::string_view("iljtfI.,:;'|!()[] ").find(character.front()) !=
                   std::string_view::npos) {
      width += narrow;
    } else if (character.size() == 1 &&
               std::string_view("mwMW@%").find(character.front()) != std::string_view::npos) {
      width += wide;
    } else {
      width += average;
    }
  });
  return width * size;
}

std::string text_at(double x, double y, std::string_view text, const TextStyle& style) {
  std::string result = fmt::format("<text x=\"{}\" y=\"{}\"", pixels(x), pixels(y));
  const auto out = std::back_inserter(result);
  if (style.upright) fmt::format_to(out, " transform=\"rotate(-90 {} {})\"", pixels(x), pixels(y));
  if (style.size != TextStyle{}.size) fmt::format_to(out, " font-size=\"{}\"", pixels(style.size));
  if (style.anchor != "start") fmt::format_to(out, " text-anchor=\"{}\"", style.anchor);
  if (style.bold) result += " font-weight=\"bold\"";
  if (style.fill != TextStyle{}.fill) fmt::format_to(out, " fill=\"{}\"", style.fill);
  return result + ">" + escaped(text) + "</text>\n";
}

std::string line_between(double x0, double y0, double x1, double y1, std::string_view attributes) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n",
                     pixels(x0),
                     pixels(y0),
                     pixels(x1),
                     pixels(y1),
                     attributes);
}

}  // namespace leafwise::pipeline::drawing
