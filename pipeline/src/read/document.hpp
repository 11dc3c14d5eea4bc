// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/source_file.hpp"

/// A TOML document as we need it: entries in the order of the file, every value with its place,
/// numbers as the text that was written (so that 0.1 stays 1/10).
namespace leafwise::pipeline::detail {

struct Entry;

struct Value {
  enum class Kind { text, integer, decimal, boolean, date, array, table };

  Kind kind = Kind::table;
  TextRange range;             ///< in the file; for a [table] its header
  std::string text;            ///< decoded text, or the literal of a number
  bool truth = false;          ///< of a boolean
  std::vector<Value> items;    ///< of an array
  std::vector<Entry> entries;  ///< of a table

  [[nodiscard]] bool is_number() const { return kind == Kind::integer || kind == Kind::decimal; }
  /// The entry with this key; null if there is none.
  [[nodiscard]] const Entry* find(const std::string& key) const;
};

struct Entry {
  std::string key;
  TextRange key_range;
  Value value;
};

/// "text", "a table", …: what a value is, in an error message.
[[nodiscard]] std::string describe(Value::Kind kind);

/// @throws InvalidInput with the place of the first mistake in the TOML syntax
[[nodiscard]] Value parse_document(const SourceFile& source);

/// Refuses keys of more parts than can be parsed safely; `parse_document` calls it first.
void refuse_deep_keys(const SourceFile& source);

/// The places of the characters of a text value in the file: the range there of a range in
/// `value.text`. Escapes and line ends of TOML are taken into account.
/// @pre value.kind == text
[[nodiscard]] TextRange range_in_file(const SourceFile& source,
                                      const Value& value,
                                      TextRange range_in_text);

}  // namespace leafwise::pipeline::detail
