// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arb_poly.h>

#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra::detail {

/// A power series with balls as coefficients, 0 at first.
class BallSeries {
 public:
  BallSeries() { arb_poly_init(&series_); }
  BallSeries(const BallSeries& other) : BallSeries() { arb_poly_set(&series_, &other.series_); }
  BallSeries(BallSeries&& other) noexcept : BallSeries() {
    arb_poly_swap(&series_, &other.series_);
  }
  BallSeries& operator=(const BallSeries& other) {
    arb_poly_set(&series_, &other.series_);
    return *this;
  }
  BallSeries& operator=(BallSeries&& other) noexcept {
    arb_poly_swap(&series_, &other.series_);
    return *this;
  }
  ~BallSeries() { arb_poly_clear(&series_); }

  [[nodiscard]] arb_poly_struct* raw() noexcept { return &series_; }
  [[nodiscard]] const arb_poly_struct* raw() const noexcept { return &series_; }

 private:
  arb_poly_struct series_{};
};

/// A series, and its derivatives by the jets that occur in it.
struct SlopedSeries {
  BallSeries value;
  std::map<Variable, BallSeries> slopes;
};

/// Expressions along the series of their jets, with their slopes, forwards. What has no value gets
/// coefficients that are not finite.
///
/// Law: each coefficient holds those of all series in the balls.
class SlopedEvaluation {
 public:
  /// What the independent variable and each jet are.
  using Given = std::function<BallSeries(const Variable&)>;

  /// @param with_slopes else there are none
  SlopedEvaluation(Given given, slong length, slong precision, bool with_slopes = true)
      : given_(std::move(given)),
        length_(length),
        precision_(precision),
        with_slopes_(with_slopes) {}

  [[nodiscard]] const SlopedSeries& of(const Expression& expression);

 private:
  [[nodiscard]] SlopedSeries computed(const Expression& expression);
  [[nodiscard]] SlopedSeries variable(const Variable& variable) const;
  [[nodiscard]] SlopedSeries total(const Expression& expression);
  [[nodiscard]] SlopedSeries product(const SlopedSeries& left, const SlopedSeries& right) const;
  [[nodiscard]] SlopedSeries inverse(const SlopedSeries& of) const;
  [[nodiscard]] SlopedSeries power(SlopedSeries base, long exponent) const;
  [[nodiscard]] SlopedSeries function(Function function, const SlopedSeries& argument) const;
  [[nodiscard]] SlopedSeries root(const SlopedSeries& argument) const;
  [[nodiscard]] SlopedSeries chain(BallSeries value,
                                   const BallSeries& slope,
                                   const SlopedSeries& argument) const;
  [[nodiscard]] BallSeries times(const BallSeries& left, const BallSeries& right) const;

  Given given_;
  slong length_;
  slong precision_;
  bool with_slopes_;
  std::unordered_map<const void*, SlopedSeries> known_;
};

}  // namespace leafwise::algebra::detail
