// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/nmod_vec.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "leafwise/algebra/rational.hpp"
#include "local/ball.hpp"
#include "number/flint_access.hpp"

/// The operations on numbers that Taylor arithmetic needs. Outside of a function's domain doubles
/// become nan and balls unbounded; residues set `undefined`.
namespace leafwise::algebra::detail {

struct Doubles {
  using Value = double;

  [[nodiscard]] static Value of(const Rational& value) { return value.to_double(); }
  [[nodiscard]] static Value scaled(Value value, std::int64_t by) {
    return value * static_cast<double>(by);
  }
  [[nodiscard]] static Value sum(Value a, Value b) { return a + b; }
  [[nodiscard]] static Value difference(Value a, Value b) { return a - b; }
  [[nodiscard]] static Value product(Value a, Value b) { return a * b; }
  [[nodiscard]] static Value quotient(Value a, Value b) { return a / b; }
  [[nodiscard]] static Value root(Value a) { return std::sqrt(a); }
  [[nodiscard]] static Value exponential(Value a) { return std::exp(a); }
  [[nodiscard]] static Value logarithm(Value a) { return std::log(a); }
  [[nodiscard]] static Value sine(Value a) { return std::sin(a); }
  [[nodiscard]] static Value cosine(Value a) { return std::cos(a); }
  [[nodiscard]] static Value arctangent(Value a) { return std::atan(a); }
};

/// Each result holds all results for points of the arguments.
struct RealBalls {
  using Value = Ball;
  slong precision = 64;

  [[nodiscard]] Value of(const Rational& value) const {
    return make([&](arb_struct* x) { arb_set_fmpq(x, Rational::Access::of(value), precision); });
  }
  [[nodiscard]] Value scaled(const Value& a, std::int64_t by) const {
    return make([&](arb_struct* x) { arb_mul_si(x, a.raw(), by, precision); });
  }
  [[nodiscard]] Value sum(const Value& a, const Value& b) const {
    return make([&](arb_struct* x) { arb_add(x, a.raw(), b.raw(), precision); });
  }
  [[nodiscard]] Value difference(const Value& a, const Value& b) const {
    return make([&](arb_struct* x) { arb_sub(x, a.raw(), b.raw(), precision); });
  }
  [[nodiscard]] Value product(const Value& a, const Value& b) const {
    return make([&](arb_struct* x) { arb_mul(x, a.raw(), b.raw(), precision); });
  }
  [[nodiscard]] Value quotient(const Value& a, const Value& b) const {
    return make([&](arb_struct* x) { arb_div(x, a.raw(), b.raw(), precision); });
  }
  [[nodiscard]] Value root(const Value& a) const { return function(arb_sqrt, a); }
  [[nodiscard]] Value exponential(const Value& a) const { return function(arb_exp, a); }
  [[nodiscard]] Value logarithm(const Value& a) const { return function(arb_log, a); }
  [[nodiscard]] Value sine(const Value& a) const { return function(arb_sin, a); }
  [[nodiscard]] Value cosine(const Value& a) const { return function(arb_cos, a); }
  [[nodiscard]] Value arctangent(const Value& a) const { return function(arb_atan, a); }

 private:
  template <typename Set>
  [[nodiscard]] static Value make(const Set& set) {
    Value result;
    set(result.raw());
    return result;
  }
  template <typename Of>
  [[nodiscard]] Value function(Of set, const Value& a) const {
    return make([&](arb_struct* x) { set(x, a.raw(), precision); });
  }
};

/// F_p, p a prime below 2^31 that is far above all orders. Functions have no residues.
struct Residues {
  using Value = std::uint64_t;
  std::uint64_t prime = 2147483647;
  mutable bool undefined = false;

  [[nodiscard]] Value of(const Rational& value) const {
    const fmpq* raw = Rational::Access::of(value);
    return quotient(fmpz_fdiv_ui(fmpq_numref(raw), prime), fmpz_fdiv_ui(fmpq_denref(raw), prime));
  }
  [[nodiscard]] Value scaled(Value a, std::int64_t by) const {
    const auto size = static_cast<std::uint64_t>(by < 0 ? -by : by) % prime;
    const Value result = a * size % prime;
    return by < 0 && result != 0 ? prime - result : result;
  }
  [[nodiscard]] Value sum(Value a, Value b) const { return (a + b) % prime; }
  [[nodiscard]] Value difference(Value a, Value b) const { return (a + prime - b) % prime; }
  [[nodiscard]] Value product(Value a, Value b) const { return a * b % prime; }
  [[nodiscard]] Value quotient(Value a, Value b) const {
    if (b == 0) return lost();
    return a * n_invmod(b, prime) % prime;
  }
  [[nodiscard]] Value root(Value a) const {
    const Value found = n_sqrtmod(a, prime);
    return found == 0 && a != 0 ? lost() : found;
  }
  [[nodiscard]] Value exponential(Value) const { return lost(); }
  [[nodiscard]] Value logarithm(Value) const { return lost(); }
  [[nodiscard]] Value sine(Value) const { return lost(); }
  [[nodiscard]] Value cosine(Value) const { return lost(); }
  [[nodiscard]] Value arctangent(Value) const { return lost(); }

 private:
  [[nodiscard]] Value lost() const {
    undefined = true;
    return 1;
  }
};

}  // namespace leafwise::algebra::detail
