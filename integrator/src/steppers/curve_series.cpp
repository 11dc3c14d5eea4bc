// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/curve_series.hpp"

#include <algorithm>
#include <cmath>

#include "linear/dense.hpp"

namespace leafwise::integrator {

template <typename Real>
CurveSeries<Real>::CurveSeries(const ManifoldProblem<Real>& problem,
                               Parameter parameter,
                               std::size_t order)
    : distribution_(problem.distribution->clone()),
      parameter_(parameter),
      dimension_(problem.dimension()),
      order_(order),
      units_(problem.units),
      curve_((order + 1) * dimension_),
      square_(order + 1),
      inverse_(order + 1),
      powers_((order + 1) * (order + 1)),
      scratch_(curve_.size()) {}

template <typename Real>
std::span<const Real> CurveSeries<Real>::coefficient(std::size_t degree) const {
  return std::span<const Real>(curve_).subspan(degree * dimension_, dimension_);
}

template <typename Real>
bool CurveSeries<Real>::expand(std::span<const Real> p, std::span<const Real> v) {
  std::ranges::copy(p, curve_.begin());
  for (std::size_t degree = 1; degree <= order_; ++degree) {
    if (!distribution_->taylor(curve_, degree)) return false;
  }
  if (!detail::all_finite(std::span<const Real>(curve_))) return false;
  const Real product = detail::dot(coefficient(1), v);
  if (parameter_ == Parameter::arclength) {
    use_arclength(product < 0);
    return detail::all_finite(std::span<const Real>(curve_));
  }
  return true;
}

template <typename Real>
void CurveSeries<Real>::set(std::span<const Real> coefficients) {
  std::ranges::fill(curve_, Real{0});
  std::ranges::copy(coefficients.first(std::min(coefficients.size(), curve_.size())),
                    curve_.begin());
}

/// Of two coefficients, as arc length has it.
template <typename Real>
Real CurveSeries<Real>::product(std::size_t i, std::size_t j) const {
  if (units_.empty()) return detail::dot(coefficient(i), coefficient(j));
  const Real* const a = coefficient(i).data();
  const Real* const b = coefficient(j).data();
  Real sum = 0;
  for (std::size_t k = 0; k < dimension_; ++k) sum += (units_[k] * a[k]) * (units_[k] * b[k]);
  return sum;
}

/// 1/|z'| = P^(−1/2), P = |z'|², by P y' = −½ P' y for y = P^(−1/2).
template <typename Real>
void CurveSeries<Real>::expand_inverse_speed() {
  std::ranges::fill(square_, Real{0});
  for (std::size_t i = 1; i <= order_; ++i) {
    for (std::size_t j = 1; i + j - 2 < order_; ++j) {
      square_[i + j - 2] += static_cast<Real>(i * j) * product(i, j);
      if (j == order_) break;
    }
  }
  inverse_[0] = 1 / std::sqrt(square_[0]);
  for (std::size_t n = 1; n < order_; ++n) {
    Real sum = 0;
    for (std::size_t k = 1; k <= n; ++k) {
      // n P_0 y_n = −Σ_{k=1}^{n} (n − k + k/2) P_k y_{n−k}
      sum += (static_cast<Real>(n) - static_cast<Real>(k) / 2) * square_[k] * inverse_[n - k];
    }
    inverse_[n] = -sum / (static_cast<Real>(n) * square_[0]);
  }
}

template <typename Real>
void CurveSeries<Real>::expand_powers_of_parameter() {
  const std::size_t width = order_ + 1;
  std::ranges::fill(powers_, Real{0});
  powers_[0] = 1;
  for (std::size_t d = 0; d < order_; ++d) {
    // Coefficient d of every power of t(s) is known from those of t up to d.
    for (std::size_t k = 2; k <= d; ++k) {
      Real sum = 0;
      for (std::size_t i = 1; i + k <= d + 1; ++i) {
        sum += powers_[width + i] * powers_[(k - 1) * width + d - i];
      }
      powers_[k * width + d] = sum;
    }
    Real slope = 0;
    for (std::size_t k = 0; k <= d; ++k) slope += inverse_[k] * powers_[k * width + d];
    powers_[width + d + 1] = slope / static_cast<Real>(d + 1);
  }
  for (std::size_t k = 2; k <= order_; ++k) {
    Real sum = 0;
    for (std::size_t i = 1; i + k <= order_ + 1; ++i) {
      sum += powers_[width + i] * powers_[(k - 1) * width + order_ - i];
    }
    powers_[k * width + order_] = sum;
  }
}

template <typename Real>
void CurveSeries<Real>::use_arclength(bool is_reversed) {
  expand_inverse_speed();
  expand_powers_of_parameter();
  const std::size_t width = order_ + 1;
  std::ranges::fill(scratch_, Real{0});
  for (std::size_t d = 0; d <= order_; ++d) {
    const bool changes_sign = is_reversed && d % 2 == 1;
    for (std::size_t k = d == 0 ? 0 : 1; k <= d; ++k) {
      const Real factor = powers_[k * width + d] * (changes_sign ? -1 : 1);
      detail::add_multiple(
          factor, curve_.data() + k * dimension_, scratch_.data() + d * dimension_, dimension_);
    }
  }
  std::swap(curve_, scratch_);
}

template class CurveSeries<double>;
template class CurveSeries<long double>;

}  // namespace leafwise::integrator
