// SPDX-License-Identifier: GPL-3.0-or-later
#include "manifold/scaled_distribution.hpp"

#include <utility>

namespace leafwise::integrator::detail {

template <typename Real>
ScaledDistribution<Real>::ScaledDistribution(std::unique_ptr<Distribution<Real>> own,
                                             std::vector<Real> units,
                                             Real time)
    : own_(std::move(own)), units_(std::move(units)), time_(time), point_(units_.size()) {}

template <typename Real>
std::span<const Real> ScaledDistribution<Real>::scaled(std::span<const Real> z) {
  for (std::size_t j = 0; j < point_.size(); ++j) point_[j] = units_[j] * z[j];
  return point_;
}

template <typename Real>
DirectionQuality<Real> ScaledDistribution<Real>::direction(std::span<const Real> z,
                                                           std::span<Real> v) {
  const DirectionQuality<Real> quality = own_->direction(scaled(z), v);
  for (std::size_t j = 0; j < units_.size(); ++j) v[j] *= time_ / units_[j];
  return quality;
}

template <typename Real>
void ScaledDistribution<Real>::attached(std::span<const Real> z, std::span<Real> out) {
  own_->attached(scaled(z), out);
}

/// All coefficients below, since those of `differentiates` are not the curve's own.
template <typename Real>
bool ScaledDistribution<Real>::taylor(std::span<Real> curve, std::size_t degree) {
  const std::size_t m = units_.size();
  if (curve_.size() < curve.size()) curve_.resize(curve.size());
  Real power = 1;
  for (std::size_t d = 0; d < degree; ++d, power *= time_) {
    for (std::size_t j = 0; j < m; ++j) curve_[d * m + j] = units_[j] / power * curve[d * m + j];
  }
  if (!own_->taylor(std::span<Real>(curve_).first(curve.size()), degree)) return false;
  for (std::size_t j = 0; j < m; ++j) {
    curve[degree * m + j] = power / units_[j] * curve_[degree * m + j];
  }
  return true;
}

template <typename Real>
void ScaledDistribution<Real>::settle(std::span<const Real> z) {
  own_->settle(scaled(z));
}

template <typename Real>
std::unique_ptr<Distribution<Real>> ScaledDistribution<Real>::clone() const {
  return std::make_unique<ScaledDistribution>(own_->clone(), units_, time_);
}

template class ScaledDistribution<double>;
template class ScaledDistribution<long double>;

}  // namespace leafwise::integrator::detail
