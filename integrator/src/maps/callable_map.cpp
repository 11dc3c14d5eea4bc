// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/callable_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// The step that balances the error h² of a central difference with the round-off ε/h of its
/// values: ε^(1/3); for a second difference, ε/h² and ε^(1/4).
template <typename Real>
Real difference_step(int derivatives) {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  return derivatives == 1 ? std::cbrt(epsilon) : std::sqrt(std::sqrt(epsilon));
}

template <typename Real>
Real length(std::span<const Real> v) {
  return std::sqrt(detail::dot(v, v));
}

/// The size of a point, as the unit for steps.
template <typename Real>
Real unit_at(std::span<const Real> x) {
  Real unit = 1;
  for (const Real entry : x) unit = std::max(unit, std::abs(entry));
  return unit;
}

}  // namespace

template <typename Real>
CallableMap<Real>::CallableMap(std::size_t inputs,
                               std::size_t outputs,
                               MapFunctions<Real> functions)
    : inputs_(inputs),
      outputs_(outputs),
      functions_(std::move(functions)),
      point_(inputs),
      value_(outputs),
      matrix_(inputs * outputs) {
  if (!functions_.value) {
    throw InvalidInput({.message = "a map needs a function for its values",
                        .expected = "MapFunctions::value",
                        .range = {},
                        .place = {}});
  }
  if (inputs == 0 || outputs == 0) {
    throw InvalidInput({.message = "a map needs at least one input and one output",
                        .expected = {},
                        .range = {},
                        .place = {}});
  }
}

template <typename Real>
void CallableMap<Real>::value(std::span<const Real> x, std::span<Real> f) {
  functions_.value(x, f);
}

template <typename Real>
void CallableMap<Real>::jacobian(std::span<const Real> x,
                                 std::span<Real> f,
                                 std::span<Real> jacobian) {
  functions_.value(x, f);
  if (functions_.jacobian) {
    functions_.jacobian(x, jacobian);
  } else {
    difference_jacobian(x, jacobian);
  }
}

template <typename Real>
void CallableMap<Real>::difference_jacobian(std::span<const Real> x, std::span<Real> jacobian) {
  std::copy(x.begin(), x.end(), point_.begin());
  for (std::size_t j = 0; j < inputs_; ++j) {
    const Real step = difference_step<Real>(1) * std::max(Real{1}, std::abs(x[j]));
    point_[j] = x[j] + step;
    functions_.value(point_, value_);
    const Real above = point_[j];
    for (std::size_t i = 0; i < outputs_; ++i) jacobian[i * inputs_ + j] = value_[i];
    point_[j] = x[j] - step;
    functions_.value(point_, value_);
    // x ± h as rounded, not h: the difference is then exact.
    const Real width = above - point_[j];
    for (std::size_t i = 0; i < outputs_; ++i) {
      Real& entry = jacobian[i * inputs_ + j];
      entry = (entry - value_[i]) / width;
    }
    point_[j] = x[j];
  }
}

template <typename Real>
void CallableMap<Real>::second(std::span<const Real> x,
                               std::span<const Real> v,
                               std::span<const Real> w,
                               std::span<Real> out) {
  if (functions_.second) {
    functions_.second(x, v, w, out);
  } else if (functions_.jacobian) {
    second_from_jacobians(x, v, w, out);
  } else {
    second_from_values(x, v, w, out);
  }
}

/// (df(x + h w) − df(x − h w)) v / 2h
template <typename Real>
void CallableMap<Real>::second_from_jacobians(std::span<const Real> x,
                                              std::span<const Real> v,
                                              std::span<const Real> w,
                                              std::span<Real> out) {
  std::fill(out.begin(), out.end(), Real{0});
  const Real size = length(w);
  if (size == 0) return;
  const Real step = difference_step<Real>(1) * unit_at(x) / size;
  for (const int side : {1, -1}) {
    const Real signed_step = static_cast<Real>(side) * step;
    for (std::size_t j = 0; j < inputs_; ++j) point_[j] = x[j] + signed_step * w[j];
    functions_.jacobian(point_, matrix_);
    for (std::size_t i = 0; i < outputs_; ++i) {
      out[i] += detail::dot(matrix_.data() + i * inputs_, v.data(), inputs_) / (2 * signed_step);
    }
  }
}

/// (F(x+a+b) − F(x+a−b) − F(x−a+b) + F(x−a−b)) / 4, scaled: a and b along v and w.
template <typename Real>
void CallableMap<Real>::second_from_values(std::span<const Real> x,
                                           std::span<const Real> v,
                                           std::span<const Real> w,
                                           std::span<Real> out) {
  std::fill(out.begin(), out.end(), Real{0});
  const Real size_v = length(v);
  const Real size_w = length(w);
  if (size_v == 0 || size_w == 0) return;
  const Real step = difference_step<Real>(2) * unit_at(x);
  for (const int side_v : {1, -1}) {
    for (const int side_w : {1, -1}) {
      const Real a = static_cast<Real>(side_v) * step / size_v;
      const Real b = static_cast<Real>(side_w) * step / size_w;
      for (std::size_t j = 0; j < inputs_; ++j) point_[j] = x[j] + a * v[j] + b * w[j];
      functions_.value(point_, value_);
      for (std::size_t i = 0; i < outputs_; ++i) out[i] += value_[i] / (4 * a * b);
    }
  }
}

template <typename Real>
void CallableMap<Real>::taylor(std::span<const Real> curve,
                               std::size_t degree,
                               std::span<Real> out) {
  if (functions_.taylor) {
    functions_.taylor(curve, degree, out);
    return;
  }
  const std::span<const Real> x = curve.first(inputs_);
  if (degree == 0) {
    value(x, out);
    return;
  }
  if (degree > highest_taylor_degree()) {
    std::fill(out.begin(), out.end(), std::numeric_limits<Real>::quiet_NaN());
    return;
  }
  std::fill(out.begin(), out.end(), Real{0});
  if (degree == 2) {
    const std::span<const Real> first = curve.subspan(inputs_, inputs_);
    second(x, first, first, out);
    for (Real& entry : out) entry /= 2;
  }
  if (functions_.jacobian) {
    functions_.jacobian(x, matrix_);
  } else {
    difference_jacobian(x, matrix_);
  }
  const Real* top = curve.data() + degree * inputs_;
  for (std::size_t i = 0; i < outputs_; ++i) {
    out[i] += detail::dot(matrix_.data() + i * inputs_, top, inputs_);
  }
}

template <typename Real>
std::size_t CallableMap<Real>::highest_taylor_degree() const noexcept {
  return functions_.taylor ? every_degree : 2;
}

template <typename Real>
bool CallableMap<Real>::has_exact_derivatives() const noexcept {
  return functions_.jacobian && functions_.second && functions_.taylor;
}

template <typename Real>
std::unique_ptr<SmoothMap<Real>> CallableMap<Real>::clone() const {
  return std::make_unique<CallableMap>(*this);
}

template class CallableMap<double>;
template class CallableMap<long double>;

}  // namespace leafwise::integrator
