// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/interval_newton.hpp"

#include <arb_mat.h>

#include <cmath>
#include <utility>

#include "leafwise/core/check.hpp"
#include "number/ball_polynomial.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Several times what the doubles of the centre have: then only the size of the box blurs the test.
constexpr slong precision = 256;

/// Owns a matrix of Arb.
class BallMatrix {
 public:
  explicit BallMatrix(std::size_t size) {
    arb_mat_init(matrix_, static_cast<slong>(size), static_cast<slong>(size));
  }
  ~BallMatrix() { arb_mat_clear(matrix_); }
  BallMatrix(const BallMatrix&) = delete;
  BallMatrix& operator=(const BallMatrix&) = delete;

  [[nodiscard]] arb_mat_struct* get() noexcept { return matrix_; }
  [[nodiscard]] arb_struct* at(std::size_t row, std::size_t column) noexcept {
    return arb_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
  }

 private:
  arb_mat_t matrix_;
};

/// An upper bound of all |x| in the ball, as a double.
double largest_absolute(const arb_t ball) {
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, ball);
  // Arb rounds to nearest when it leaves its own format.
  const double result = std::nextafter(mag_get_d(bound), HUGE_VAL);
  mag_clear(bound);
  return result;
}

/// The square system around one point. Every ball of a variable that is not solved for is a double
/// without a radius.
class SquareSystem {
 public:
  SquareSystem(const std::vector<Polynomial>& system,
               const std::vector<Variable>& solved,
               const std::map<Variable, double>& near)
      : size_(solved.size()),
        system_(system),
        solved_(solved),
        balls_(near.size()),
        inverse_(solved.size()) {
    for (const auto& [variable, coordinate] : near) {
      const std::size_t index = indices_.size();
      indices_.emplace(variable, index);
      arb_set_d(balls_.at(index), coordinate);
    }
    derivatives_.reserve(size_ * size_);
    for (const Polynomial& polynomial : system) {
      for (const Variable& variable : solved) {
        derivatives_.push_back(polynomial.derivative(variable));
      }
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] arb_struct* ball(std::size_t solved) {
    return balls_.at(indices_.at(solved_[solved]));
  }

  /// Y, close to the inverse of the Jacobian at the centres, without radii; false if it is
  /// singular.
  [[nodiscard]] bool invert_jacobian() {
    BallMatrix jacobian(size_);
    fill_jacobian(jacobian);
    if (arb_mat_approx_inv(inverse_.get(), jacobian.get(), precision) == 0) return false;
    arb_mat_get_mid(inverse_.get(), inverse_.get());
    return arb_mat_is_finite(inverse_.get()) != 0;
  }

  /// Y·f at the balls as they are.
  void newton_step(Balls& step) {
    Balls values(size_ + 1);
    for (std::size_t i = 0; i < size_; ++i) {
      evaluate(values.at(i), system_[i], indices_, balls_, precision);
    }
    for (std::size_t i = 0; i < size_; ++i) {
      arb_zero(step.at(i));
      for (std::size_t j = 0; j < size_; ++j) {
        arb_addmul(step.at(i), inverse_.at(i, j), values.at(j), precision);
      }
    }
  }

  /// (I − Y·F′(X))·(X − c) at the balls X, whose radii alone are X − c.
  void spread(Balls& result) {
    BallMatrix slope(size_);
    fill_jacobian(slope);
    BallMatrix product(size_);
    arb_mat_mul(product.get(), inverse_.get(), slope.get(), precision);
    Balls offset(1);
    for (std::size_t i = 0; i < size_; ++i) {
      arb_zero(result.at(i));
      for (std::size_t j = 0; j < size_; ++j) {
        arb_struct* entry = product.at(i, j);
        arb_neg(entry, entry);
        if (i == j) arb_add_ui(entry, entry, 1, precision);
        arb_zero(offset.at(0));
        mag_set(arb_radref(offset.at(0)), arb_radref(ball(j)));
        arb_addmul(result.at(i), entry, offset.at(0), precision);
      }
    }
  }

 private:
  void fill_jacobian(BallMatrix& jacobian) {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        evaluate(jacobian.at(i, j), derivatives_[i * size_ + j], indices_, balls_, precision);
      }
    }
  }

  std::size_t size_;
  const std::vector<Polynomial>& system_;
  const std::vector<Variable>& solved_;
  std::vector<Polynomial> derivatives_;
  BallIndices indices_;
  Balls balls_;
  BallMatrix inverse_;
};

