// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/geometry.hpp"

namespace leafwise::integrator {

/// The Taylor coefficients of the integral curve through a point, in the parameter of the geometry.
///
/// The distribution gives them for the independent variable as parameter. For arc length the series
/// is reparametrised: with r = 1/|z'(t)| as a series in t, t(s) solves t' = r(t), and z(t(s)) is
/// composed from the powers of t(s). At a fold, where t(s) is not smooth, there is no series.
template <typename Real>
class CurveSeries {
 public:
  CurveSeries(const ManifoldProblem<Real>& problem, Parameter parameter, std::size_t order);

  /// Coefficients 0…order at the point p, where the oriented field is v. False: there are none.
  [[nodiscard]] bool expand(std::span<const Real> p, std::span<const Real> v);

  /// Coefficients from elsewhere; those that are not given are 0. @pre dimension divides their
  /// number
  void set(std::span<const Real> coefficients);

  /// Of its own copy of the distribution.
  [[nodiscard]] std::vector<std::int64_t> memory() const { return distribution_->memory(); }
  void restore(std::span<const std::int64_t> memory) { distribution_->restore(memory); }

  [[nodiscard]] std::size_t order() const noexcept { return order_; }
  [[nodiscard]] std::span<const Real> coefficient(std::size_t degree) const;
  /// All of them, as SmoothMap::taylor takes them.
  [[nodiscard]] std::span<const Real> coefficients() const { return curve_; }

 private:
  void use_arclength(bool is_reversed);
  [[nodiscard]] Real product(std::size_t i, std::size_t j) const;
  void expand_inverse_speed();
  void expand_powers_of_parameter();

  std::unique_ptr<Distribution<Real>> distribution_;
  Parameter parameter_;
  std::size_t dimension_;
  std::size_t order_;
  std::vector<Real> units_;    ///< what 1 counts in arc length; empty: 1
  std::vector<Real> curve_;    ///< in the parameter of the distribution, then in ours
  std::vector<Real> square_;   ///< |z'(t)|², in powers of t
  std::vector<Real> inverse_;  ///< |z'(t)|⁻¹
  std::vector<Real> powers_;   ///< coefficient d of t(s)ᵏ at k (order + 1) + d
  std::vector<Real> scratch_;
};

}  // namespace leafwise::integrator
