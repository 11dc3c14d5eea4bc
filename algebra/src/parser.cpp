// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/parser.hpp"

#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/suggestion.hpp"
#include "lexer.hpp"

namespace leafwise::algebra {

namespace {

using detail::fail;
using detail::Lexer;
using detail::Token;
using detail::TokenKind;

constexpr const char* operand_wanted = "a number, a name, a function call or '('";

/// Recursive descent, one function per level of precedence.
class Parser {
 public:
  Parser(std::string_view text, const Scope& scope, const ParserLimits& limits)
      : text_(text), scope_(scope), limits_(limits), lexer_(text) {}

  Expression whole_expression() {
    Expression result = sum();
    if (current().is_symbol('=')) {
      fail("an expression is wanted here, not an equation",
           "no '=' in this place: x - 2 where x = 2 is meant",
           current().range);
    }
    expect_end();
    return result;
  }

  Equation whole_equation() {
    Equation equation{sum(), std::nullopt};
    if (current().is_symbol('=')) {
      lexer_.advance();
      if (current().is_symbol('=')) {
        fail("'==' is not part of an equation", "a single '='", {current().range.begin - 1, 2});
      }
      equation.right = sum();
      if (current().is_symbol('=')) {
        fail("a second '=' in one equation",
             "at most one '='; write two equations",
             current().range);
      }
    }
    expect_end();
    return equation;
  }

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

  Expression chain(char plain, char inverted, Level operand, Builder build) {
    const std::size_t begin = current().range.begin;
    std::vector<Expression::Operand> operands;
    operands.push_back({(this->*operand)(), false});
    while (current().is_symbol(plain) || current().is_symbol(inverted)) {
      const bool is_inverted = current().is_symbol(inverted);
      lexer_.advance();
      if (plain == '*' && current().is_symbol('*')) {
        fail("'**' is not an operator", "'^' for powers", {current().range.begin - 1, 2});
      }
      if (plain == '*' && operands.size() >= limits_.most_factors) {
        fail("a product of too many factors",
             "at most " + std::to_string(limits_.most_factors),
             current().range);
      }
      operands.push_back({(this->*operand)(), is_inverted});
    }
    if (operands.size() == 1) return operands.front().expression;
    return build(std::move(operands), range_from(begin));
  }

  Expression signed_power() {
    if (!current().is_symbol('-') && !current().is_symbol('+')) return power();
    // "(-x" is one level: the printer encloses signs.
    const bool enclosed = lexer_.previous().is_symbol('(');
    const std::optional<Nesting> nesting =
        enclosed ? std::nullopt : std::optional<Nesting>(std::in_place, *this);
    const std::size_t begin = current().range.begin;
    const bool negative = current().is_symbol('-');
    lexer_.advance();
    Expression operand = signed_power();
    if (!negative) return operand;
    return Expression::negation(std::move(operand), range_from(begin));
  }

  Expression power() {
    const std::size_t begin = current().range.begin;
    Expression base = atom();
    refuse_missing_operator();
    if (!current().is_symbol('^')) return base;
    const Nesting nesting(*this);
    lexer_.advance();
    Expression exponent = signed_power();
    return Expression::power(std::move(base), std::move(exponent), range_from(begin));
  }

  Expression atom() {
    switch (current().kind) {
      case TokenKind::number: return number();
      case TokenKind::name: return name();
      case TokenKind::symbol:
        if (current().is_symbol('(')) return parenthesised();
        break;
      case TokenKind::marks:
        fail("derivative marks must directly follow an unknown", operand_wanted, current().range);
      case TokenKind::end:
        fail(text_.find_first_not_of(" \t\r\n") == std::string_view::npos
                 ? "the expression is empty"
                 : "the expression ends where an operand is wanted",
             operand_wanted,
             current().range);
    }
    fail("'" + std::string(current().text) + "' where an operand is wanted",
         operand_wanted,
         current().range);
  }

