// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/mistake_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "leafwise/pipeline/source_file.hpp"
#include "text/terminal_text.hpp"
#include "text/utf8.hpp"

namespace leafwise::pipeline {

using detail::safe_text;

namespace {

/// Escape sequences, or nothing where no colour is wanted.
struct Style {
  std::string_view bold;
  std::string_view red;
  std::string_view dim;
  std::string_view plain;
};

constexpr Style coloured = {"\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[0m"};
constexpr Style uncoloured = {};

/// `count` characters from the character number `first` on.
std::string characters(std::string_view text, std::size_t first, std::size_t count) {
  const auto skip = [](std::string_view from, std::size_t number) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < number && at < from.size(); ++i) {
      at += std::max<std::size_t>(detail::sequence_length(from.substr(at)), 1);
    }
    return at;
  };
  text.remove_prefix(skip(text, first));
  return std::string(text.substr(0, skip(text, count)));
}

/// A window of the line around the place, and the place in it.
struct Excerpt {
  std::string text;
  std::size_t column = 0;  ///< from 0
  std::size_t width = 1;
};

/// Only the window is looked at closely: a line may be megabytes long.
Excerpt excerpt_of(const FilePlace& place) {
  constexpr std::size_t widest = 110;
  constexpr std::size_t before = 60;
  const std::string_view line = place.line_text;
  const std::size_t length = character_count(line);
  const std::size_t column = std::min(place.column - 1, length);
  std::size_t first = 0;
  if (length > widest && column > before) first = std::min(column - before, length - widest);
  const std::size_t last = std::min(length, first + widest);
  Excerpt excerpt;
  if (first > 0) excerpt.text = "…";
  // Shown characters are counted: what a terminal would obey takes the room of its escape.
  const auto shown = [&](std::size_t from, std::size_t to) {
    return safe_text(characters(line, from, to - from));
  };
  const std::size_t end = std::min(last, column + std::max<std::size_t>(place.width, 1));
  const std::string before_place = excerpt.text + shown(first, column);
  excerpt.column = character_count(before_place);
  excerpt.width = std::max<std::size_t>(character_count(shown(column, end)), 1);
  excerpt.text = before_place + shown(column, last);
  if (last < length) excerpt.text += "…";
  return excerpt;
}

/// User text can have any length; our messages about it do not.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 400;
  constexpr std::size_t tail = 100;
  const std::size_t length = character_count(text);
  if (length <= most) return text;
  return characters(text, 0, most - tail) + " … " + characters(text, length - tail, tail);
}

std::string position_of(const FilePlace& place) {
  std::string text = safe_text(place.file);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

}  // namespace

std::string describe(const Mistake& mistake, bool colour) {
  const Style style = colour ? coloured : uncoloured;
  std::string text;
  if (mistake.place) {
    text += fmt::format("{}{}: {}", style.bold, position_of(*mistake.place), style.plain);
  }
  text += fmt::format("{}error:{} {}{}{}\n",
                      style.red,
                      style.plain,
                      style.bold,
                      safe_text(shortened(mistake.message)),
                      style.plain);
  if (mistake.place && mistake.place->column > 0) {
    const Excerpt excerpt = excerpt_of(*mistake.place);
    const std::string number =
        mistake.place->line > 0 ? std::to_string(mistake.place->line) : std::string();
    const std::string marker = "^" + std::string(excerpt.width - 1, '~');
    text += fmt::format("  {}{} |{} {}\n", style.dim, number, style.plain, excerpt.text);
    text += fmt::format("  {}{} |{} {}{}{}{}\n",
                        style.dim,
                        std::string(number.size(), ' '),
                        style.plain,
                        std::string(excerpt.column, ' '),
                        style.red,
                        marker,
                        style.plain);
  }
  if (!mistake.expected.empty()) {
    text += fmt::format("  expected: {}\n", safe_text(shortened(mistake.expected)));
  }
  return text;
}

std::string describe(const InvalidInput& error, bool colour) {
  std::string text;
  const std::size_t shown = std::min(error.mistakes().size(), most_shown_mistakes);
  for (std::size_t i = 0; i < shown; ++i) text += describe(error.mistakes()[i], colour);
  if (shown < error.mistakes().size()) {
    text += fmt::format("Only the first {} mistakes are shown.\n", most_shown_mistakes);
  }
  return text;
}

}  // namespace leafwise::pipeline
