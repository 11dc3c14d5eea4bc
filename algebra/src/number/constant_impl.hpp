// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arb.h>

#include <optional>
#include <unordered_map>
#include <utility>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/surd.hpp"

namespace leafwise::algebra::detail {

/// Thrown where a ball contains zero and the value need not be zero.
struct PrecisionTooLow {
  TextRange range;
};

/// A real number: an enclosing ball, and the exact value where we have one.
class ConstantValue {
 public:
  ConstantValue() { arb_init(ball_); }
  /// @param precision of the ball, in bits
  ConstantValue(Surd exact, slong precision);
  ConstantValue(const ConstantValue& other);
  ConstantValue(ConstantValue&& other) noexcept;
  ConstantValue& operator=(const ConstantValue& other);
  ConstantValue& operator=(ConstantValue&& other) noexcept;
  ~ConstantValue() { arb_clear(ball_); }

  [[nodiscard]] const std::optional<Surd>& exact() const noexcept { return exact_; }
  /// r if the number is r·π: then its sine may be exact.
  [[nodiscard]] const std::optional<Rational>& multiple_of_pi() const noexcept {
    return multiple_of_pi_;
  }
  void set_multiple_of_pi(std::optional<Rational> multiple) {
    multiple_of_pi_ = std::move(multiple);
  }
  [[nodiscard]] bool is_exact_zero() const noexcept { return exact_ && exact_->is_zero(); }
  [[nodiscard]] const arb_struct* ball() const noexcept { return ball_; }
  /// For the functions that fill the ball; the number has no exact value then.
  [[nodiscard]] arb_struct* ball() noexcept { return ball_; }

 private:
  std::optional<Surd> exact_;
  std::optional<Rational> multiple_of_pi_;
  arb_t ball_;
};

/// Evaluates constant expressions at one precision; parts that are shared are computed once.
class ConstantValues {
 public:
  explicit ConstantValues(slong precision) : precision_(precision) {}

  /// @throws InvalidInput where there is no value, PrecisionTooLow where more bits may help
  [[nodiscard]] const ConstantValue& of(const Expression& constant);

 private:
  [[nodiscard]] ConstantValue compute(const Expression& constant);
  [[nodiscard]] ConstantValue sum(const Expression& constant);
  [[nodiscard]] ConstantValue product(const Expression& constant);
  [[nodiscard]] ConstantValue power(const Expression& constant);
  [[nodiscard]] ConstantValue call(const Expression& constant);
  [[nodiscard]] ConstantValue tangent(const ConstantValue& argument, TextRange range);
  [[nodiscard]] ConstantValue root(const ConstantValue& radicand, TextRange range);
  [[nodiscard]] ConstantValue inverse(const ConstantValue& value, TextRange range);
  [[nodiscard]] ConstantValue times(const ConstantValue& left, const ConstantValue& right);

  slong precision_;
  std::unordered_map<const void*, ConstantValue> known_;
};

}  // namespace leafwise::algebra::detail
