// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/stage_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace leafwise::integrator::detail {
namespace {

/// Corrections may grow from one iteration to the next by less than this. [HW96, IV.8]
constexpr double largest_contraction = 0.99;

}  // namespace

template <typename Real>
StageNewton<Real>::StageNewton(StageSystem<Real>& system,
                               Real relative_tolerance,
                               int most_iterations)
    : system_(system),
      transform_(radau_transform<Real>()),
      size_(system.size()),
      // Below 10 ε the corrections are round-off; 0.03 is RADAU5's largest κ.
      tolerance_(std::max(10 * std::numeric_limits<Real>::epsilon() / relative_tolerance,
                          std::min(static_cast<Real>(0.03L), std::sqrt(relative_tolerance)))),
      most_iterations_(most_iterations),
      z_(3 * size_),
      w_(3 * size_),
      r_(3 * size_),
      point_(1 + size_) {}

template <typename Real>
StageNewton<Real>::StageNewton(StageSystem<Real>& system, Watching watching)
    : StageNewton(system, Real{1}, watching.most_iterations) {
  tolerance_ = watching.tolerance;
  stops_growing_ = watching.stops_growing;
  measure_ = std::move(watching.measure);
}

template <typename Real>
bool StageNewton<Real>::evaluate_stages(Real t,
                                        Real h,
                                        std::span<const Real> y,
                                        RadauCounters& count) {
  for (std::size_t i = 0; i < 3; ++i) {
    point_[0] = t + transform_.c[i] * h;
    const Real* const increment = z_.data() + i * size_;
    for (std::size_t j = 0; j < size_; ++j) point_[1 + j] = y[j] + increment[j];
    ++count.functions;
    if (!system_.evaluate_stage(i, point_, {r_.data() + i * size_, size_})) return false;
  }
  return true;
}

/// r ← (by ⊗ I) r
template <typename Real>
void StageNewton<Real>::change(const std::array<std::array<Real, 3>, 3>& by) {
  Real* const r0 = r_.data();
  Real* const r1 = r0 + size_;
  Real* const r2 = r1 + size_;
  for (std::size_t j = 0; j < size_; ++j) {
    const Real f0 = r0[j];
    const Real f1 = r1[j];
    const Real f2 = r2[j];
    r0[j] = by[0][0] * f0 + by[0][1] * f1 + by[0][2] * f2;
    r1[j] = by[1][0] * f0 + by[1][1] * f1 + by[1][2] * f2;
    r2[j] = by[2][0] * f0 + by[2][1] * f1 + by[2][2] * f2;
  }
}

/// r ← T⁻¹ F − Λ/h B w
template <typename Real>
void StageNewton<Real>::to_blocks(Real h) {
  change(transform_.from_stages);
  Real* const r0 = r_.data();
  Real* const r1 = r0 + size_;
  Real* const r2 = r1 + size_;
  const Real gamma = transform_.gamma / h;
  const Real alpha = transform_.alpha / h;
  const Real beta = transform_.beta / h;
  const Real* const w0 = w_.data();
  const Real* const w1 = w0 + size_;
  const Real* const w2 = w1 + size_;
  const std::size_t differential = system_.differential();
  for (std::size_t j = 0; j < differential; ++j) {
    r0[j] -= gamma * w0[j];
    r1[j] -= alpha * w1[j] - beta * w2[j];
    r2[j] -= beta * w1[j] + alpha * w2[j];
  }
}

/// w += r, z = T w; the norm of r.
template <typename Real>
Real StageNewton<Real>::correct(std::span<const Real> weights) {
  const auto& t = transform_.to_stages;
  Real even = 0;
  for (std::size_t j = 0; j < size_; ++j) {
    const Real d0 = r_[j] * weights[j];
    const Real d1 = r_[size_ + j] * weights[j];
    const Real d2 = r_[2 * size_ + j] * weights[j];
    even += d0 * d0 + d1 * d1 + d2 * d2;
    const Real w0 = w_[j] += r_[j];
    const Real w1 = w_[size_ + j] += r_[size_ + j];
    const Real w2 = w_[2 * size_ + j] += r_[2 * size_ + j];
    z_[j] = t[0][0] * w0 + t[0][1] * w1 + t[0][2] * w2;
    z_[size_ + j] = t[1][0] * w0 + t[1][1] * w1 + t[1][2] * w2;
    z_[2 * size_ + j] = t[2][0] * w0 + t[2][1] * w1 + t[2][2] * w2;
  }
  return std::sqrt(even / static_cast<Real>(3 * size_));
}

template <typename Real>
void StageNewton<Real>::from_transformed() {
  const auto& back = transform_.from_stages;
  for (std::size_t i = 0; i < 3; ++i) {
    Real* const to = w_.data() + i * size_;
    for (std::size_t j = 0; j < size_; ++j) {
      to[j] = back[i][0] * z_[j] + back[i][1] * z_[size_ + j] + back[i][2] * z_[2 * size_ + j];
    }
  }
}

/// Whether the tolerance will not be met within the iterations that are left. [HW96, (IV.8.11)]
template <typename Real>
bool StageNewton<Real>::is_hopeless(Real size) {
  if (iterations_ == 1 || iterations_ >= most_iterations_) return false;
  const Real ratio = size / last_size_;
  if (measure_) {
    contraction_ = ratio;
    step_factor_ = 0;
    return stops_growing_ && !(ratio < static_cast<Real>(largest_contraction));
  }
  contraction_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_ratio_);
  last_ratio_ = ratio;
  step_factor_ = 0;
  if (!(contraction_ < static_cast<Real>(largest_contraction))) return true;
  factor_ = contraction_ / (1 - contraction_);
  const int left = most_iterations_ - 1 - iterations_;
  Real expected = factor_ * size / tolerance_;
  for (int i = 0; i < left; ++i) expected *= contraction_;
  if (expected < 1) return false;
  const Real excess = std::clamp(expected, static_cast<Real>(1e-4L), static_cast<Real>(20.0L));
  step_factor_ = static_cast<Real>(0.8L) * std::pow(excess, Real{-1} / static_cast<Real>(4 + left));
  return true;
}

template <typename Real>
typename StageNewton<Real>::Result StageNewton<Real>::solve(
    Real t, Real h, std::span<const Real> y, std::span<const Real> weights, RadauCounters& count) {
  from_transformed();
  iterations_ = 0;
  contraction_ = 0;
  factor_ =
      std::pow(std::max(factor_, std::numeric_limits<Real>::epsilon()), static_cast<Real>(0.8L));
  while (iterations_ < most_iterations_) {
    if (!evaluate_stages(t, h, y, count)) break;
    to_blocks(h);
    if (system_.is_coupled()) {
      change(transform_.to_stages);
      system_.solve_coupled(r_);
      change(transform_.from_stages);
    } else {
      system_.solve({r_.data(), size_});
      system_.solve_pair({r_.data() + size_, size_}, {r_.data() + 2 * size_, size_});
    }
    ++iterations_;
    ++count.newton;
    Real size = correct(weights);
    if (measure_) {
      change(transform_.to_stages);
      size = measure_(r_);
      factor_ = 1;
    }
    if (is_hopeless(size)) return step_factor_ > 0 ? Result::too_slow : Result::diverging;
    last_size_ = std::max(size, std::numeric_limits<Real>::epsilon());
    if (factor_ * size <= tolerance_) return Result::converged;
    if (!(size <= std::numeric_limits<Real>::max())) break;
  }
  return Result::diverging;
}

template class StageNewton<double>;
template class StageNewton<long double>;

}  // namespace leafwise::integrator::detail
