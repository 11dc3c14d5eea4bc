// SPDX-License-Identifier: GPL-3.0-or-later
#include "document.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

Value convert(const SourceFile& source, const toml::node& node) {
  Value value;
  value.kind = kind_of(node);
  value.range = range_of(source, node.source());
  if (const auto* text = node.as_string()) {
    value.text = text->get();
  } else if (value.is_number()) {
    value.text = source.text().substr(value.range.begin, value.range.length);
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

constexpr std::array<Advice, 14> advices = {{
    {"cannot redefine", "every name and every table only once"},
    {"not representable in 64 bits", "numbers that TOML cannot hold are written in quotes"},
    {"could not be interpreted as a value", "numbers that TOML cannot hold are written in quotes"},
    {"expected '=', saw '''", "keys with primes in quotes: \"x'\" = …"},
    {"expected comma or closing", "a comma; texts that hold primes stand in double quotes: \"x' = 1\""},
    {"expected '='", "key = value"},
    {"leading zeroes are prohibited", "numbers without leading zeros"},
    {"unknown escape sequence", "'…' or a doubled backslash for a plain backslash"},
    {"control characters", "text on one line, closed by its quote"},
    {"expected a comment or whitespace", "one entry a line"},
    {"expected 'nan'", "a number, or text in quotes"},
    {"expected 'true'", "a number, or text in quotes"},
    {"expected 'false'", "a number, or text in quotes"},
    {"end-of-file", "a closing bracket or quote, or a value after '='"},
}};

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
  const toml::source_position& position = error.source().begin;
  mistake.place = source.place({source.offset(std::max(position.line, toml::source_index{1}),
                                              std::max(position.column, toml::source_index{1})),
                                1});
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