  Expression number() {
    const Token token = current();
    const std::optional<Rational> value = Rational::from_decimal(token.text, limits_.most_digits);
    if (!value) {
      fail("this number is too long",
           "at most " + std::to_string(limits_.most_digits) + " digits when written out",
           token.range);
    }
    lexer_.advance();
    return Expression::number(*value).at(token.range);
  }

  Expression parenthesised() {
    const Nesting nesting(*this);
    const TextRange open = current().range;
    lexer_.advance();
    Expression inner = sum();
    close(open);
    return inner;
  }

  void close(TextRange open) {
    if (!current().is_symbol(')')) {
      if (current().kind == TokenKind::end) {
        fail("this '(' is never closed", "a matching ')'", open);
      }
      fail("'" + std::string(current().text) + "' where ')' or an operator is wanted",
           "an operator (+ - * / ^) or ')'",
           current().range);
    }
    lexer_.advance();
  }

  Expression name() {
    const Token token = current();
    const std::string text(token.text);
    lexer_.advance();
    if (text == "pi") return Expression::pi(token.range);
    if (text == "der") return derivative(token);
    if (const auto function = function_named(text)) return call(*function, token);
    const std::optional<Role> role = scope_.find(text);
    if (!role) unknown_name(token);
    if (current().is_symbol('(')) {
      fail("'" + text + "' is not a function",
           "a function name, or '" + text + "*(' for a product",
           token.range);
    }
    Variable variable{*role, text, 0};
    if (current().kind == TokenKind::marks) variable.order = marks_after(token, *role);
    return Expression::variable(std::move(variable), range_from(token.range.begin));
  }

  unsigned marks_after(const Token& name_token, Role role) {
    const Token marks = current();
    refuse_derivative_of(name_token, role, marks.range);
    if (marks.range.begin != name_token.range.begin + name_token.range.length) {
      fail("derivative marks must directly follow the unknown",
           std::string(name_token.text) + std::string(marks.text) + " without a space",
           marks.range);
    }
    if (marks.text.size() > limits_.most_order) {
      fail("this derivative's order is too high",
           "at most order " + std::to_string(limits_.most_order),
           marks.range);
    }
    lexer_.advance();
    return static_cast<unsigned>(marks.text.size());
  }

  static void refuse_derivative_of(const Token& token, Role role, TextRange range) {
    if (role == Role::parameter) {
      fail("'" + std::string(token.text) + "' is a parameter: it is constant",
           "derivatives of unknowns only",
           range);
    }
    if (role == Role::independent) {
      fail("'" + std::string(token.text) + "' is the independent variable",
           "derivatives of unknowns only",
           range);
    }
  }

  [[noreturn]] void unknown_name(const Token& token) {
    const std::string text(token.text);
    if (const std::string why = scope_.why_excluded(text); !why.empty()) {
      fail("'" + text + "' " + why, scope_.describe(), token.range);
    }
    const bool leibniz =
        text.size() > 1 && text.front() == 'd' && scope_.find(text.substr(1)) == Role::unknown;
    if (leibniz) {
      fail("unknown name '" + text + "'",
           "derivatives are written with a mark: " + text.substr(1) + "'",
           token.range);
    }
    const bool called = current().is_symbol('(');
    const std::string near = scope_.suggest(text);
    std::string expected = near.empty() ? std::string() : "did you mean '" + near + "'? ";
    expected += called ? "Functions are " + word_list(function_names(), "and")
                       : (near.empty() ? "" : "Known here: ") + scope_.describe();
    fail((called ? "unknown function '" : "unknown name '") + text + "'", expected, token.range);
  }

