// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/polynomialiser.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "expression/lexer.hpp"
#include "expression/polynomialiser_impl.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"

namespace leafwise::algebra {

using detail::fail;
using Kind = Expression::Kind;

Polynomialiser::Polynomialiser(std::set<std::string> taken,
                               std::map<std::string, Expression> parameters,
                               const PolynomialLimits& limits)
    : impl_(std::make_unique<Impl>(std::move(taken), std::move(parameters), limits)) {}

Polynomialiser::~Polynomialiser() = default;
Polynomialiser::Polynomialiser(Polynomialiser&&) noexcept = default;
Polynomialiser& Polynomialiser::operator=(Polynomialiser&&) noexcept = default;

Polynomial Polynomialiser::convert(const Expression& expression) {
  return impl_->convert(expression);
}

const std::vector<Auxiliary>& Polynomialiser::auxiliaries() const noexcept {
  return impl_->table().all();
}

std::vector<AuxiliaryRelation> Polynomialiser::relations() const {
  return impl_->table().relations();
}

unsigned Polynomialiser::added_constants() const {
  return impl_->table().added_constants();
}

Expression Polynomialiser::restore(const Polynomial& polynomial) const {
  return impl_->table().restored(polynomial);
}

namespace {

/// Whether a short expression is a number with π in it.
bool is_number_with_pi(const Expression& expression) {
  constexpr std::size_t longest = 64;
  std::vector<Expression> rest{expression};
  bool has_pi = false;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Expression next = rest[i];
    if (next.kind() == Kind::variable || rest.size() > longest) return false;
    has_pi = has_pi || next.kind() == Kind::pi;
    for (const Expression::Operand& operand : next.operands()) rest.push_back(operand.expression);
  }
  return has_pi;
}

/// cos(pi/3) is 1/2: sines, cosines and tangents of the angles that people write are algebraic.
std::optional<Surd> value_at_angle(const Expression& call) {
  const Function function = call.function();
  const bool is_circular =
      function == Function::sin || function == Function::cos || function == Function::tan;
  if (!is_circular || !is_number_with_pi(call.operand(0))) return std::nullopt;
  return exact_value(call);
}

}  // namespace

Polynomial Polynomialiser::Impl::convert(const Expression& expression) {
  switch (expression.kind()) {
    case Kind::number: return Polynomial(expression.value());
    case Kind::pi:
      fail("pi is not an algebraic number, and numbers are exact here",
           "a parameter with a decimal value, pi_value = 3.141592653589793; sines and cosines of "
           "multiples of 15 degrees, as cos(pi/6), are exact",
           expression.range());
    case Kind::variable: return of_variable(expression.as_variable());
    case Kind::negation: return -convert(expression.operand(0));
    case Kind::sum: return of_sum(expression);
    case Kind::product: return of_product(expression);
    case Kind::power: return of_power(expression);
    case Kind::call:
      if (const std::optional<Surd> value = value_at_angle(expression)) {
        return from_surd(*value, expression);
      }
      break;
  }
  Polynomial result = of_call(expression);
  check_auxiliaries(expression.range());
  return result;
}

void Polynomialiser::Impl::check_auxiliaries(TextRange range) const {
  if (table_.all().size() <= limits_.most_auxiliaries) return;
  fail("more than " + std::to_string(limits_.most_auxiliaries) +
           " auxiliary unknowns would be needed",
       "fewer different functions and divisions",
       range);
}

Polynomial Polynomialiser::Impl::of_variable(const Variable& variable) {
  const auto value =
      variable.role == Role::parameter ? parameters_.find(variable.name) : parameters_.end();
  if (value == parameters_.end()) return Polynomial(variable);
  const auto known = parameter_values_.find(variable.name);
  if (known != parameter_values_.end()) return known->second;
  Polynomial polynomial = convert(value->second);
  return parameter_values_.emplace(variable.name, std::move(polynomial)).first->second;
}

Polynomial Polynomialiser::Impl::of_sum(const Expression& expression) {
  Polynomial result;
  for (const Expression::Operand& operand : expression.operands()) {
    const Polynomial term = convert(operand.expression);
    if (operand.inverted) {
      result -= term;
    } else {
      result += term;
    }
  }
  check_size(result, expression.range());
  return result;
}

Polynomial Polynomialiser::Impl::of_product(const Expression& expression) {
  // Factors first: in x/x·0 and 0/x nothing is divided in the end, yet the division is written.
  Polynomial result = Rational(1);
  for (const Expression::Operand& operand : expression.operands()) {
    if (!operand.inverted) {
      result = product(result, convert(operand.expression), expression.range());
      continue;
    }
    // 1/uⁿ through 1/u, so that all powers of u share one auxiliary.
    const Expression& divisor = operand.expression;
    const bool is_power = divisor.kind() == Kind::power;
    const Expression base = is_power ? divisor.operand(0) : divisor;
    const Expression exponent = is_power ? divisor.operand(1) : Expression::number(1);
    const Expression inverse = Expression::power(
        base, Expression::negation(exponent).at(exponent.range()), divisor.range());
    result = product(result, of_power(inverse), expression.range());
  }
  check_auxiliaries(expression.range());
  return result;
}

/// Parameters replaced by their values, and those in the values too: they end in numbers, so this
/// ends.
Expression Polynomialiser::Impl::resolved(const Expression& expression) const {
  Expression current = expression;
  while (true) {
    Expression next = substitute(current, [this](const Variable& variable) {
      const auto value = parameters_.find(variable.name);
      const bool known = variable.role == Role::parameter && value != parameters_.end();
      return known ? std::optional<Expression>(value->second) : std::nullopt;
    });
    if (next.identity() == current.identity()) return current;
    current = std::move(next);
  }
}

