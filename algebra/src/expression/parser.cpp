// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/parser.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expression/parser_impl.hpp"

namespace leafwise::algebra {

namespace detail {

Expression Parser::whole_expression() {
  Expression result = sum();
  if (current().is_symbol('=')) {
    fail("an expression is expected here, not an equation",
         "no '=' in this place: x - 2 where x = 2 is meant",
         current().range);
  }
  expect_end();
  return result;
}

Equation Parser::whole_equation() {
  Equation equation{sum(), std::nullopt};
  if (current().is_symbol('=')) {
    lexer_.advance();
    if (current().is_symbol('=')) {
      fail("'==' is not part of an equation", "a single '='", {current().range.begin - 1, 2});
    }
    equation.right = sum();
    if (current().is_symbol('=')) {
      fail("a second '=' in one equation", "at most one '='; write two equations", current().range);
    }
  }
  expect_end();
  return equation;
}

Expression Parser::chain(char plain, char inverted, Level operand, Builder build) {
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

Expression Parser::signed_power() {
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

Expression Parser::power() {
  const std::size_t begin = current().range.begin;
  Expression base = atom();
  refuse_missing_operator();
  if (!current().is_symbol('^')) return base;
  const Nesting nesting(*this);
  lexer_.advance();
  Expression exponent = signed_power();
  return Expression::power(std::move(base), std::move(exponent), range_from(begin));
}

Expression Parser::atom() {
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
               : "the expression ends where an operand is expected",
           operand_wanted,
           current().range);
  }
  fail("'" + std::string(current().text) + "' where an operand is expected",
       operand_wanted,
       current().range);
}

Expression Parser::number() {
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

Expression Parser::parenthesised() {
  const Nesting nesting(*this);
  const TextRange open = current().range;
  lexer_.advance();
  Expression inner = sum();
  close(open);
  return inner;
}

void Parser::close(TextRange open) {
  if (!current().is_symbol(')')) {
    if (current().kind == TokenKind::end) {
      fail("this '(' is never closed", "a matching ')'", open);
    }
    fail("'" + std::string(current().text) + "' where ')' or an operator is expected",
         "an operator (+ - * / ^) or ')'",
         current().range);
  }
  lexer_.advance();
}

void Parser::refuse_missing_operator() const {
  const Token& next = current();
  if (next.kind == TokenKind::marks) {
    fail("derivative marks must directly follow an unknown",
         "x' or der(x, 4); differentiate other expressions by hand",
         next.range);
  }
  if (next.kind == TokenKind::number || next.kind == TokenKind::name || next.is_symbol('(')) {
    const bool after_number = lexer_.previous().kind == TokenKind::number;
    fail("an operator is missing before '" + std::string(next.text) + "'",
         lexer_.previous().kind == TokenKind::marks
             ? "unknowns are written without their argument: x', not x'(t)"
         : after_number && next.kind == TokenKind::name
             ? "'*' for a product; numbers have no units"
             : "'*' for a product: there is no implicit multiplication",
         next.range);
  }
}

void Parser::expect_end() const {
  if (current().kind == TokenKind::end) return;
  const bool closing = current().is_symbol(')');
  fail(closing ? "this ')' closes nothing"
               : "'" + std::string(current().text) + "' is not expected here",
       current().is_symbol(',') ? "a decimal point, if this is a number"
                                : "an operator (+ - * / ^) or the end",
       current().range);
}

}  // namespace detail

using detail::fail;
using detail::Parser;

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
