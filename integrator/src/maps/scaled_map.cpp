// SPDX-License-Identifier: GPL-3.0-or-later
#include "maps/scaled_map.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::integrator::detail {

template <typename Real>
ScaledMap<Real>::ScaledMap(std::unique_ptr<SmoothMap<Real>> map,
                           std::vector<Real> of_inputs,
                           std::vector<Real> of_outputs)
    : map_(std::move(map)),
      of_inputs_(std::move(of_inputs)),
      of_outputs_(std::move(of_outputs)),
      x_(of_inputs_.size()),
      v_(of_inputs_.size()),
      w_(of_inputs_.size()) {}

template <typename Real>
std::span<const Real> ScaledMap<Real>::scaled(std::span<const Real> x,
                                              std::vector<Real>& room) const {
  for (std::size_t j = 0; j < room.size(); ++j) room[j] = of_inputs_[j] * x[j];
  return room;
}

template <typename Real>
void ScaledMap<Real>::scale_outputs(std::span<Real> f) const {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] *= of_outputs_[i];
}

template <typename Real>
void ScaledMap<Real>::value(std::span<const Real> x, std::span<Real> f) {
  map_->value(scaled(x, x_), f);
  scale_outputs(f);
}

template <typename Real>
void ScaledMap<Real>::jacobian(std::span<const Real> x,
                               std::span<Real> f,
                               std::span<Real> jacobian) {
  map_->jacobian(scaled(x, x_), f, jacobian);
  scale_outputs(f);
  const std::size_t n = of_inputs_.size();
  for (std::size_t i = 0; i < of_outputs_.size(); ++i) {
    for (std::size_t j = 0; j < n; ++j) jacobian[i * n + j] *= of_outputs_[i] * of_inputs_[j];
  }
}

template <typename Real>
void ScaledMap<Real>::second(std::span<const Real> x,
                             std::span<const Real> v,
                             std::span<const Real> w,
                             std::span<Real> out) {
  map_->second(scaled(x, x_), scaled(v, v_), scaled(w, w_), out);
  scale_outputs(out);
}

/// The coefficient before may have been solved for since it was last seen.
template <typename Real>
void ScaledMap<Real>::taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) {
  const std::size_t n = of_inputs_.size();
  if (curve_.size() < (degree + 1) * n) curve_.resize((degree + 1) * n);
  for (std::size_t k = (degree - std::min<std::size_t>(degree, 1)) * n; k < (degree + 1) * n; ++k) {
    curve_[k] = of_inputs_[k % n] * curve[k];
  }
  map_->taylor(curve_, degree, out);
  scale_outputs(out);
}

template <typename Real>
std::unique_ptr<SmoothMap<Real>> ScaledMap<Real>::clone() const {
  return std::make_unique<ScaledMap>(map_->clone(), of_inputs_, of_outputs_);
}

template class ScaledMap<double>;
template class ScaledMap<long double>;

}  // namespace leafwise::integrator::detail
