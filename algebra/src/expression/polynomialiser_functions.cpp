// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include "expression/lexer.hpp"
#include "expression/polynomialiser_impl.hpp"
#include "leafwise/algebra/constant.hpp"

namespace leafwise::algebra {

using detail::fail;

namespace {

bool all_negative(const Polynomial& polynomial) {
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), [](const auto& term) {
    return term.second.sign() < 0;
  });
}

bool is_odd(Function function) {
  return function != Function::cos && function != Function::cosh && function != Function::exp &&
         function != Function::log;
}

/// Two forms of one thing: the first unless it is much longer than what the user wrote.
Expression shorter(const Expression& normal, const Expression& built) {
  return normal.size() <= built.size() + 4 ? normal : built;
}

AuxiliaryKind kind_of(Function function) {
  switch (function) {
    case Function::sin: return AuxiliaryKind::sine;
    case Function::cos: return AuxiliaryKind::cosine;
    case Function::tan: return AuxiliaryKind::tangent;
    case Function::exp: return AuxiliaryKind::exponential;
    case Function::log: return AuxiliaryKind::logarithm;
    case Function::tanh: return AuxiliaryKind::hyperbolic_tangent;
    case Function::sinh: return AuxiliaryKind::hyperbolic_sine;
    case Function::cosh: return AuxiliaryKind::hyperbolic_cosine;
    case Function::atan: return AuxiliaryKind::arctangent;
    case Function::sqrt: break;
  }
  return AuxiliaryKind::root;
}

}  // namespace

Polynomial Polynomialiser::Impl::found_or_added(AuxiliaryKind kind,
                                                const Polynomial& u,
                                                const Expression& original) {
  const std::optional<std::size_t> index = table_.find(kind, u);
  return table_.as_polynomial(index ? *index : table_.add(kind, u, original));
}

std::optional<Surd> Polynomialiser::Impl::as_surd(const Polynomial& polynomial) const {
  Surd result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Surd term = coefficient;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto prime = factor.variable.role == Role::unknown
                             ? prime_roots_.find(factor.variable.name)
                             : prime_roots_.end();
      if (prime == prime_roots_.end()) return std::nullopt;
      term = term * *Surd::sqrt(prime->second);
    }
    result += term;
  }
  return result;
}

/// Primes met before are divided out first: what is left comes from one root, and is small.
std::vector<Rational> Polynomialiser::Impl::primes_of(const Rational& squarefree) const {
  std::vector<Rational> primes;
  Rational rest = squarefree;
  for (const auto& [name, prime] : prime_roots_) {
    const Rational quotient = rest / prime;
    if (!quotient.is_integer()) continue;
    primes.push_back(prime);
    rest = quotient;
  }
  const std::vector<Rational> others = prime_factors(rest);
  primes.insert(primes.end(), others.begin(), others.end());
  return primes;
}

Polynomial Polynomialiser::Impl::from_surd(const Surd& surd, const Expression& place) {
  Polynomial result;
  for (const auto& [radicand, coefficient] : surd.terms()) {
    Polynomial term = coefficient;
    for (const Rational& prime : primes_of(radicand)) {
      const Polynomial root = found_or_added(
          AuxiliaryKind::root, prime, Expression::call(Function::sqrt, Expression::number(prime)));
      prime_roots_.emplace(root.variables().begin()->name, prime);
      term = product(term, root, place.range());
    }
    result += term;
  }
  return result;
}

Polynomial Polynomialiser::Impl::root_of_number(const Rational& u, const Expression& place) {
  if (u.sign() < 0) {
    fail("the square root of " + u.to_string() + ", a negative number",
         "roots of numbers that are not negative",
         place.range());
  }
  const std::optional<Surd> exact = Surd::sqrt(u);
  if (exact) return from_surd(*exact, place);
  // Too many digits to factor: w² = u says as much, but for a relation to roots of its factors.
  return found_or_added(
      AuxiliaryKind::root, u, Expression::call(Function::sqrt, Expression::number(u)));
}

/// The sign of a number, 1 for everything that is not one.
int Polynomialiser::Impl::sign_of_number(const Polynomial& u, const Expression& place) const {
  if (!table_.is_number(u)) return 1;
  return detail::with_range(place.range(), [&] { return sign_of(table_.defined(u)); });
}

/// √u for the expression `place` under the root.
Polynomial Polynomialiser::Impl::root(const Polynomial& u, const Expression& place) {
  if (u.is_constant()) return root_of_number(u.constant_value(), place);
  if (sign_of_number(u, place) < 0) {
    fail("the square root of a negative number",
         "roots of numbers that are not negative",
         place.range());
  }
  // √(c·u) with a root of c'·u already there is √(c/c') times that.
  const Rational content = u.content();
  Polynomial direction = u;
  direction *= Rational(1) / content;
  const auto known = roots_.find(direction);
  if (known != roots_.end()) {
    const Auxiliary& root = table_.all()[known->second];
    if (const auto factor = Surd::sqrt(content / root.argument.content())) {
      return product(from_surd(*factor, place), table_.as_polynomial(known->second), place.range());
    }
  }
  // √(r²·d·u) = r·√(d·u) with a square-free integer d.
  const std::optional<Surd> split = Surd::sqrt(content);
  const Rational outside = split ? split->terms().begin()->second : Rational(1);
  const Rational square = outside * outside;
  Polynomial inside = u;
  inside *= Rational(1) / square;
  const Expression written =
      outside.is_one() ? place
                       : shorter(table_.readable(inside), place / Expression::number(square));
  const Polynomial root =
      found_or_added(AuxiliaryKind::root, inside, Expression::call(Function::sqrt, written));
  roots_.emplace(std::move(direction), *table_.find(AuxiliaryKind::root, inside));
  return Polynomial(outside) * root;
}

