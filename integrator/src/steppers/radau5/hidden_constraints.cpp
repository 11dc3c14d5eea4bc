// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/hidden_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Newton's method with matrices of the order of the local error away: digits double at once.
constexpr int most_iterations = 8;
/// Residuals in units of the round-off of their terms that are good enough to stop at once. Those
/// of velocities are summed exactly.
constexpr double good_positions = 1;
constexpr double good_velocities = 0.125;
/// Of the largest coordinate, below which coordinates count as this large.
constexpr double small_share = 1.0 / 64;
/// Stalled residuals of so many units are still round-off.
constexpr double most_round_off = 1000;
constexpr double good_accelerations = 4;
/// A matrix that leaves less than this part serves once more.
constexpr double reuse_below = 1e-2;
/// Multipliers are found once what they leave of d₃ falls below this part and falls no more.
constexpr double largest_share = 1e-8;

template <typename Real>
Real largest(std::span<const Real> values) {
  Real most = 0;
  for (const Real value : values) most = std::abs(value) > most ? std::abs(value) : most;
  return most;
}

/// Sums for residuals, of which nothing but round-off is left: in long double, so that what remains
/// is the rounding of v.
template <typename Real>
Real exact_dot(const Real* a, const Real* b, std::size_t n) {
  long double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += static_cast<long double>(a[i]) * static_cast<long double>(b[i]);
  }
  return static_cast<Real>(sum);
}

/// What the rounding of the x alone changes a sum Σ a_j x_j by, in units of the last place of 1.
/// Where all of its terms happen to vanish, it is still not exact: the largest x counts a little.
template <typename Real>
Real rounding_of(const Real* a, const Real* x, std::size_t n, Real largest_x) {
  Real sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    sum += std::abs(a[j]) * (std::abs(x[j]) + static_cast<Real>(small_share) * largest_x);
  }
  return std::max(sum, std::numeric_limits<Real>::min());
}

}  // namespace

template <typename Real>
HiddenConstraints<Real>::HiddenConstraints(const HessenbergProblem<Real>& problem)
    : n_(problem.positions.size()),
      m_(problem.velocities.size()),
      l_(problem.multipliers.size()),
      constraints_(problem.constraints->clone()),
      rates_(problem.rates ? problem.rates->clone() : nullptr),
      system_(problem.system->clone()),
      g_(l_),
      slopes_(l_ * (1 + n_)),
      direction_(1 + n_),
      residual_(l_),
      second_(l_),
      fields_(system_->outputs()),
      rate_slopes_(rates_ ? n_ * (1 + n_ + m_) : 0),
      rate_values_(n_),
      along_velocity_(m_ * l_),
      along_position_(n_ * l_),
      gamma_(l_) {}

/// direction_ ← (1, f)
template <typename Real>
void HiddenConstraints<Real>::set_rates(std::span<const Real> point) {
  direction_[0] = 1;
  const std::span<Real> rates = std::span<Real>(direction_).subspan(1);
  if (rates_) {
    rates_->value(point.first(1 + n_ + m_), rates);
  } else {
    copy_few(point.data() + 1 + n_, rates.data(), n_);
  }
}

/// residual_ ← d₂, with slopes_ of the point; the largest in units of its round-off.
template <typename Real>
Real HiddenConstraints<Real>::velocity_defects(std::span<const Real> point) {
  set_rates(point);
  const Real most = largest(std::span<const Real>(direction_).subspan(1));
  Real worst = 0;
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const row = slopes_.data() + i * (1 + n_);
    residual_[i] = exact_dot(row, direction_.data(), 1 + n_);
    const Real size = rounding_of(row, direction_.data(), 1 + n_, most);
    const Real share = std::abs(residual_[i]) / size;
    if (!(share <= worst)) worst = share;
  }
  return worst / std::numeric_limits<Real>::epsilon();
}

template <typename Real>
Defects<Real> HiddenConstraints<Real>::measure(std::span<const Real> point) {
  constraints_->jacobian(point.first(1 + n_), g_, slopes_);
  (void)velocity_defects(point);
  return {largest<Real>(g_), largest<Real>(residual_), 0};
}

