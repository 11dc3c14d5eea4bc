// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"

/// Sums and products that leave out zeros and ones and keep signs outside.
namespace leafwise::algebra {

namespace {

bool is_zero(const Expression& expression) {
  return expression.kind() == Expression::Kind::number && expression.value().is_zero();
}

bool is_one(const Expression& expression) {
  return expression.kind() == Expression::Kind::number && expression.value().is_one();
}

/// Appends to an n-ary node of the same kind instead of nesting, so that long derivatives stay
/// flat. `left` may have any kind.
std::vector<Expression::Operand> extended(const Expression& left,
                                          Expression::Kind kind,
                                          Expression::Operand addition) {
  std::vector<Expression::Operand> operands;
  if (left.kind() == kind) {
    operands = left.operands();
  } else {
    operands.push_back({left, false});
  }
  operands.push_back(std::move(addition));
  return operands;
}

}  // namespace

Expression operator-(const Expression& operand) {
  if (operand.kind() == Expression::Kind::negation) return operand.operand(0);
  if (is_zero(operand)) return operand;
  if (operand.kind() == Expression::Kind::product) {
    // −(a·b) reads better as (−a)·b.
    std::vector<Expression::Operand> factors = operand.operands();
    factors.front().expression = -factors.front().expression;
    return Expression::product(std::move(factors), operand.range());
  }
  return Expression::negation(operand);
}

namespace {

/// −u, (−u)·v: adding it is subtracting something simpler.
bool leads_with_minus(const Expression& expression) {
  if (expression.kind() == Expression::Kind::negation) return true;
  return expression.kind() == Expression::Kind::product &&
         expression.operand(0).kind() == Expression::Kind::negation;
}

}  // namespace

Expression operator+(const Expression& left, const Expression& right) {
  if (is_zero(left)) return right;
  if (is_zero(right)) return left;
  if (leads_with_minus(right)) return left - (-right);
  return Expression::sum(extended(left, Expression::Kind::sum, {right, false}));
}

Expression operator-(const Expression& left, const Expression& right) {
  if (is_zero(left)) return -right;
  if (is_zero(right)) return left;
  if (leads_with_minus(right)) return left + (-right);
  return Expression::sum(extended(left, Expression::Kind::sum, {right, true}));
}

Expression operator*(const Expression& left, const Expression& right) {
  if (is_zero(left) || is_one(right)) return left;
  if (is_zero(right) || is_one(left)) return right;
  if (left.kind() == Expression::Kind::negation) return -(left.operand(0) * right);
  if (right.kind() == Expression::Kind::negation) return -(left * right.operand(0));
  return Expression::product(extended(left, Expression::Kind::product, {right, false}));
}

Expression operator/(const Expression& left, const Expression& right) {
  if (is_one(right)) return left;
  // 0/0 is kept as written: it has no value, and evaluation reports this.
  if (is_zero(left) && !is_zero(right)) return left;
  if (left.kind() == Expression::Kind::negation) return -(left.operand(0) / right);
  return Expression::product(extended(left, Expression::Kind::product, {right, true}));
}

}  // namespace leafwise::algebra
