// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "expression/parser_impl.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::algebra::detail {

namespace {

/// What people bring from other languages, and what to write here.
struct Foreign {
  std::string_view name;
  std::string_view hint;
};

constexpr std::array<Foreign, 24> foreign_names = {{
    {"ln", "log(…), which is natural"},
    {"log10", "log(…)/log(10), with the number log(10) as a parameter: 2.302585092994046"},
    {"log2", "log(…)/log(2), with the number log(2) as a parameter: 0.6931471805599453"},
    {"pow", "x^2 for pow(x, 2)"},
    {"sqr", "x^2"},
    {"cbrt", "an unknown w with w^3 = x"},
    {"asin", "an unknown angle phi with sin(phi) = …"},
    {"acos", "an unknown angle phi with cos(phi) = …"},
    {"arcsin", "an unknown angle phi with sin(phi) = …"},
    {"arccos", "an unknown angle phi with cos(phi) = …"},
    {"atan2", "an unknown angle phi with x*sin(phi) = y*cos(phi)"},
    {"arctan", "atan(…)"},
    {"tg", "tan(…)"},
    {"cot", "cos(…)/sin(…)"},
    {"sec", "1/cos(…)"},
    {"csc", "1/sin(…)"},
    {"coth", "1/tanh(…)"},
    {"abs", "sqrt(x^2), or one side of it: functions with corners are not available"},
    {"sign", "tanh(…/eps) with a small eps: functions with jumps are not available"},
    {"sgn", "tanh(…/eps) with a small eps: functions with jumps are not available"},
    {"max", "functions with corners are not available"},
    {"min", "functions with corners are not available"},
    {"if", "cases are not available: one problem file for each, or a smooth function"},
    {"Pi", "pi, in small letters"},
}};

std::string hint_for(const std::string& name) {
  for (const Foreign& foreign : foreign_names) {
    if (foreign.name == name) return std::string(foreign.hint);
  }
  return {};
}

}  // namespace

Expression Parser::name() {
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
         "'" + text + "' alone, without an argument; or '" + text + "*(' for a product",
         token.range);
  }
  Variable variable{*role, text, 0};
  if (current().kind == TokenKind::marks) variable.order = marks_after(token, *role);
  return Expression::variable(std::move(variable), range_from(token.range.begin));
}

unsigned Parser::marks_after(const Token& name_token, Role role) {
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

void Parser::refuse_derivative_of(const Token& token, Role role, TextRange range) {
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

void Parser::unknown_name(const Token& token) {
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
  const std::string kind = called ? "unknown function '" : "unknown name '";
  if (const std::string hint = hint_for(text); !hint.empty()) {
    fail(kind + text + "'", hint, token.range);
  }
  const std::string near = scope_.suggest(text);
  std::string expected = near.empty() ? std::string() : "did you mean '" + near + "'? ";
  expected += called ? "Functions are " + word_list(function_names(), "and")
                     : (near.empty() ? "" : "Known here: ") + scope_.describe();
  fail(kind + text + "'", expected, token.range);
}

/// der(x), der(x, 4); the word `der` has been read.
Expression Parser::derivative(const Token& word) {
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

unsigned Parser::derivative_order() {
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

Expression Parser::call(Function function, const Token& word) {
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

}  // namespace leafwise::algebra::detail
