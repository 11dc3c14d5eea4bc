// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Character classes of problem files: ASCII only and independent of the locale, unlike <cctype>.
namespace leafwise::algebra::detail {

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace leafwise::algebra::detail
