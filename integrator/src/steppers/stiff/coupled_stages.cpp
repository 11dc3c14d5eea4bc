// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/coupled_stages.hpp"

#include <algorithm>

#include "linear/small_vectors.hpp"
#include "steppers/radau5/stage_transform.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
CoupledStages<Real>::CoupledStages(std::size_t n, std::size_t l)
    : n_(n), l_(l), soft_(n * n), stiff_(3 * n * n), rates_(3 * n), matrix_(3 * n) {}

template <typename Real>
bool CoupledStages<Real>::factorize(Real h, DerivativeRows<Real> rows) {
  h_ = h;
  const auto& a = radau_transform<Real>().a;
  const std::size_t size = 3 * n_;
  for (std::size_t stage = 0; stage < 3; ++stage) {
    const Real* const stiff_part = stiff(stage);
    for (std::size_t other = 0; other < 3; ++other) {
      const Real first = h * a[stage][other];
      Real square = 0;
      for (std::size_t k = 0; k < 3; ++k) square += h * h * a[stage][k] * a[k][other];
      for (std::size_t i = 0; i < n_; ++i) {
        Real* const to = matrix_.entries.data() + (stage * n_ + i) * size + other * n_;
        for (std::size_t j = 0; j < n_; ++j) {
          to[j] = (stage == other && i == j ? Real{1} : Real{0}) - first * rows[i][n_ + j] -
                  square * (soft_[i * n_ + j] - stiff_part[i * n_ + j]);
        }
      }
    }
  }
  return matrix_.factorize();
}

template <typename Real>
void CoupledStages<Real>::solve(std::span<Real> r, DerivativeRows<Real> rows, Real square) {
  const auto& a = radau_transform<Real>().a;
  const std::size_t width = 2 * n_ + l_;
  // rates_ ← h A r_q, then the right-hand side of the accelerations.
  for (std::size_t stage = 0; stage < 3; ++stage) {
    for (std::size_t i = 0; i < n_; ++i) {
      Real sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += h_ * a[stage][k] * r[k * width + i];
      rates_[stage * n_ + i] = sum;
    }
  }
  Real* const right = matrix_.right.data();
  for (std::size_t stage = 0; stage < 3; ++stage) {
    const Real* const rate = rates_.data() + stage * n_;
    for (std::size_t i = 0; i < n_; ++i) {
      right[stage * n_ + i] = r[stage * width + n_ + i] + dot(soft_.data() + i * n_, rate, n_) -
                              dot(stiff(stage) + i * n_, rate, n_);
    }
  }
  matrix_.solve();
  // Δv = h A Δa, then Δq = h A (Δv + r_q).
  for (std::size_t stage = 0; stage < 3; ++stage) {
    for (std::size_t i = 0; i < n_; ++i) {
      Real sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += h_ * a[stage][k] * right[k * n_ + i];
      r[stage * width + n_ + i] = sum;
    }
  }
  for (std::size_t stage = 0; stage < 3; ++stage) {
    for (std::size_t i = 0; i < n_; ++i) {
      Real sum = rates_[stage * n_ + i];
      for (std::size_t k = 0; k < 3; ++k) sum += h_ * a[stage][k] * r[k * width + n_ + i];
      r[stage * width + i] = sum;
    }
    for (std::size_t i = 0; i < l_; ++i) {
      Real& entry = r[stage * width + 2 * n_ + i];
      entry = (entry + dot(rows[n_ + i], r.data() + stage * width, n_)) / square;
    }
  }
}

template class CoupledStages<double>;
template class CoupledStages<long double>;

}  // namespace leafwise::integrator::detail