/// Moves the centres to doubles that are as close to the zero as doubles come. False if it fails.
bool polish(SquareSystem& system) {
  // Each doubles the digits; the start has some eight.
  constexpr int steps = 4;
  Balls step(system.size());
  for (int round = 0; round < steps; ++round) {
    if (!system.invert_jacobian()) return false;
    system.newton_step(step);
    for (std::size_t i = 0; i < system.size(); ++i) {
      arb_sub(system.ball(i), system.ball(i), step.at(i), precision);
      mag_zero(arb_radref(system.ball(i)));
    }
  }
  for (std::size_t i = 0; i < system.size(); ++i) {
    const double rounded = arf_get_d(arb_midref(system.ball(i)), ARF_RND_NEAR);
    if (!std::isfinite(rounded)) return false;
    arb_set_d(system.ball(i), rounded);
  }
  return system.invert_jacobian();
}

/// Whether K(X) − c is in the interior of X − c, with `step` = Y·f(c). Where it is not, the radii
/// grow to twice of what would have been needed.
bool contracts(SquareSystem& system, const Balls& step) {
  const std::size_t size = system.size();
  Balls image(size);
  system.spread(image);
  bool is_inside = true;
  for (std::size_t i = 0; i < size; ++i) {
    arb_sub(image.at(i), image.at(i), step.at(i), precision);
    mag_struct* radius = arb_radref(system.ball(i));
    Balls bound(1);
    arb_get_mag(arb_radref(bound.at(0)), image.at(i));
    if (mag_cmp(arb_radref(bound.at(0)), radius) < 0) continue;
    is_inside = false;
    mag_mul_2exp_si(radius, arb_radref(bound.at(0)), 1);
  }
  return is_inside;
}

/// Radii to start with: twice the Newton step, and something where that is zero.
void set_radii(SquareSystem& system, const Balls& step) {
  mag_t least;
  mag_init(least);
  for (std::size_t i = 0; i < system.size(); ++i) {
    mag_struct* radius = arb_radref(system.ball(i));
    arb_get_mag(radius, step.at(i));
    mag_mul_2exp_si(radius, radius, 1);
    // One unit in the last place of the centre; 2^-200 if that is zero.
    arf_get_mag(least, arb_midref(system.ball(i)));
    mag_mul_2exp_si(least, least, -53);
    mag_max(radius, radius, least);
    if (mag_is_zero(radius) != 0) mag_set_ui_2exp_si(radius, 1, -200);
  }
  mag_clear(least);
}

}  // namespace

std::optional<Box> enclose_zero(const std::vector<Polynomial>& system,
                                const std::vector<Variable>& solved,
                                const std::map<Variable, double>& near,
                                const Limits& limits) {
  LEAFWISE_DEMAND(system.size() == solved.size());
  SquareSystem square(system, solved, near);
  if (limits.is_over() || !polish(square)) return std::nullopt;
  Balls step(square.size());
  square.newton_step(step);
  set_radii(square, step);
  // Radii that still grow after this many doublings do not come to rest.
  constexpr int most_rounds = 20;
  bool is_certain = false;
  for (int round = 0; round < most_rounds && !is_certain; ++round) {
    if (limits.is_over()) return std::nullopt;
    is_certain = contracts(square, step);
  }
  if (!is_certain) return std::nullopt;
  Box box;
  for (const auto& [variable, coordinate] : near) box.emplace(variable, Interval{coordinate, 0});
  for (std::size_t i = 0; i < square.size(); ++i) {
    Balls radius(1);
    mag_set(arb_radref(radius.at(0)), arb_radref(square.ball(i)));
    Interval& interval = box.at(solved[i]);
    interval.centre = arf_get_d(arb_midref(square.ball(i)), ARF_RND_NEAR);
    interval.radius = largest_absolute(radius.at(0));
    if (!std::isfinite(interval.radius)) return std::nullopt;
  }
  return box;
}

bool excludes_zero(const Polynomial& polynomial, const Box& box) {
  Balls balls(box.size() + 1);
  BallIndices indices;
  for (const auto& [variable, interval] : box) {
    const std::size_t index = indices.size();
    indices.emplace(variable, index);
    arb_set_d(balls.at(index), interval.centre);
    mag_set_d(arb_radref(balls.at(index)), interval.radius);
  }
  arb_struct* value = balls.at(box.size());
  evaluate(value, polynomial, indices, balls, precision);
  return arb_contains_zero(value) == 0;
}

}  // namespace leafwise::algebra::detail
