// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/snippet.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace leafwise::pipeline::detail {

namespace {

/// TOML's `+1_000` as an expression: `1000`. Hexadecimal, octal and binary integers fit in 64 bits.
std::string plain_number(std::string_view literal) {
  std::string digits(literal);
  std::erase(digits, '_');
  if (digits.starts_with('+')) digits.erase(0, 1);
  const std::string_view prefix = std::string_view{digits}.substr(0, 2);
  const int base = prefix == "0x" ? 16 : prefix == "0o" ? 8 : prefix == "0b" ? 2 : 10;
  if (base == 10) return digits;
  std::int64_t value = 0;
  std::from_chars(digits.data() + 2, digits.data() + digits.size(), value, base);
  return std::to_string(value);
}

}  // namespace

Snippet snippet_of(const SourceFile& source, const Value& value, const std::string& what) {
  const auto refuse = [&](std::string message) {
    throw InvalidInput(Mistake{std::move(message), what, std::nullopt, source.place(value.range)});
  };
  Snippet snippet;
  snippet.origin.line = source.line_of(value.range.begin);
  if (value.kind == Value::Kind::text) {
    snippet.text = value.text;
    // Copies of the two are kept by the document, which outlives all snippets of a reading.
    snippet.place = [&source, &value](TextRange range) {
      return source.place(range_in_file(source, value, range));
    };
    return snippet;
  }
  if (!value.is_number()) refuse(describe(value.kind) + " where a number or text is expected");
  const bool finite =
      value.text.find("inf") == std::string::npos && value.text.find("nan") == std::string::npos;
  if (!finite) refuse(value.text + " is not a number to compute with");
  snippet.text = plain_number(value.text);
  snippet.place = [&source, range = value.range](TextRange) { return source.place(range); };
  return snippet;
}

Snippet snippet_of_argument(const std::string& name,
                            const std::string& argument,
                            std::size_t offset) {
  Snippet snippet;
  snippet.text = argument.substr(std::min(offset, argument.size()));
  const std::string text = snippet.text;
  const std::size_t start = character_count(std::string_view{argument}.substr(0, offset));
  snippet.place = [=](TextRange range) {
    const std::string_view before = std::string_view{text}.substr(0, range.begin);
    const std::string_view marked =
        range.begin < text.size() ? std::string_view{text}.substr(range.begin, range.length) : "";
    const std::size_t width = std::max<std::size_t>(character_count(marked), 1);
    return FilePlace{name, 0, start + character_count(before) + 1, width, argument};
  };
  return snippet;
}

}  // namespace leafwise::pipeline::detail
