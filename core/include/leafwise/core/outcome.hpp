// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "leafwise/core/check.hpp"

namespace leafwise {

/// An answer to a yes/no question that may stay open.
enum class Truth { no, yes, unknown };

/// "yes", "no" or "unknown": the words used in every report.
[[nodiscard]] constexpr const char* to_string(Truth truth) noexcept {
  switch (truth) {
    case Truth::no: return "no";
    case Truth::yes: return "yes";
    case Truth::unknown: break;
  }
  return "unknown";
}

/// There is no answer: the requested object does not exist. More time would not help.
struct Undefined {
  std::string reason;
};

/// We could not: a limit was reached or a method gave up. The answer may well exist.
struct Unable {
  std::string reason;
};

/// The result of a mathematical question: a value, or why there is none. Telling `Undefined` from
/// `Unable` is the point: the first is an answer, the second is not. Bad input is neither, it
/// throws InvalidInput.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  // Implicit on purpose: a function returns its value, Undefined{…} or Unable{…} as they are.
  Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}                  // NOLINT
  Outcome(Undefined undefined) : state_(std::in_place_index<1>, std::move(undefined)) {}  // NOLINT
  Outcome(Unable unable) : state_(std::in_place_index<2>, std::move(unable)) {}           // NOLINT

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  [[nodiscard]] bool is_undefined() const noexcept { return state_.index() == 1; }
  [[nodiscard]] bool is_unable() const noexcept { return state_.index() == 2; }
  explicit operator bool() const noexcept { return has_value(); }

  /// @pre has_value()
  [[nodiscard]] const T& value() const& {
    LEAFWISE_DEMAND(has_value(), reason());
    return std::get<0>(state_);
  }
  /// @pre has_value()
  [[nodiscard]] T&& value() && {
    LEAFWISE_DEMAND(has_value(), reason());
    return std::get<0>(std::move(state_));
  }

  /// Why there is no value; empty if there is one.
  [[nodiscard]] std::string reason() const {
    if (is_undefined()) return std::get<1>(state_).reason;
    if (is_unable()) return std::get<2>(state_).reason;
    return {};
  }

 private:
  std::variant<T, Undefined, Unable> state_;
};

}  // namespace leafwise
