// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arb.h>

#include <cstddef>
#include <map>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Balls of Arb, all zero at first.
class Balls {
 public:
  explicit Balls(std::size_t size) : size_(size), balls_(_arb_vec_init(static_cast<slong>(size))) {}
  ~Balls() { _arb_vec_clear(balls_, static_cast<slong>(size_)); }
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] arb_struct* at(std::size_t index) noexcept { return balls_ + index; }
  [[nodiscard]] const arb_struct* at(std::size_t index) const noexcept { return balls_ + index; }

 private:
  std::size_t size_;
  arb_struct* balls_;
};

/// The index of the ball of a variable.
using BallIndices = std::map<Variable, std::size_t>;

/// An enclosure of all values of the polynomial at the points of the balls. Monomial by monomial:
/// its radius is Σ |c|·(Π (|p|+r)^e − Π |p|^e), and what rounding adds.
/// @pre each variable of the polynomial has a ball
void evaluate(arb_t result,
              const Polynomial& polynomial,
              const BallIndices& indices,
              const Balls& balls,
              slong precision);

/// The value at a rational point. @pre each variable of the polynomial has a coordinate
[[nodiscard]] Rational value_at(const Polynomial& polynomial,
                                const std::map<Variable, Rational>& point);

}  // namespace leafwise::algebra::detail
