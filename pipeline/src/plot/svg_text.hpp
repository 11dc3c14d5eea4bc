// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// The words of an SVG file.
namespace leafwise::pipeline::drawing {

/// A text between tags or in an attribute: markup is escaped, control characters are shown
/// (visible_text.hpp), malformed UTF-8 becomes U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

/// A length with at most two digits behind the point.
[[nodiscard]] std::string pixels(double value);

/// A name with its marks as people write them: x1'' becomes x1″.
[[nodiscard]] std::string with_primes(std::string_view name);

/// Cut to so many characters, with "…" for the rest.
[[nodiscard]] std::string cut(std::string_view text, std::size_t most);

/// About how wide a text is in a sans-serif font of this size; rather too much than too little.
[[nodiscard]] double text_width(std::string_view text, double size);

struct TextStyle {
  double size = 12;
  std::string_view anchor = "start";  ///< "middle", "end"
  std::string_view fill = "#222";
  bool bold = false;
  bool upright = false;  ///< turned, to be read from below
};

[[nodiscard]] std::string text_at(double x,
                                  double y,
                                  std::string_view text,
                                  const TextStyle& style = {});

[[nodiscard]] std::string line_between(
    double x0, double y0, double x1, double y1, std::string_view attributes);

}  // namespace leafwise::pipeline::drawing
