// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/core/suggestion.hpp"

/// JSON that others may have written, read strictly: what is not as expected is named by its place.
namespace leafwise::pipeline::detail {

/// Beyond any tree of ours: a file must not exhaust the stack.
inline constexpr std::size_t most_levels = 1000;

/// A value of the document with the way to it, for messages.
class JsonReader {
 public:
  JsonReader(const std::string& file,
             const nlohmann::ordered_json& json,
             std::string place,
             std::size_t level = 0)
      : file_(file), json_(json), place_(std::move(place)), level_(level) {
    if (level_ > most_levels) refuse("more levels than a report has", "");
  }

  [[noreturn]] void refuse(const std::string& message, const std::string& expected) const {
    throw InvalidInput(Mistake{message, expected, std::nullopt, FilePlace{file_, 0, 0, 1, ""}});
  }

  [[nodiscard]] bool has(const char* key) const {
    return json_.is_object() && json_.contains(key) && !json_.at(key).is_null();
  }

  /// Also if it is null.
  [[nodiscard]] bool knows(const char* key) const {
    return json_.is_object() && json_.contains(key);
  }

  [[nodiscard]] JsonReader at(const char* key) const {
    if (!json_.is_object()) wrong("an object");
    if (!json_.contains(key)) {
      refuse(fmt::format("the key '{}' is missing{}", key, place_.empty() ? "" : " in " + place_),
             "a report of 'leafwise decompose --format json'");
    }
    return {file_, json_.at(key), place_.empty() ? key : place_ + "." + key, level_ + 1};
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) wrong("a text");
    return json_.get<std::string>();
  }
  [[nodiscard]] std::string text_or_nothing() const { return json_.is_null() ? "" : text(); }
  [[nodiscard]] int integer() const {
    constexpr long most = 1'000'000'000;
    if (!json_.is_number_integer()) wrong("a whole number");
    const bool fits = json_.is_number_unsigned() ? json_.get<std::uint64_t>() <= most
                                                 : json_.get<std::int64_t>() >= -most;
    if (!fits) wrong("a smaller number");
    return json_.get<int>();
  }
  [[nodiscard]] std::uint64_t natural() const {
    if (!json_.is_number_unsigned()) wrong("a whole number, not negative");
    return json_.get<std::uint64_t>();
  }
  [[nodiscard]] double number() const {
    if (!json_.is_number()) wrong("a number");
    return json_.get<double>();
  }
  [[nodiscard]] std::optional<double> number_or_null() const {
    if (json_.is_null()) return std::nullopt;
    return number();
  }
  [[nodiscard]] bool boolean() const {
    if (!json_.is_boolean()) wrong("true or false");
    return json_.get<bool>();
  }
  [[nodiscard]] Truth truth() const {
    const std::string word = text();
    for (const Truth truth : {Truth::no, Truth::yes, Truth::unknown}) {
      if (word == to_string(truth)) return truth;
    }
    wrong("yes, no or unknown");
  }
  /// The value of one of these words.
  template <typename Value, std::size_t n>
  [[nodiscard]] Value word(const std::array<std::pair<const char*, Value>, n>& words) const {
    const std::string found = text();
    std::vector<std::string> known;
    for (const auto& [word, value] : words) {
      if (found == word) return value;
      known.emplace_back(word);
    }
    wrong(word_list(known, "or"));
  }
  [[nodiscard]] std::optional<int> integer_or_null() const {
    if (json_.is_null()) return std::nullopt;
    return integer();
  }

  /// Calls `read` with a reader of each item.
  template <typename Read>
  [[nodiscard]] auto list(const Read& read) const {
    if (!json_.is_array()) wrong("a list");
    std::vector<decltype(read(*this))> items;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      items.push_back(
          read(JsonReader(file_, json_[i], fmt::format("{}[{}]", place_, i), level_ + 1)));
    }
    return items;
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    return list([](const JsonReader& item) { return item.text(); });
  }
  template <typename Read>
  [[nodiscard]] auto entries(const Read& read) const {
    if (!json_.is_object()) wrong("an object");
    std::vector<std::pair<std::string, decltype(read(*this))>> all;
    for (const auto& [key, value] : json_.items()) {
      all.emplace_back(key, read(JsonReader(file_, value, place_ + "." + key, level_ + 1)));
    }
    return all;
  }

 private:
  [[noreturn]] void wrong(const std::string& expected) const {
    refuse((place_.empty() ? "the report" : place_) + " is not what it should be", expected);
  }

  const std::string& file_;
  const nlohmann::ordered_json& json_;
  std::string place_;
  std::size_t level_;
};

}  // namespace leafwise::pipeline::detail