/// residual_ ← d₃. @pre slopes_ are those of the point
template <typename Real>
Real HiddenConstraints<Real>::acceleration_defects(std::span<const Real> point) {
  set_rates(point);
  constraints_->second(point.first(1 + n_), direction_, direction_, second_);
  system_->value(point, fields_);
  const Real* const k = fields_.data() + (rates_ ? n_ : 0);
  if (rates_) {
    rates_->jacobian(point.first(1 + n_ + m_), rate_values_, rate_slopes_);
    for (std::size_t i = 0; i < n_; ++i) {
      const Real* const row = rate_slopes_.data() + i * (1 + n_ + m_);
      rate_values_[i] = dot(row, direction_.data(), 1 + n_) + dot(row + 1 + n_, k, m_);
    }
  } else {
    std::copy(k, k + m_, rate_values_.begin());
  }
  rounding_ = std::numeric_limits<Real>::min();
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const row = slopes_.data() + i * (1 + n_) + 1;
    residual_[i] = second_[i] + dot(row, rate_values_.data(), n_);
    Real terms = std::abs(second_[i]);
    for (std::size_t j = 0; j < n_; ++j) terms += std::abs(row[j] * rate_values_[j]);
    rounding_ = std::max(rounding_, std::numeric_limits<Real>::epsilon() * terms);
  }
  return largest<Real>(residual_);
}

template <typename Real>
Defects<Real> HiddenConstraints<Real>::measure_all(std::span<const Real> point) {
  Defects<Real> result = measure(point);
  result.acceleration = acceleration_defects(point);
  return result;
}

/// k_λ, f_v k_λ and Γ. @pre slopes_ are those of the point
template <typename Real>
bool HiddenConstraints<Real>::factorize(const HessenbergStages<Real>& stages) {
  const std::size_t width = stages.width();
  const Real* const derivative = stages.derivative().data();
  const Real* const rows = derivative + stages.first_acceleration() * width;
  for (std::size_t i = 0; i < m_; ++i) {
    copy_few(rows + i * width + 1 + n_ + m_, along_velocity_.data() + i * l_, l_);
  }
  if (rates_) {
    for (std::size_t i = 0; i < n_; ++i) {
      Real* const to = along_position_.data() + i * l_;
      std::fill(to, to + l_, Real{0});
      for (std::size_t j = 0; j < m_; ++j) {
        add_multiple(derivative[i * width + 1 + n_ + j], along_velocity_.data() + j * l_, to, l_);
      }
    }
  } else {
    copy_few(along_velocity_.data(), along_position_.data(), n_ * l_);
  }
  for (std::size_t i = 0; i < l_; ++i) {
    Real* const to = gamma_.entries.data() + i * l_;
    std::fill(to, to + l_, Real{0});
    const Real* const slope = slopes_.data() + i * (1 + n_) + 1;
    for (std::size_t j = 0; j < n_; ++j) {
      add_multiple(slope[j], along_position_.data() + j * l_, to, l_);
    }
  }
  return gamma_.factorize();
}

/// u −= f_v k_λ Γ⁻¹ g, until that is round-off.
template <typename Real>
bool HiddenConstraints<Real>::settle_positions(std::span<Real> point) {
  const std::span<const Real> place = point.first(1 + n_);
  const Real most = largest(place.subspan(1));
  Real last = std::numeric_limits<Real>::max();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    constraints_->value(place, g_);
    Real worst = 0;
    for (std::size_t i = 0; i < l_; ++i) {
      const Real size =
          rounding_of<Real>(slopes_.data() + i * (1 + n_), point.data(), 1 + n_, most);
      const Real share = std::abs(g_[i]) / size;
      if (!(share <= worst)) worst = share;
    }
    worst /= std::numeric_limits<Real>::epsilon();
    if (!(worst <= std::numeric_limits<Real>::max())) return false;
    if (worst <= static_cast<Real>(good_positions) || worst > last / 2)
      return worst < static_cast<Real>(most_round_off);
    last = worst;
    copy_few(g_.data(), gamma_.right.data(), l_);
    gamma_.solve();
    for (std::size_t j = 0; j < n_; ++j) {
      point[1 + j] -= dot(along_position_.data() + j * l_, gamma_.right.data(), l_);
    }
  }
  return false;
}

