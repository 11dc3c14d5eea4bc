// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/expression.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

namespace {

struct NamedFunction {
  Function function;
  std::string_view name;
};

constexpr std::array<NamedFunction, 10> functions = {{
    {Function::atan, "atan"},
    {Function::cos, "cos"},
    {Function::cosh, "cosh"},
    {Function::exp, "exp"},
    {Function::log, "log"},
    {Function::sin, "sin"},
    {Function::sinh, "sinh"},
    {Function::sqrt, "sqrt"},
    {Function::tan, "tan"},
    {Function::tanh, "tanh"},
}};

}  // namespace

std::string_view name_of(Function function) {
  const auto* found = std::find_if(functions.begin(), functions.end(), [&](const auto& entry) {
    return entry.function == function;
  });
  LEAFWISE_DEMAND(found != functions.end());
  return found->name;
}

std::optional<Function> function_named(std::string_view name) {
  const auto* found = std::find_if(
      functions.begin(), functions.end(), [&](const auto& entry) { return entry.name == name; });
  if (found == functions.end()) return std::nullopt;
  return found->function;
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    all.reserve(functions.size());
    for (const NamedFunction& entry : functions) all.emplace_back(entry.name);
    return all;
  }();
  return names;
}

struct Expression::Node {
  Kind kind = Kind::number;
  Rational value;
  Variable variable;
  Function function = Function::sin;
  std::vector<Operand> operands;
  TextRange range;
  unsigned nesting = 0;
  std::size_t size = 1;
};

Expression::Expression(Node&& node) {
  constexpr std::size_t most_size = std::size_t{1} << 40U;
  node.nesting = 0;
  node.size = 1;
  for (const Operand& operand : node.operands) {
    node.nesting = std::max(node.nesting, operand.expression.nesting() + 1);
    node.size = std::min(most_size, node.size + operand.expression.size());
  }
  node_ = std::make_shared<const Node>(std::move(node));
}

Expression::Expression() {
  static const std::shared_ptr<const Node> zero = std::make_shared<const Node>();
  node_ = zero;
}

Expression Expression::number(const Rational& value) {
  if (value.sign() < 0) return negation(number(-value));
  if (!value.to_decimal()) {
    return product({{number(value.numerator()), false}, {number(value.denominator()), true}});
  }
  Node node;
  node.value = value;
  return Expression(std::move(node));
}

Expression Expression::pi(TextRange range) {
  Node node;
  node.kind = Kind::pi;
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::variable(Variable variable, TextRange range) {
  Node node;
  node.kind = Kind::variable;
  node.variable = std::move(variable);
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::sum(std::vector<Operand> operands, TextRange range) {
  LEAFWISE_DEMAND(operands.size() >= 2 && !operands.front().inverted);
  Node node;
  node.kind = Kind::sum;
  node.operands = std::move(operands);
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::product(std::vector<Operand> operands, TextRange range) {
  LEAFWISE_DEMAND(operands.size() >= 2 && !operands.front().inverted);
  Node node;
  node.kind = Kind::product;
  node.operands = std::move(operands);
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::negation(Expression operand, TextRange range) {
  Node node;
  node.kind = Kind::negation;
  node.operands.push_back({std::move(operand), false});
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::power(Expression base, Expression exponent, TextRange range) {
  Node node;
  node.kind = Kind::power;
  node.operands.push_back({std::move(base), false});
  node.operands.push_back({std::move(exponent), false});
  node.range = range;
  return Expression(std::move(node));
}

Expression Expression::call(Function function, Expression argument, TextRange range) {
  Node node;
  node.kind = Kind::call;
  node.function = function;
  node.operands.push_back({std::move(argument), false});
  node.range = range;
  return Expression(std::move(node));
}

Expression::Kind Expression::kind() const noexcept {
  return node_->kind;
}

const Rational& Expression::value() const {
  LEAFWISE_DEMAND(kind() == Kind::number);
  return node_->value;
}

const Variable& Expression::as_variable() const {
  LEAFWISE_DEMAND(kind() == Kind::variable);
  return node_->variable;
}

Function Expression::function() const {
  LEAFWISE_DEMAND(kind() == Kind::call);
  return node_->function;
}

const std::vector<Expression::Operand>& Expression::operands() const noexcept {
  return node_->operands;
}

const Expression& Expression::operand(std::size_t index) const {
  LEAFWISE_DEMAND(index < node_->operands.size());
  return node_->operands[index].expression;
}

unsigned Expression::nesting() const noexcept {
  return node_->nesting;
}

std::size_t Expression::size() const noexcept {
  return node_->size;
}

TextRange Expression::range() const noexcept {
  return node_->range;
}

Expression Expression::at(TextRange range) const {
  Node copy = *node_;
  copy.range = range;
  return Expression(std::move(copy));
}

bool operator==(const Expression& left, const Expression& right) {
  if (left.node_ == right.node_) return true;
  if (left.kind() != right.kind()) return false;
  switch (left.kind()) {
    case Expression::Kind::number: return left.value() == right.value();
    case Expression::Kind::pi: return true;
    case Expression::Kind::variable: return left.as_variable() == right.as_variable();
    case Expression::Kind::call:
      return left.function() == right.function() && left.operands() == right.operands();
    default: return left.operands() == right.operands();
  }
}

bool is_number(const Expression& expression, const Rational& value) {
  if (expression.kind() == Expression::Kind::negation) {
    return is_number(expression.operand(0), -value);
  }
  return expression.kind() == Expression::Kind::number && expression.value() == value;
}

}  // namespace leafwise::algebra
