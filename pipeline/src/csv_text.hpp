// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline::detail {

/// A cell of a table, quoted (RFC 4180) where a comma or an end of line would divide it:
/// "der(x,4)". CsvRows reads it back.
[[nodiscard]] inline std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + "\"";
}

}  // namespace leafwise::pipeline::detail