/// v −= k_λ Γ⁻¹ d₂, until that is round-off. @pre slopes_ are those of the point
template <typename Real>
bool HiddenConstraints<Real>::settle_velocities(std::span<Real> point) {
  Real last = std::numeric_limits<Real>::max();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Real worst = velocity_defects(point);
    if (!(worst <= std::numeric_limits<Real>::max())) return false;
    if (worst <= static_cast<Real>(good_velocities) || worst > last / 2)
      return worst < static_cast<Real>(most_round_off);
    last = worst;
    copy_few(residual_.data(), gamma_.right.data(), l_);
    gamma_.solve();
    for (std::size_t j = 0; j < m_; ++j) {
      point[1 + n_ + j] -= dot(along_velocity_.data() + j * l_, gamma_.right.data(), l_);
    }
  }
  return false;
}

template <typename Real>
bool HiddenConstraints<Real>::project(const HessenbergStages<Real>& stages, std::span<Real> point) {
  const Real* const rows =
      stages.derivative().data() + (stages.first_acceleration() + m_) * stages.width();
  for (std::size_t i = 0; i < l_; ++i) {
    copy_few(rows + i * stages.width(), slopes_.data() + i * (1 + n_), 1 + n_);
  }
  if (!factorize(stages) || !settle_positions(point)) return false;
  constraints_->jacobian(point.first(1 + n_), g_, slopes_);
  return settle_velocities(point);
}

template <typename Real>
bool HiddenConstraints<Real>::find_multipliers(HessenbergStages<Real>& stages,
                                               std::span<Real> point) {
  constraints_->jacobian(point.first(1 + n_), g_, slopes_);
  Real first = 0;
  Real last = std::numeric_limits<Real>::infinity();
  bool is_fresh = false;
  for (int iteration = 0; iteration < 4 * most_iterations; ++iteration) {
    const Real worst = acceleration_defects(point);
    if (!(worst <= std::numeric_limits<Real>::max())) return false;
    if (iteration == 0) first = worst;
    if (worst <= static_cast<Real>(good_accelerations) * rounding_) return true;
    if (is_fresh && !(worst < last / 2)) {
      return worst <= std::max(static_cast<Real>(largest_share) * first,
                               static_cast<Real>(most_round_off) * rounding_);
    }
    // Where k is affine in λ, and mostly elsewhere, Γ serves for the second iteration too.
    is_fresh = iteration == 0 || !(worst < static_cast<Real>(reuse_below) * last);
    last = worst;
    if (is_fresh && (!stages.linearise(point) || !factorize(stages))) return false;
    copy_few(residual_.data(), gamma_.right.data(), l_);
    gamma_.solve();
    for (std::size_t j = 0; j < l_; ++j) point[1 + n_ + m_ + j] -= gamma_.right[j];
  }
  return false;
}

template <typename Real>
bool HiddenConstraints<Real>::find_field(HessenbergStages<Real>& stages,
                                         std::span<Real> point,
                                         std::span<Real> field) {
  if (!find_multipliers(stages, point)) return false;
  // Of this point: the last that was evaluated.
  const Real* const k = fields_.data() + (rates_ ? n_ : 0);
  const Real* const f = rates_ ? fields_.data() : point.data() + 1 + n_;
  std::copy(f, f + n_, field.begin());
  std::copy(k, k + m_, field.begin() + static_cast<std::ptrdiff_t>(n_));
  return all_finite(std::span<const Real>(field));
}

template class HiddenConstraints<double>;
template class HiddenConstraints<long double>;

}  // namespace leafwise::integrator::detail
