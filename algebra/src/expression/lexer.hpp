// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "leafwise/core/errors.hpp"

namespace leafwise::algebra::detail {

enum class TokenKind { number, name, marks, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  TextRange range;

  [[nodiscard]] bool is_symbol(char symbol) const {
    return kind == TokenKind::symbol && text.size() == 1 && text.front() == symbol;
  }
};

[[noreturn]] void fail(std::string message, std::string expected, TextRange range);

/// Runs `action`; mistakes that it finds are reported at `range`, whatever text their own ranges
/// belong to.
template <typename Action>
auto with_range(TextRange range, const Action& action) {
  try {
    return action();
  } catch (const InvalidInput& error) {
    Mistake mistake = error.mistakes().front();
    mistake.range = range;
    throw InvalidInput(std::move(mistake));
  }
}

/// Cuts the text of an expression into tokens, one ahead of the parser. A character that no
/// expression holds is refused where it stands, with what to write in its place.
class Lexer {
 public:
  explicit Lexer(std::string_view text);

  [[nodiscard]] const Token& current() const noexcept { return current_; }
  /// The token before the current one; `end` at the start.
  [[nodiscard]] const Token& previous() const noexcept { return previous_; }
  void advance();

 private:
  [[nodiscard]] Token scan();
  [[nodiscard]] std::size_t number_end(std::size_t begin) const;
  [[noreturn]] void refuse_character() const;

  std::string_view text_;
  std::size_t position_ = 0;
  Token current_;
  Token previous_;
};

}  // namespace leafwise::algebra::detail
