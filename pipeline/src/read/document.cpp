// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/document.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

TextRange range_of(const SourceFile& source, const toml::source_region& region) {
  if (region.begin.line == 0) return {};
  const std::size_t begin = source.offset(region.begin.line, region.begin.column);
  const std::size_t end = source.offset(region.end.line, region.end.column);
  return {begin, std::max(end, begin + 1) - begin};
}

Value::Kind kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string: return Value::Kind::text;
    case toml::node_type::integer: return Value::Kind::integer;
    case toml::node_type::floating_point: return Value::Kind::decimal;
    case toml::node_type::boolean: return Value::Kind::boolean;
    case toml::node_type::array: return Value::Kind::array;
    case toml::node_type::table: return Value::Kind::table;
    default: return Value::Kind::date;
  }
}

/// The text that was cut out of the file must be the number that toml++ read: otherwise our columns
/// are not its columns, and we would compute with something else.
bool is_literal_of(const std::string& literal, const toml::node& node) {
  std::string digits = literal;
  std::erase(digits, '_');
  if (const auto* decimal = node.as_floating_point()) {
    // from_chars, unlike strtod, does not obey the locale; it takes no plus sign.
    const char* begin = digits.c_str() + (digits.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(begin, digits.c_str() + digits.size(), value);
    const bool same = value == decimal->get() || (std::isnan(value) && std::isnan(decimal->get()));
    return *end == '\0' && (same || error == std::errc::result_out_of_range);
  }
  const auto* integer = node.as_integer();
  const bool prefixed =
      digits.size() > 2 && digits[0] == '0' && !(digits[1] >= '0' && digits[1] <= '9');
  const int base = !prefixed ? 10 : digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : 2;
  char* end = nullptr;
  const long long value = std::strtoll(digits.c_str() + (prefixed ? 2 : 0), &end, base);
  return *end == '\0' && integer != nullptr && value == integer->get();
}

Value convert(const SourceFile& source, const toml::node& node) {
  Value value;
  value.kind = kind_of(node);
  value.range = range_of(source, node.source());
  if (const auto* text = node.as_string()) {
    value.text = text->get();
  } else if (value.is_number()) {
    value.text = source.text().substr(value.range.begin, value.range.length);
    LEAFWISE_DEMAND(is_literal_of(value.text, node), value.text);
  } else if (const auto* truth = node.as_boolean()) {
    value.truth = truth->get();
  } else if (const auto* array = node.as_array()) {
    for (const toml::node& item : *array) value.items.push_back(convert(source, item));
  } else if (const auto* table = node.as_table()) {
    for (const auto& [key, item] : *table) {
      value.entries.push_back(
          {std::string(key.str()), range_of(source, key.source()), convert(source, item)});
    }
    // toml++ sorts by name; people read in the order of the file.
    std::stable_sort(value.entries.begin(), value.entries.end(), [](const auto& a, const auto& b) {
      return a.key_range.begin < b.key_range.begin;
    });
  }
  return value;
}

/// toml++ says what it saw; this adds what a user of problem files should do.
struct Advice {
  std::string_view symptom;
  std::string_view expected;
};

constexpr std::array<Advice, 20> advices = {{
    {"cannot redefine", "every name and every table only once"},
    {"not representable in 64 bits", "numbers that TOML cannot hold are written in quotes"},
    {"could not be interpreted as a value", "numbers that TOML cannot hold are written in quotes"},
    {"expected '=', saw '''", "keys with primes in quotes: \"x'\" = …"},
    {"comment or whitespace, saw '/'", "text in quotes: \"1/3\""},
    {"comment or whitespace, saw ','", "a decimal point, or a list in brackets"},
    {"expected comma or closing",
     "a comma or the closing bracket; texts that hold primes stand in double quotes: \"x' = 1\""},
    {"expected '='", "key = value"},
    {"leading zeroes are prohibited", "numbers without leading zeros"},
    {"unknown escape sequence", "'…' or a doubled backslash for a plain backslash"},
    {"saw '\\u", "straight quotes: \"…\""},
    {"unescaped control characters",
     "no control characters; text on one line, closed by its quote"},
    {"control characters", "no control characters; text on one line, closed by its quote"},
    {"expected a comment or whitespace", "one entry a line; text in quotes"},
    {"expected 'nan'", "a number, or text in quotes"},
    {"expected 'inf'", "a number, or text in quotes; or a ']' is missing above"},
    {"expected 'true'", "true in small letters, or text in quotes"},
    {"expected 'false'", "false in small letters, or text in quotes"},
    {"could not determine value type",
     "a number such as 0.5, true or false, or text in straight quotes"},
    {"end-of-file", "a closing bracket or quote, or a value after '='"},
}};

/// toml++ stops behind a number that it cannot hold, and at the value of a key that is there twice.
TextRange culprit(const SourceFile& source, std::size_t at, const std::string& message) {
  const std::string& text = source.text();
  const bool bad_number = message.find("64 bits") != std::string::npos ||
                          message.find("interpreted as a value") != std::string::npos;
  const bool bad_key = message.find("cannot redefine") != std::string::npos;
  if ((!bad_number && !bad_key) || at == 0) return {at, 1};
  const std::size_t line = text.rfind('\n', at - 1);
  std::size_t begin = line == std::string::npos ? 0 : line + 1;
  if (bad_number) {
    const std::size_t before = text.find_last_not_of("0123456789abcdefABCDEFxo_+-.", at - 1);
    begin = before == std::string::npos ? begin : std::max(begin, before + 1);
    return {begin, std::max(at, begin + 1) - begin};
  }
  begin = std::min(text.find_first_not_of(" \t[", begin), at);
  const std::size_t end = std::min(text.find_first_of(" \t=]\r\n", begin), text.size());
  return {begin, std::max(end, begin + 1) - begin};
}

[[noreturn]] void rethrow(const SourceFile& source, const toml::parse_error& error) {
  std::string description(error.description());
  // "Error while parsing string: …" says less than the line that is shown.
  constexpr std::string_view prefix = "Error while parsing ";
  if (description.starts_with(prefix)) {
    const std::size_t colon = description.find(": ");
    const std::string what = description.substr(prefix.size(), colon - prefix.size());
    if (colon != std::string::npos) {
      description = "TOML " + what + ": " + description.substr(colon + 2);
    }
  }
  std::replace_if(
      description.begin(),
      description.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20; },
      ' ');
  Mistake mistake;
  mistake.message = description;
  mistake.expected = "valid TOML 1.0";
  for (const Advice& advice : advices) {
    if (description.find(advice.symptom) == std::string::npos) continue;
    mistake.expected = advice.expected;
    break;
  }
  const bool unclosed = mistake.message.find("unescaped control characters") != std::string::npos ||
                        mistake.message.find("literal string: control") != std::string::npos;
  const toml::source_position& position = error.source().begin;
  const std::size_t at = source.offset(std::max(position.line, toml::source_index{1}),
                                       std::max(position.column, toml::source_index{1}));
  mistake.place = source.place(culprit(source, at, mistake.message));
  if (unclosed &&
      (at >= source.text().size() || source.text()[at] == '\n' || source.text()[at] == '\r')) {
    mistake.message = "TOML text: its line ends before the closing quote";
    mistake.expected = "a closing quote on the same line";
  }
  throw InvalidInput(std::move(mistake));
}

}  // namespace

const Entry* Value::find(const std::string& key) const {
  const auto found = std::find_if(
      entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::string describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::text: return "text";
    case Value::Kind::integer: return "an integer";
    case Value::Kind::decimal: return "a decimal number";
    case Value::Kind::boolean: return "true or false";
    case Value::Kind::date: return "a date or time";
    case Value::Kind::array: return "a list";
    case Value::Kind::table: break;
  }
  return "a table";
}

Value parse_document(const SourceFile& source) {
  refuse_deep_keys(source);
  try {
    const toml::table table = toml::parse(source.text(), source.name());
    return convert(source, table);
  } catch (const toml::parse_error& error) {
    rethrow(source, error);
  }
}

}  // namespace leafwise::pipeline::detail
