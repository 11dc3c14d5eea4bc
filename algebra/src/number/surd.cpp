// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/surd.hpp"

#include <flint/fmpz.h>
#include <flint/fmpz_factor.h>

#include <utility>

#include "leafwise/core/check.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra {

namespace {

/// Owns a FLINT factorisation.
class Factorisation {
 public:
  Factorisation() { fmpz_factor_init(&factors_); }
  ~Factorisation() { fmpz_factor_clear(&factors_); }
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;

  fmpz_factor_struct* get() { return &factors_; }
  [[nodiscard]] slong size() const { return factors_.num; }
  [[nodiscard]] Rational prime(slong index) const {
    Rational result;
    fmpz_set(fmpq_numref(Rational::Access::of(result)), factors_.p + index);
    return result;
  }
  [[nodiscard]] ulong exponent(slong index) const { return factors_.exp[index]; }

 private:
  fmpz_factor_struct factors_{};
};

const fmpz* integer_of(const Rational& value) {
  LEAFWISE_DEMAND(value.is_integer());
  return fmpq_numref(Rational::Access::of(value));
}

fmpz* integer_of(Rational& value) {
  return fmpq_numref(Rational::Access::of(value));
}

/// n = root² · squarefree for n ≥ 1.
struct SquareSplit {
  Rational root = 1;
  Rational squarefree = 1;
};

void absorb(const Factorisation& factors, SquareSplit& split) {
  for (slong i = 0; i < factors.size(); ++i) {
    const Rational prime = factors.prime(i);
    const ulong exponent = factors.exponent(i);
    split.root *= prime.pow(static_cast<std::int64_t>(exponent / 2));
    if (exponent % 2 == 1) split.squarefree *= prime;
  }
}

std::optional<SquareSplit> split_square(const Rational& integer) {
  SquareSplit split;
  Rational rest = integer;
  // Small primes first: what people write (1.75, 12, 0.05) has no others.
  for (std::int64_t prime = 2; prime < 1000 && !rest.is_one(); ++prime) {
    const Rational p = prime;
    Rational removed;
    const auto exponent = static_cast<std::int64_t>(
        fmpz_remove(integer_of(removed), integer_of(rest), integer_of(p)));
    if (exponent == 0) continue;
    rest = removed;
    split.root *= p.pow(exponent / 2);
    if (exponent % 2 == 1) split.squarefree *= p;
  }
  if (rest.is_one()) return split;
  if (fmpz_is_square(integer_of(rest)) != 0) {
    Rational root;
    fmpz_sqrt(integer_of(root), integer_of(rest));
    split.root *= root;
    return split;
  }
  // Up to here FLINT factors in well under a millisecond.
  constexpr std::size_t most_bits = 64;
  if (rest.bits() > most_bits) return std::nullopt;
  Factorisation factors;
  fmpz_factor(factors.get(), integer_of(rest));
  absorb(factors, split);
  return split;
}

Rational integer_gcd(const Rational& left, const Rational& right) {
  Rational result;
  fmpz_gcd(integer_of(result), integer_of(left), integer_of(right));
  return result;
}

}  // namespace

Surd::Surd(Rational value) {
  if (!value.is_zero()) terms_.emplace(1, std::move(value));
}

std::optional<Surd> Surd::sqrt(const Rational& value) {
  LEAFWISE_DEMAND(value.sign() >= 0, value.to_string());
  if (value.is_zero()) return Surd();
  // √(p/q) = √(p·q)/q
  const Rational denominator = value.denominator();
  const std::optional<SquareSplit> split = split_square(value.numerator() * denominator);
  if (!split) return std::nullopt;
  Surd result;
  result.add_term(split->squarefree, split->root / denominator);
  return result;
}

std::optional<Rational> Surd::as_rational() const {
  if (terms_.empty()) return Rational();
  if (terms_.size() == 1 && terms_.begin()->first.is_one()) return terms_.begin()->second;
  return std::nullopt;
}

void Surd::add_term(const Rational& radicand, const Rational& coefficient) {
  Rational& entry = terms_[radicand];
  entry += coefficient;
  if (entry.is_zero()) terms_.erase(radicand);
}

Surd& Surd::operator+=(const Surd& other) {
  // A copy, because x += x changes what it reads.
  const std::map<Rational, Rational> terms = other.terms_;
  for (const auto& [radicand, coefficient] : terms) add_term(radicand, coefficient);
  return *this;
}

Surd& Surd::operator-=(const Surd& other) {
  return *this += -other;
}

Surd Surd::operator-() const {
  Surd result;
  for (const auto& [radicand, coefficient] : terms_) result.terms_.emplace(radicand, -coefficient);
  return result;
}

Surd operator*(const Surd& left, const Surd& right) {
  Surd result;
  for (const auto& [left_radicand, left_coefficient] : left.terms_) {
    for (const auto& [right_radicand, right_coefficient] : right.terms_) {
      // √a·√b = g·√(ab/g²) with g = gcd(a, b), and ab/g² is square-free again.
      const Rational common = integer_gcd(left_radicand, right_radicand);
      result.add_term(left_radicand * right_radicand / (common * common),
                      left_coefficient * right_coefficient * common);
    }
  }
  return result;
}

Surd Surd::conjugate(const Rational& factor) const {
  Surd result;
  for (const auto& [radicand, coefficient] : terms_) {
    const bool flips = fmpz_divisible(integer_of(radicand), integer_of(factor)) != 0;
    result.terms_.emplace(radicand, flips ? -coefficient : coefficient);
  }
  return result;
}

Surd Surd::inverse() const {
  LEAFWISE_DEMAND(!is_zero());
  // x·x̄ has no √b; one root after the other disappears from the denominator.
  Surd numerator = Rational(1);
  Surd denominator = *this;
  while (!denominator.as_rational()) {
    const Surd conjugated = denominator.conjugate(denominator.independent_factor());
    numerator = numerator * conjugated;
    denominator = denominator * conjugated;
  }
  return numerator * Surd(Rational(1) / *denominator.as_rational());
}

/// A number b > 1 that each radicand is divisible by or coprime to: then √b → −√b, for all
/// radicands divisible by b, is an automorphism. Found by gcds: factoring could take for ever.
Rational Surd::independent_factor() const {
  Rational factor = terms_.rbegin()->first;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [radicand, coefficient] : terms_) {
      const Rational common = integer_gcd(factor, radicand);
      if (common.is_one() || common == factor) continue;
      factor = common;
      changed = true;
    }
  }
  return factor;
}

std::vector<Rational> prime_factors(const Rational& squarefree) {
  Factorisation factors;
  fmpz_factor(factors.get(), integer_of(squarefree));
  std::vector<Rational> primes;
  for (slong i = 0; i < factors.size(); ++i) primes.push_back(factors.prime(i));
  return primes;
}

}  // namespace leafwise::algebra