  /// der(x), der(x, 4); the word `der` has been read.
  Expression derivative(const Token& word) {
    constexpr const char* form = "der(unknown, order), for instance der(x, 4)";
    if (!current().is_symbol('(')) fail("'der' needs its unknown in parentheses", form, word.range);
    const TextRange open = current().range;
    lexer_.advance();
    const Token unknown = current();
    if (unknown.kind != TokenKind::name) fail("'der' takes an unknown", form, unknown.range);
    lexer_.advance();
    const std::optional<Role> role = scope_.find(std::string(unknown.text));
    if (!role) unknown_name(unknown);
    refuse_derivative_of(unknown, *role, unknown.range);
    unsigned order = 1;
    if (current().is_symbol(',')) {
      lexer_.advance();
      order = derivative_order();
    } else if (!current().is_symbol(')') && current().kind != TokenKind::end) {
      fail("'der' takes an unknown, not an expression", form, current().range);
    }
    close(open);
    return Expression::variable(Variable{*role, std::string(unknown.text), order},
                                range_from(word.range.begin));
  }

  unsigned derivative_order() {
    const Token token = current();
    const auto value = token.kind == TokenKind::number
                           ? Rational::from_decimal(token.text, limits_.most_digits)
                           : std::nullopt;
    const auto order = value ? value->to_int64() : std::nullopt;
    if (!order || *order > limits_.most_order) {
      fail("this is not the order of a derivative",
           "a whole number from 0 to " + std::to_string(limits_.most_order),
           token.range);
    }
    lexer_.advance();
    return static_cast<unsigned>(*order);
  }

  Expression call(Function function, const Token& word) {
    if (!current().is_symbol('(')) {
      fail("'" + std::string(word.text) + "' needs its argument in parentheses",
           std::string(word.text) + "(…)",
           word.range);
    }
    const Nesting nesting(*this);
    const TextRange open = current().range;
    lexer_.advance();
    Expression argument = sum();
    if (current().is_symbol(',')) {
      fail("'" + std::string(word.text) + "' takes one argument",
           std::string(word.text) + "(…) without a comma",
           current().range);
    }
    close(open);
    return Expression::call(function, std::move(argument), range_from(word.range.begin));
  }

  /// `2x`, `x y`, `x(1+y)` and `(a)(b)` are products in a notebook, not here; `(x*y)'` is no
  /// derivative.
  void refuse_missing_operator() const {
    const Token& next = current();
    if (next.kind == TokenKind::marks) {
      fail("derivative marks must directly follow an unknown",
           "x' or der(x, 4); differentiate other expressions by hand",
           next.range);
    }
    if (next.kind == TokenKind::number || next.kind == TokenKind::name || next.is_symbol('(')) {
      fail("an operator is missing before '" + std::string(next.text) + "'",
           "'*' for a product: there is no implicit multiplication",
           next.range);
    }
  }

  void expect_end() const {
    if (current().kind == TokenKind::end) return;
    const bool closing = current().is_symbol(')');
    fail(closing ? "this ')' closes nothing"
                 : "'" + std::string(current().text) + "' is not expected here",
         current().is_symbol(',') ? "a decimal point, if this is a number"
                                  : "an operator (+ - * / ^) or the end",
         current().range);
  }

  std::string_view text_;
  const Scope& scope_;
  ParserLimits limits_;
  Lexer lexer_;
  unsigned nesting_ = 0;
};

}  // namespace

Expression Equation::residual() const {
  return right ? left - *right : left;
}

Expression parse_expression(std::string_view text, const Scope& scope, const ParserLimits& limits) {
  return Parser(text, scope, limits).whole_expression();
}

Equation parse_equation(std::string_view text, const Scope& scope, const ParserLimits& limits) {
  return Parser(text, scope, limits).whole_equation();
}

Variable parse_variable(std::string_view text, const Scope& scope, const ParserLimits& limits) {
  const Expression expression = Parser(text, scope, limits).whole_expression();
  // (x) and +x are expressions, too, but no names.
  const bool is_variable = expression.kind() == Expression::Kind::variable &&
                           text.find_first_of("+") == std::string_view::npos &&
                           !text.starts_with('(');
  if (!is_variable || expression.as_variable().role == Role::parameter) {
    fail("'" + std::string(text) + "' is not an unknown or a derivative of one",
         scope.describe_coordinates(),
         {0, text.size()});
  }
  return expression.as_variable();
}

}  // namespace leafwise::algebra
