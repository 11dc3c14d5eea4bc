// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <utility>

#include "expression/polynomialiser_impl.hpp"

/// Functions with addition theorems: sin and cos, sinh and cosh, exp.
namespace leafwise::algebra {

namespace {

using detail::IntegerRelation;

/// Sine and cosine of one argument, circular or hyperbolic.
struct Pair {
  Polynomial sine;
  Polynomial cosine = Rational(1);
};

/// sin(a+b) = sin a cos b + cos a sin b and cos(a+b) = cos a cos b ∓ sin a sin b, with the upper
/// sign for the circular functions.
Pair sum(const Pair& a, const Pair& b, bool circular) {
  const Polynomial product = a.sine * b.sine;
  return {a.sine * b.cosine + a.cosine * b.sine,
          circular ? a.cosine * b.cosine - product : a.cosine * b.cosine + product};
}

Pair multiple(const Pair& pair, std::int64_t times, bool circular) {
  const Pair once = times < 0 ? Pair{-pair.sine, pair.cosine} : pair;
  Pair result;
  for (std::int64_t i = 0; i < std::abs(times); ++i) result = sum(result, once, circular);
  return result;
}

}  // namespace

/// The circular functions, or the hyperbolic ones.
struct Polynomialiser::Impl::PairFamily {
  AuxiliaryKind sine_kind = AuxiliaryKind::sine;
  AuxiliaryKind cosine_kind = AuxiliaryKind::cosine;
  Function sine = Function::sin;
  Function cosine = Function::cos;
};

Polynomial Polynomialiser::Impl::paired(AuxiliaryKind kind,
                                        const Polynomial& u,
                                        const Expression& argument) {
  const bool circular = kind == AuxiliaryKind::sine || kind == AuxiliaryKind::cosine;
  const PairFamily family = circular ? PairFamily{}
                                     : PairFamily{AuxiliaryKind::hyperbolic_sine,
                                                  AuxiliaryKind::hyperbolic_cosine,
                                                  Function::sinh,
                                                  Function::cosh};
  detail::ArgumentBasis& basis = circular ? circular_basis_ : hyperbolic_basis_;
  const bool wants_sine = kind == family.sine_kind;
  const auto at = [&](std::size_t sine_index) {
    return Pair{table_.as_polynomial(sine_index), table_.as_polynomial(sine_index + 1)};
  };
  const auto combined = [&](const IntegerRelation& relation) {
    Pair result;
    for (const auto& [member, times] : relation.parts) {
      result = sum(result, multiple(at(member), times, circular), circular);
    }
    return Pair{reduced(result.sine), reduced(result.cosine)};
  };
  // sin(x + 2) has no relation to sin(x) that is polynomial: sin(2) is no algebraic number. Taking
  // part in sums it would only raise degrees: x − 2 is 2·x − (x + 2).
  const bool takes_part = !u.terms().contains(Monomial());
  const auto parts = takes_part ? basis.express(u) : std::nullopt;
  const auto relation = parts ? detail::integer_relation(*parts) : std::nullopt;
  if (relation && relation->multiple == 1) {
    const Pair pair = combined(*relation);
    return wants_sine ? pair.sine : pair.cosine;
  }
  // A pair made before, outside the basis.
  if (const auto known = table_.find(kind, u)) return table_.as_polynomial(*known);
  const std::size_t index =
      table_.add(family.sine_kind, u, Expression::call(family.sine, argument));
  table_.add(family.cosine_kind, u, Expression::call(family.cosine, argument));
  if (takes_part && !parts) basis.add(u, index);
  if (relation) {
    const Pair left = multiple(at(index), relation->multiple, circular);
    const Pair right = combined(*relation);
    table_.add_relation(index, left.sine - right.sine);
    table_.add_relation(index, left.cosine - right.cosine);
  }
  return wants_sine ? at(index).sine : at(index).cosine;
}

/// exp(Σ k_i·B_i) = Π exp(B_i)^k_i, with 1/exp(B) where k is negative.
Polynomial Polynomialiser::Impl::exponential(const Polynomial& u, const Expression& place) {
  const auto parts = exponential_basis_.express(u);
  const auto relation = parts ? detail::integer_relation(*parts) : std::nullopt;
  const auto powers = [&](const IntegerRelation& given, bool positive) {
    Polynomial product_of_powers = Rational(1);
    for (const auto& [member, times] : given.parts) {
      if ((times > 0) != positive) continue;
      const Polynomial base = table_.as_polynomial(member);
      product_of_powers =
          product(product_of_powers, power(base, std::abs(times), place.range()), place.range());
    }
    return product_of_powers;
  };
  if (relation && relation->multiple == 1) {
    const Polynomial below = powers(*relation, false);
    const Polynomial above = powers(*relation, true);
    return product(above, reciprocal(below, place), place.range());
  }
  if (const auto known = table_.find(AuxiliaryKind::exponential, u)) {
    return table_.as_polynomial(*known);
  }
  const std::size_t index =
      table_.add(AuxiliaryKind::exponential, u, Expression::call(Function::exp, place.operand(0)));
  if (!parts) exponential_basis_.add(u, index);
  const Polynomial w = table_.as_polynomial(index);
  if (relation) {
    // w^q · Π_{p<0} = Π_{p>0}
    const Polynomial left = product(
        power(w, relation->multiple, place.range()), powers(*relation, false), place.range());
    table_.add_relation(index, left - powers(*relation, true));
  }
  return w;
}

}  // namespace leafwise::algebra
