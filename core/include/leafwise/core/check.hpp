// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace leafwise {

/// A bug of ours: an invariant that the code relies on does not hold. The program reports it and
/// exits with 70; a library user may let it end the process. Bad input never ends up here.
class BrokenInvariant : public std::logic_error {
 public:
  BrokenInvariant(std::string_view condition, std::string_view state, std::source_location where)
      : std::logic_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                         ": '" + std::string(condition) + "' does not hold" +
                         (state.empty() ? std::string() : " (" + std::string(state) + ")")) {}
};

/// Throws BrokenInvariant.
[[noreturn]] inline void broken_invariant(
    std::string_view condition,
    std::string_view state = {},
    std::source_location where = std::source_location::current()) {
  throw BrokenInvariant(condition, state, where);
}

}  // namespace leafwise

/// `LEAFWISE_DEMAND(condition)` or `LEAFWISE_DEMAND(condition, state)`: an always-on check of our
/// own assumptions, with the text of the condition. Users cannot cause it.
/// The state is put into words only if the condition does not hold.
#define LEAFWISE_DEMAND(condition, ...) \
  (static_cast<bool>(condition)         \
       ? static_cast<void>(0)           \
       : ::leafwise::broken_invariant(#condition __VA_OPT__(, ) __VA_ARGS__))