Polynomial Polynomialiser::Impl::of_power(const Expression& expression) {
  const Expression& base = expression.operand(0);
  const Expression exponent_place = resolved(expression.operand(1));
  const Exponent exponent = detail::with_range(expression.operand(1).range(),
                                               [&] { return exponent_value(exponent_place); });
  Polynomial value = convert(base);
  if (!exponent.is_integer()) value = root(value, base);
  if (exponent.halves < 0) {
    const bool is_root = !exponent.is_integer();
    value =
        reciprocal(value, is_root ? Expression::call(Function::sqrt, base, base.range()) : base);
  }
  const std::int64_t times = std::abs(exponent.halves) / (exponent.is_integer() ? 2 : 1);
  return power(value, times, expression.range());
}

Polynomial Polynomialiser::Impl::of_call(const Expression& expression) {
  const Polynomial argument = convert(expression.operand(0));
  if (expression.function() == Function::sqrt) return root(argument, expression.operand(0));
  if (argument.terms().size() > limits_.most_argument_terms) {
    fail("the argument of this function expands to too many terms",
         "at most " + std::to_string(limits_.most_argument_terms),
         expression.range());
  }
  return function_of(expression.function(), argument, expression);
}

namespace {

/// What multiplying a polynomial by one term costs: its terms, with the lengths of their monomials
/// and names.
std::size_t weight(const Polynomial& polynomial) {
  std::size_t weight = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    weight += 1 + coefficient.bits() / 64;
    for (const Monomial::Factor& factor : monomial.factors()) {
      weight += 1 + factor.variable.name.size() / 32;
    }
  }
  return weight;
}

}  // namespace

Polynomial Polynomialiser::Impl::product(const Polynomial& left,
                                         const Polynomial& right,
                                         TextRange range) {
  work_ += weight(left) * right.terms().size() + weight(right) * left.terms().size();
  if (work_ > limits_.most_work) {
    fail("too much to expand, here or before", "smaller powers of sums, fewer terms", range);
  }
  Polynomial result = reduced(left * right);
  check_size(result, range);
  return result;
}

Polynomial Polynomialiser::Impl::power(const Polynomial& base,
                                       std::int64_t exponent,
                                       TextRange range) {
  const auto degree = static_cast<std::int64_t>(base.degree());
  if (degree > 0 && exponent > static_cast<std::int64_t>(limits_.most_degree) / degree) {
    fail("this power has degree " + std::to_string(degree) + "*" + std::to_string(exponent),
         "polynomials of degree at most " + std::to_string(limits_.most_degree),
         range);
  }
  std::size_t bits = 0;
  for (const auto& [monomial, coefficient] : base.terms()) {
    bits = std::max(bits, coefficient.bits());
  }
  // |±1|ⁿ does not grow, everything else at least doubles.
  if (bits > 1 && static_cast<std::size_t>(exponent) > limits_.most_bits / bits) {
    fail("this power has too many digits",
         "numbers of at most " + std::to_string(limits_.most_bits) + " bits",
         range);
  }
  Polynomial result = Rational(1);
  Polynomial square = base;
  for (std::int64_t rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = product(result, square, range);
    if (rest > 1) square = product(square, square, range);
  }
  return result;
}

/// x³·(1/x)² = x
Monomial Polynomialiser::Impl::without_inverses(const Monomial& monomial) const {
  Monomial result = monomial;
  for (const Monomial::Factor& factor : monomial.factors()) {
    const auto inverse =
        factor.variable.order == 0 ? inverses_.find(factor.variable.name) : inverses_.end();
    if (inverse == inverses_.end() || factor.variable.role != Role::unknown) continue;
    const Variable& base = inverse->second;
    const unsigned above = monomial.exponent_of(base);
    const unsigned common = std::min(above, factor.exponent);
    if (common == 0) continue;
    result = result.without(base).without(factor.variable);
    if (above > common) result = result * Monomial(base, above - common);
    if (factor.exponent > common) {
      result = result * Monomial(factor.variable, factor.exponent - common);
    }
  }
  return result;
}

Polynomial Polynomialiser::Impl::reduced(const Polynomial& polynomial) const {
  if (prime_roots_.empty() && inverses_.empty()) return polynomial;
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational factor = coefficient;
    Monomial rest;
    for (const Monomial::Factor& part : monomial.factors()) {
      const auto prime = part.variable.role == Role::unknown && part.variable.order == 0
                             ? prime_roots_.find(part.variable.name)
                             : prime_roots_.end();
      if (prime == prime_roots_.end()) {
        rest = rest * Monomial(part.variable, part.exponent);
        continue;
      }
      factor *= prime->second.pow(part.exponent / 2);
      if (part.exponent % 2 == 1) rest = rest * Monomial(part.variable);
    }
    result += Polynomial::term(std::move(factor), without_inverses(rest));
  }
  return result;
}

void Polynomialiser::Impl::check_size(const Polynomial& polynomial, TextRange range) const {
  if (polynomial.terms().size() > limits_.most_terms) {
    fail("this expands to more than " + std::to_string(limits_.most_terms) + " terms",
         "a smaller power of a sum, or fewer terms",
         range);
  }
  if (polynomial.degree() > limits_.most_degree) {
    fail("this expands to degree " + std::to_string(polynomial.degree()),
         "polynomials of degree at most " + std::to_string(limits_.most_degree),
         range);
  }
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient.bits() <= limits_.most_bits) continue;
    fail("this expands to a number with too many digits",
         "numbers of at most " + std::to_string(limits_.most_bits) + " bits",
         range);
  }
}

}  // namespace leafwise::algebra
