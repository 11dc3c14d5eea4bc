// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace leafwise::pipeline::detail {

/// Whether spreadsheets would take a text for a formula, or it looks like one that we have made
/// harmless.
[[nodiscard]] inline bool looks_like_formula(std::string_view text) {
  const std::size_t start = text.find_first_not_of('\'');
  return start != std::string_view::npos &&
         std::string_view("=+-@\t\r").find(text[start]) != std::string_view::npos;
}

/// A cell of a table with a text, quoted (RFC 4180) where a comma or an end of line would divide
/// it: "der(x,4)". One that a spreadsheet would compute has an apostrophe before it. CsvRows and
/// text_of_csv read it back.
[[nodiscard]] inline std::string csv_text(const std::string& name) {
  const std::string text = (looks_like_formula(name) ? "'" : "") + name;
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + "\"";
}

/// The text of a cell whose quotes were removed: without the apostrophe before what looks like a
/// formula.
[[nodiscard]] inline std::string_view text_of_csv(std::string_view cell) {
  if (cell.starts_with('\'') && looks_like_formula(cell)) cell.remove_prefix(1);
  return cell;
}

}  // namespace leafwise::pipeline::detail
