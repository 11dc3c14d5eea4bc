// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/smooth_expansion.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace leafwise::integrator::detail {

template <typename Real>
SmoothExpansion<Real>::SmoothExpansion(const StiffProblem<Real>& problem,
                                       const StiffFrame<Real>& frame,
                                       const TangentPoint<Real>& tangent,
                                       Real t,
                                       std::size_t order)
    : frame_(frame), n_(frame.size()), rank_(tangent.rank), top_(2 * order + 1) {
  for (std::size_t k = 0; k <= order; ++k) {
    coefficients_.emplace_back(top_ - 2 * k + 1, Vector::Zero(n_));
  }
  coefficients_[0][0] = tangent.position;
  coefficients_[0][1] = tangent.velocity;
  // q_k is of the size (time scale² ω²)^(−k): x of the size of the smallest ω² gives all terms of
  // one weight the same size. Chebyshev's points keep the interpolation well conditioned.
  const Real unit = frame.squares()(rank_ - 1);
  const std::size_t count = order + 1;
  Matrix powers(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Real angle =
        std::numbers::pi_v<Real> * static_cast<Real>(2 * i + 1) / static_cast<Real>(2 * count);
    const Real x = std::cos(angle);
    curves_.push_back(make_curve(problem, x * unit, t));
    Real power = 1;
    for (Eigen::Index k = 0; k < powers.cols(); ++k) {
      powers(static_cast<Eigen::Index>(i), k) = power;
      power *= x;
    }
  }
  interpolation_ = powers.inverse();
  Real scale = 1;
  for (Eigen::Index k = 0; k < powers.cols(); ++k) {
    interpolation_.row(k) /= scale;
    scale *= unit;
  }
}

template <typename Real>
typename SmoothExpansion<Real>::Curve SmoothExpansion<Real>::make_curve(
    const StiffProblem<Real>& problem, Real x, Real t) const {
  Curve curve;
  curve.x = x;
  if (problem.mass) curve.mass = problem.mass->clone();
  curve.force = problem.force->clone();
  curve.gradient = problem.gradient->clone();
  const std::size_t n = problem.size();
  curve.place.assign((1 + n) * (top_ + 1), 0);
  curve.state.assign((1 + 2 * n) * (top_ + 1), 0);
  for (std::vector<Real>* series : {&curve.place, &curve.state}) {
    (*series)[0] = t;
    (*series)[series == &curve.place ? 1 + n : 1 + 2 * n] = 1;
  }
  return curve;
}

/// The coefficient of s^(weight − derivatives) of the derivative of q by t.
template <typename Real>
typename SmoothExpansion<Real>::Vector SmoothExpansion<Real>::sum(const Curve& curve,
                                                                  std::size_t weight,
                                                                  int derivatives) const {
  Vector result = Vector::Zero(n_);
  Real power = 1;
  for (std::size_t k = 0; 2 * k <= weight && k < coefficients_.size(); ++k) {
    const std::size_t j = weight - 2 * k;
    Real factor = power;
    for (int d = 0; d < derivatives; ++d) factor *= static_cast<Real>(j) - static_cast<Real>(d);
    if (factor != 0) result += factor * coefficients_[k][j];
    power *= curve.x;
  }
  return result;
}

template <typename Real>
void SmoothExpansion<Real>::set_position(Curve& curve, std::size_t weight) {
  const auto n = static_cast<std::size_t>(n_);
  const Vector position = sum(curve, weight, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const Real value = position(static_cast<Eigen::Index>(i));
    curve.place[weight * (1 + n) + 1 + i] = value;
    curve.state[weight * (1 + 2 * n) + 1 + i] = value;
  }
}

/// −[δ (M q'' − f) + ∇U] of this weight, with zeros in place of the coefficients that are sought.
template <typename Real>
typename SmoothExpansion<Real>::Vector SmoothExpansion<Real>::remainder(Curve& curve,
                                                                        std::size_t weight) {
  set_position(curve, weight);
  Vector gradient(n_);
  curve.gradient->taylor(curve.place, weight, {gradient.data(), static_cast<std::size_t>(n_)});
  Vector inertia = Vector::Zero(n_);
  if (curve.mass) {
    for (std::size_t a = 1; a + 2 <= weight; ++a) {
      inertia += curve.masses[a] * curve.accelerations[weight - 2 - a];
    }
  }
  return -gradient - curve.x * (inertia - curve.forces[weight - 2]);
}

template <typename Real>
void SmoothExpansion<Real>::solve(std::size_t weight, const std::vector<Vector>& values) {
  const std::size_t last = weight / 2;
  std::vector<Vector> right(last + 2, Vector::Zero(n_));  // xᵢᵀ R_k
  for (std::size_t k = 0; k <= last; ++k) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      right[k] += interpolation_(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) *
                  (frame_.directions().transpose() * values[i]);
    }
  }
  Vector before = Vector::Zero(n_);  // components of q_{k−1,j+2}
  for (std::size_t k = 0; k <= last; ++k) {
    const std::size_t j = weight - 2 * k;
    Vector components = Vector::Zero(n_);
    const Real twice = static_cast<Real>((j + 1) * (j + 2));
    components.head(rank_) =
        (right[k] - twice * before).head(rank_).cwiseQuotient(frame_.squares().head(rank_));
    if (j >= 2) {
      components.tail(n_ - rank_) = right[k + 1].tail(n_ - rank_) / static_cast<Real>(j * (j - 1));
    }
    coefficients_[k][j] = frame_.directions() * components;
    before = components;
  }
}

/// The series of all functions along the curve, now that coefficients of this weight are known.
template <typename Real>
void SmoothExpansion<Real>::extend(Curve& curve, std::size_t weight) {
  const auto n = static_cast<std::size_t>(n_);
  set_position(curve, weight);
  Vector values(n_);
  curve.gradient->taylor(curve.place, weight, {values.data(), n});
  if (weight >= 2) curve.accelerations.push_back(sum(curve, weight, 2));
  if (weight >= 1 && weight + 1 <= top_) {
    const Vector velocity = sum(curve, weight, 1);
    for (std::size_t i = 0; i < n; ++i) {
      curve.state[(weight - 1) * (1 + 2 * n) + 1 + n + i] = velocity(static_cast<Eigen::Index>(i));
    }
    curve.force->taylor(curve.state, weight - 1, {values.data(), n});
    curve.forces.push_back(values);
  }
  if (curve.mass && weight + 2 <= top_) {
    Matrix mass(n_, n_);  // symmetric: by rows or by columns is the same
    curve.mass->taylor(curve.place, weight, {mass.data(), n * n});
    curve.masses.push_back(mass);
  }
}

template <typename Real>
bool SmoothExpansion<Real>::expand() {
  for (std::size_t weight = 0; weight <= top_; ++weight) {
    if (weight >= 2) {
      std::vector<Vector> values;
      for (Curve& curve : curves_) {
        values.push_back(remainder(curve, weight));
        if (!values.back().allFinite()) return false;
      }
      solve(weight, values);
    }
    for (Curve& curve : curves_) extend(curve, weight);
  }
  return true;
}

template class SmoothExpansion<double>;
template class SmoothExpansion<long double>;

}  // namespace leafwise::integrator::detail
