// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/polynomial.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

Monomial::Monomial(Variable variable, unsigned exponent) {
  LEAFWISE_DEMAND(exponent > 0);
  degree_ = exponent;
  order_ = variable.order;
  factors_.push_back({std::move(variable), exponent});
}

unsigned Monomial::exponent_of(const Variable& variable) const noexcept {
  for (const Factor& factor : factors_) {
    if (factor.variable == variable) return factor.exponent;
  }
  return 0;
}

Monomial Monomial::without(const Variable& variable) const {
  Monomial result = *this;
  std::erase_if(result.factors_, [&](const Factor& factor) { return factor.variable == variable; });
  result.degree_ = 0;
  result.order_ = 0;
  for (const Factor& factor : result.factors_) {
    result.degree_ += factor.exponent;
    result.order_ = std::max(result.order_, factor.variable.order);
  }
  return result;
}

Monomial operator*(const Monomial& left, const Monomial& right) {
  Monomial result;
  result.degree_ = left.degree_ + right.degree_;
  result.order_ = std::max(left.order_, right.order_);
  result.factors_.reserve(left.factors_.size() + right.factors_.size());
  auto a = left.factors_.begin();
  auto b = right.factors_.begin();
  while (a != left.factors_.end() && b != right.factors_.end()) {
    const std::strong_ordering order = a->variable <=> b->variable;
    if (order == 0) {
      result.factors_.push_back({a->variable, a->exponent + b->exponent});
      ++a;
      ++b;
    } else {
      result.factors_.push_back(order < 0 ? *a++ : *b++);
    }
  }
  result.factors_.insert(result.factors_.end(), a, left.factors_.end());
  result.factors_.insert(result.factors_.end(), b, right.factors_.end());
  return result;
}

std::strong_ordering operator<=>(const Monomial& left, const Monomial& right) noexcept {
  if (const auto order = right.order_ <=> left.order_; order != 0) return order;
  if (const auto degree = right.degree_ <=> left.degree_; degree != 0) return degree;
  // x^2 before x*y: the larger exponent of the first variable that differs comes first.
  auto a = left.factors_.begin();
  auto b = right.factors_.begin();
  for (; a != left.factors_.end() && b != right.factors_.end(); ++a, ++b) {
    if (const auto name = a->variable <=> b->variable; name != 0) return name;
    if (const auto exponent = b->exponent <=> a->exponent; exponent != 0) return exponent;
  }
  return left.factors_.size() <=> right.factors_.size();
}

Polynomial::Polynomial(Rational constant) {
  if (!constant.is_zero()) terms_.emplace(Monomial(), std::move(constant));
}

Polynomial::Polynomial(Variable variable) {
  terms_.emplace(Monomial(std::move(variable)), Rational(1));
}

Polynomial Polynomial::term(Rational coefficient, Monomial monomial) {
  Polynomial result;
  if (!coefficient.is_zero()) result.terms_.emplace(std::move(monomial), std::move(coefficient));
  return result;
}

bool Polynomial::is_constant() const noexcept {
  return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.factors().empty());
}

Rational Polynomial::constant_value() const {
  LEAFWISE_DEMAND(is_constant());
  return terms_.empty() ? Rational() : terms_.begin()->second;
}

unsigned Polynomial::degree() const noexcept {
  unsigned degree = 0;
  for (const auto& [monomial, coefficient] : terms_) degree = std::max(degree, monomial.degree());
  return degree;
}

std::set<Variable> Polynomial::variables() const {
  std::set<Variable> variables;
  for (const auto& [monomial, coefficient] : terms_) {
    for (const Monomial::Factor& factor : monomial.factors()) variables.insert(factor.variable);
  }
  return variables;
}

Rational Polynomial::content() const {
  Rational content;
  for (const auto& [monomial, coefficient] : terms_) content = gcd(content, coefficient);
  return content;
}

Polynomial Polynomial::primitive() const {
  if (is_zero()) return *this;
  const Rational sign = terms_.begin()->second.sign();
  Polynomial result = *this;
  return result *= sign / content();
}