Polynomial Polynomialiser::Impl::reciprocal_of_monomial(const Monomial& monomial,
                                                        const Expression& place) {
  Polynomial result = Rational(1);
  for (const Monomial::Factor& factor : monomial.factors()) {
    const Polynomial base(factor.variable);
    const Auxiliary* auxiliary = table_.named(factor.variable);
    const auto prime =
        auxiliary != nullptr ? prime_roots_.find(auxiliary->name) : prime_roots_.end();
    Polynomial inverse;
    if (prime != prime_roots_.end()) {
      inverse = base;
      inverse *= Rational(1) / prime->second;
    } else if (auxiliary != nullptr && auxiliary->kind == AuxiliaryKind::reciprocal) {
      inverse = auxiliary->argument;
    } else {
      inverse = found_or_added(
          AuxiliaryKind::reciprocal, base, Expression::number(1) / table_.readable(base));
      inverses_.emplace(inverse.variables().begin()->name, factor.variable);
    }
    result = product(result, power(inverse, factor.exponent, place.range()), place.range());
  }
  return result;
}

/// 1/u for the expression `place` in the denominator.
Polynomial Polynomialiser::Impl::reciprocal(const Polynomial& u, const Expression& place) {
  if (u.is_zero()) {
    fail("division by zero: this is always zero",
         "a divisor that can differ from zero",
         place.range());
  }
  const std::optional<Surd> surd = as_surd(u);
  constexpr std::size_t most_roots = 8;  // inverting a sum of n roots can take 2ⁿ terms
  if (surd && surd->terms().size() <= most_roots) return from_surd(surd->inverse(), place);
  if (sign_of_number(u, place) == 0) {
    fail("division by zero: this is always zero",
         "a divisor that can differ from zero",
         place.range());
  }
  const Polynomial primitive = u.primitive();
  const Rational factor = primitive.terms().begin()->second / u.terms().begin()->second;
  Polynomial inverse;
  if (primitive.terms().size() == 1) {
    inverse = reciprocal_of_monomial(primitive.terms().begin()->first, place);
  } else {
    const Expression divisor =
        factor.is_one() ? place
                        : shorter(table_.readable(primitive), place * Expression::number(factor));
    inverse = found_or_added(AuxiliaryKind::reciprocal, primitive, Expression::number(1) / divisor);
  }
  return inverse *= factor;
}

/// log and atan: w' = v·u' with v = 1/u or 1/(1 + u²) as an auxiliary of its own. Multiplied out,
/// as u·w' = u', the equation would gain the solutions of u = 0, where w is free.
void Polynomialiser::Impl::add_with_slope(Function function,
                                          const Polynomial& u,
                                          const Expression& shown,
                                          TextRange range) {
  const Polynomial divisor =
      function == Function::log ? u : product(u, u, range) + Polynomial(Rational(1));
  const Expression one = Expression::number(1);
  const Expression two = Expression::number(2);
  const Expression shown_divisor =
      function == Function::log ? shown : Expression::power(shown, two) + one;
  const Polynomial slope = reciprocal(divisor, shown_divisor.at(range));
  const std::size_t index = table_.add(kind_of(function), u, Expression::call(function, shown));
  table_.set_slope(index, slope);
}

Polynomial Polynomialiser::Impl::function_of(Function function,
                                             const Polynomial& u,
                                             const Expression& place) {
  if (u.is_zero() && function != Function::log) return Rational(is_odd(function) ? 0 : 1);
  if (function == Function::log && u == Polynomial(Rational(1))) return {};
  if (table_.is_number(u)) {
    const Expression value = Expression::call(function, table_.defined(u), place.range());
    fail(std::string(name_of(function)) +
             " of a constant is not an algebraic number, and numbers are exact here",
         "a parameter with a decimal value: this one is " + decimal_value(value, 17),
         place.range());
  }
  if (function == Function::exp) return exponential(u, place);
  const AuxiliaryKind kind = kind_of(function);
  const bool has_sign_rule = function != Function::log;
  const bool flipped =
      has_sign_rule && (table_.find(kind, -u) || (all_negative(u) && !table_.find(kind, u)));
  const Polynomial argument = flipped ? -u : u;
  const bool is_paired = kind == AuxiliaryKind::sine || kind == AuxiliaryKind::cosine ||
                         kind == AuxiliaryKind::hyperbolic_sine ||
                         kind == AuxiliaryKind::hyperbolic_cosine;
  // As the user wrote it, or with the argument that is really used.
  const Expression shown =
      flipped ? shorter(table_.readable(argument), -place.operand(0)) : place.operand(0);
  const bool has_slope = kind == AuxiliaryKind::logarithm || kind == AuxiliaryKind::arctangent;
  if (has_slope && !table_.find(kind, argument)) {
    add_with_slope(function, argument, shown, place.range());
  }
  Polynomial result = is_paired ? paired(kind, argument, shown)
                                : found_or_added(kind, argument, Expression::call(function, shown));
  return flipped && is_odd(function) ? -result : result;
}

}  // namespace leafwise::algebra
