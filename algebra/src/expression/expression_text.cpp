// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/expression.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

namespace {

using Kind = Expression::Kind;

/// How tightly the outermost operator of an expression binds; a looser one needs parentheses.
enum class Binding { sum, product, sign, power, atom };

Binding binding_of(const Expression& expression) {
  switch (expression.kind()) {
    case Kind::sum: return Binding::sum;
    case Kind::product: return Binding::product;
    case Kind::negation: return Binding::sign;
    case Kind::power: return Binding::power;
    default: return Binding::atom;
  }
}

void print(const Expression& expression, std::string& text);

void print_at_least(const Expression& expression, Binding loosest, std::string& text) {
  const bool enclosed = binding_of(expression) < loosest;
  if (enclosed) text += '(';
  print(expression, text);
  if (enclosed) text += ')';
}

/// Operators of one level are left-associative and n-ary: an operand of the same level had
/// parentheses in the text.
void print_operands(const Expression& expression,
                    std::string_view plain,
                    std::string_view inverted,
                    Binding loosest,
                    std::string& text) {
  bool first = true;
  for (const Expression::Operand& operand : expression.operands()) {
    if (!first) text += operand.inverted ? inverted : plain;
    // `a + -b` and `a*-b` could be parsed, but are unusual.
    const bool hard_to_read = !first && operand.expression.kind() == Kind::negation;
    print_at_least(operand.expression, hard_to_read ? Binding::power : loosest, text);
    first = false;
  }
}

void print_power(const Expression& expression, std::string& text) {
  print_at_least(expression.operand(0), Binding::atom, text);
  text += '^';
  const Expression& exponent = expression.operand(1);
  // `^` is right-associative and takes a signed exponent: x^y^z and x^-2 need no parentheses.
  const bool signed_atom =
      exponent.kind() == Kind::negation && binding_of(exponent.operand(0)) == Binding::atom;
  print_at_least(exponent, signed_atom ? Binding::sign : Binding::power, text);
}

void print(const Expression& expression, std::string& text) {
  switch (expression.kind()) {
    case Kind::number: {
      const std::optional<std::string> decimal = expression.value().to_decimal();
      LEAFWISE_DEMAND(decimal.has_value());
      text += *decimal;
      return;
    }
    case Kind::pi: text += "pi"; return;
    case Kind::variable: text += to_string(expression.as_variable()); return;
    case Kind::negation:
      text += '-';
      print_at_least(expression.operand(0), Binding::power, text);
      return;
    case Kind::sum: print_operands(expression, " + ", " - ", Binding::product, text); return;
    case Kind::product: print_operands(expression, "*", "/", Binding::sign, text); return;
    case Kind::power: print_power(expression, text); return;
    case Kind::call:
      text += name_of(expression.function());
      text += '(';
      print(expression.operand(0), text);
      text += ')';
      return;
  }
}

}  // namespace

std::string to_string(const Expression& expression) {
  std::string text;
  print(expression, text);
  return text;
}

}  // namespace leafwise::algebra
