// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "expression/lexer.hpp"
#include "leafwise/algebra/parser.hpp"

namespace leafwise::algebra::detail {

inline constexpr const char* operand_wanted = "a number, a name, a function call or '('";

/// Recursive descent, one function per level of precedence.
class Parser {
 public:
  Parser(std::string_view text, const Scope& scope, const ParserLimits& limits)
      : text_(text), scope_(scope), limits_(limits), lexer_(text) {}

  Expression whole_expression();

  Equation whole_equation();

 private:
  /// Counts how deep we are; the stack of the machine is finite.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ <= parser_.limits_.most_nesting) return;
      --parser_.nesting_;
      const std::string most = std::to_string(parser_.limits_.most_nesting);
      fail("nested too deeply",
           "at most " + most + " parentheses, signs and powers within each other",
           parser_.current().range);
    }
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  [[nodiscard]] const Token& current() const { return lexer_.current(); }

  /// From `begin` to the end of the last token that was read.
  [[nodiscard]] TextRange range_from(std::size_t begin) const {
    const TextRange last = lexer_.previous().range;
    return {begin, last.begin + last.length - begin};
  }

  Expression sum() { return chain('+', '-', &Parser::product, &Expression::sum); }

  Expression product() { return chain('*', '/', &Parser::signed_power, &Expression::product); }

  using Level = Expression (Parser::*)();
  using Builder = Expression (*)(std::vector<Expression::Operand>, TextRange);

  Expression chain(char plain, char inverted, Level operand, Builder build);

  Expression signed_power();

  Expression power();

  Expression atom();

  Expression number();

  Expression parenthesised();

  void close(TextRange open);

  // parser_names.cpp: what begins with a name.
  Expression name();
  unsigned marks_after(const Token& name_token, Role role);
  static void refuse_derivative_of(const Token& token, Role role, TextRange range);
  [[noreturn]] void unknown_name(const Token& token);
  /// der(x), der(x, 4); the word `der` has been read.
  Expression derivative(const Token& word);
  unsigned derivative_order();
  Expression call(Function function, const Token& word);

  /// `2x`, `x y`, `x(1+y)` and `(a)(b)` are products in a notebook, not here; `(x*y)'` is no
  /// derivative.
  void refuse_missing_operator() const;

  void expect_end() const;

  std::string_view text_;
  const Scope& scope_;
  ParserLimits limits_;
  Lexer lexer_;
  unsigned nesting_ = 0;
};

}  // namespace leafwise::algebra::detail
