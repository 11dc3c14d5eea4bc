// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "steppers/radau5/radau_stepper.hpp"

// The collocation polynomial of the last step: in it, and continued as a first guess of the next.
namespace leafwise::integrator::detail {

/// The collocation polynomial of the last step, continued. [HW96, (IV.8.5)]
template <typename Real>
void RadauStepper<Real>::predict(Real h) {
  const std::size_t size = system_.size();
  const auto& c = radau_transform<Real>().c;
  if (state_.is_first) {
    for (std::size_t i = 0; i < 3; ++i) std::ranges::fill(newton_.z(i), Real{0});
    return;
  }
  const Real ratio = h / state_.last_step;
  const Real* const d0 = state_.differences.data();
  const Real* const d1 = d0 + size;
  const Real* const d2 = d1 + size;
  for (std::size_t i = 0; i < 3; ++i) {
    const Real s = c[i] * ratio;
    const Real s2 = s - (c[1] - 1);
    const Real s1 = s - (c[0] - 1);
    const std::span<Real> z = newton_.z(i);
    for (std::size_t j = 0; j < size; ++j) z[j] = s * (d0[j] + s2 * (d1[j] + s1 * d2[j]));
  }
}

template <typename Real>
void RadauStepper<Real>::interpolate(Real share, std::span<Real> out) const {
  const std::size_t size = state_.y.size();
  const auto& c = radau_transform<Real>().c;
  const Real s = share - 1;
  const Real s2 = s - (c[1] - 1);
  const Real s1 = s - (c[0] - 1);
  const Real* const d = state_.differences.data();
  for (std::size_t j = 0; j < size; ++j) {
    out[j] = state_.end[j] + s * (d[j] + s2 * (d[size + j] + s1 * d[2 * size + j]));
  }
}

template <typename Real>
void RadauStepper<Real>::differentiate(Real share, std::span<Real> out) const {
  const std::size_t size = state_.y.size();
  const auto& c = radau_transform<Real>().c;
  const Real s = share - 1;
  const Real first = c[1] - 1;
  const Real second = c[0] - 1;
  const Real linear = 2 * s - first;
  const Real quadratic = 3 * s * s - 2 * s * (first + second) + first * second;
  const Real* const d = state_.differences.data();
  for (std::size_t j = 0; j < size; ++j) {
    out[j] = d[j] + linear * d[size + j] + quadratic * d[2 * size + j];
  }
}

template class RadauStepper<double>;
template class RadauStepper<long double>;

}  // namespace leafwise::integrator::detail