void Polynomial::add_term(const Monomial& monomial, const Rational& coefficient) {
  const auto [entry, is_new] = terms_.try_emplace(monomial, coefficient);
  if (is_new) return;
  entry->second += coefficient;
  if (entry->second.is_zero()) terms_.erase(entry);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  if (&other == this) return *this *= Rational(2);
  for (const auto& [monomial, coefficient] : other.terms_) add_term(monomial, coefficient);
  return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
  if (&other == this) {
    terms_.clear();
    return *this;
  }
  for (const auto& [monomial, coefficient] : other.terms_) add_term(monomial, -coefficient);
  return *this;
}

Polynomial& Polynomial::operator*=(const Rational& factor) {
  if (factor.is_one()) return *this;
  if (factor.is_zero()) terms_.clear();
  for (auto& [monomial, coefficient] : terms_) coefficient *= factor;
  return *this;
}

Polynomial Polynomial::operator-() const {
  Polynomial result = *this;
  for (auto& [monomial, coefficient] : result.terms_) coefficient = -coefficient;
  return result;
}

Polynomial operator*(const Polynomial& left, const Polynomial& right) {
  // Most products are by a number: monomials stay as they are.
  if (left.is_constant()) return Polynomial(right) *= left.constant_value();
  if (right.is_constant()) return Polynomial(left) *= right.constant_value();
  Polynomial result;
  for (const auto& [left_monomial, left_coefficient] : left.terms_) {
    for (const auto& [right_monomial, right_coefficient] : right.terms_) {
      result.add_term(left_monomial * right_monomial, left_coefficient * right_coefficient);
    }
  }
  return result;
}

Polynomial Polynomial::pow(unsigned exponent) const {
  Polynomial result = Rational(1);
  Polynomial square = *this;
  for (unsigned rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = result * square;
    if (rest > 1) square = square * square;
  }
  return result;
}

Polynomial Polynomial::derivative(const Variable& variable) const {
  Polynomial result;
  for (const auto& [monomial, coefficient] : terms_) {
    const unsigned exponent = monomial.exponent_of(variable);
    if (exponent == 0) continue;
    Monomial lowered = monomial.without(variable);
    if (exponent > 1) lowered = lowered * Monomial(variable, exponent - 1);
    result.add_term(lowered, coefficient * Rational(exponent));
  }
  return result;
}

Polynomial Polynomial::total_derivative() const {
  Polynomial result;
  for (const Variable& variable : variables()) {
    if (variable.role == Role::parameter) continue;
    const Polynomial change = derivative(variable);
    result += variable.role == Role::independent ? change : change * Polynomial(next_jet(variable));
  }
  return result;
}

namespace {

/// The monomial times |coefficient|.
Expression term_expression(const Monomial& monomial, const Rational& coefficient) {
  Expression product = Expression::number(abs(coefficient));
  for (const Monomial::Factor& factor : monomial.factors()) {
    const Expression variable = Expression::variable(factor.variable);
    product = product * (factor.exponent == 1
                             ? variable
                             : Expression::power(variable, Expression::number(factor.exponent)));
  }
  return product;
}

}  // namespace

Expression to_expression(const Polynomial& polynomial) {
  // Collected first: adding one by one would copy the sum each time.
  std::vector<Expression::Operand> terms;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    terms.push_back({term_expression(monomial, coefficient), coefficient.sign() < 0});
  }
  if (terms.empty()) return {};
  if (terms.front().inverted) terms.front() = {-terms.front().expression, false};
  if (terms.size() == 1) return terms.front().expression;
  return Expression::sum(std::move(terms));
}

std::string to_string(const Polynomial& polynomial) {
  return to_string(to_expression(polynomial));
}

std::map<std::string, unsigned> orders_of(const Polynomial& polynomial) {
  std::map<std::string, unsigned> orders;
  for (const Variable& variable : polynomial.variables()) {
    if (variable.role != Role::unknown) continue;
    unsigned& order = orders[variable.name];
    order = std::max(order, variable.order);
  }
  return orders;
}

}  // namespace leafwise::algebra
