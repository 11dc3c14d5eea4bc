// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/division_passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "leafwise/core/check.hpp"
#include "steppers/curve_terms.hpp"

namespace leafwise::integrator {
namespace {

/// Of the step to the way to the place; on a grid the least one.
constexpr double ratio = 1.5;
constexpr double least_ratio = 1.25;
/// Distances of fewer roundings of the independent variable are not known.
constexpr double least_roundings = 1e5;
/// 1/v is larger than at the start by more than the inverse: not projected.
constexpr double too_near = 1e-3;

}  // namespace

template <typename Real>
DivisionPassage<Real>::DivisionPassage(const ManifoldProblem<Real>& problem,
                                       const Divisions<Real>& divisions,
                                       const Tolerance<Real>& tolerance)
    : SeriesPassage<Real>(
          problem, Parameter::independent, tolerance, SeriesPassage<Real>::Against::change),
      reciprocals_(divisions.reciprocals),
      roots_(divisions.roots) {
  if (!divisions.divisors || !problem.independent) return;
  if (problem.distribution->highest_taylor_degree() < highest_degree) return;
  if (divisions.divisors->highest_taylor_degree() < highest_degree) return;
  divisors_ = divisions.divisors->clone();
  const std::size_t count = divisors_->outputs();
  LEAFWISE_DEMAND(divisors_->inputs() == problem.dimension() && reciprocals_.size() == count);
  for (const auto& coordinate : reciprocals_) {
    if (coordinate) limits_.is_left_out.at(*coordinate) = 1;
  }
  values_.resize(count);
  before_.resize(count);
  in_vain_.resize(count);
  divisor_values_.resize(count);
  divisor_series_.resize(count * (highest_degree + 1));
}

template <typename Real>
bool DivisionPassage<Real>::expand(const Step<Real>& step) {
  if (is_expanded_) return true;
  if (!this->expand_series(step)) return false;
  const std::size_t count = divisors_->outputs();
  for (std::size_t d = 0; d <= highest_degree; ++d) {
    divisors_->taylor(series_->coefficients().first((d + 1) * point_.size()), d, divisor_values_);
    for (std::size_t i = 0; i < count; ++i) {
      divisor_series_[i * (highest_degree + 1) + d] = divisor_values_[i];
    }
  }
  is_expanded_ = true;
  return true;
}

template <typename Real>
std::optional<Real> DivisionPassage<Real>::distance(const Step<Real>& step, Real direction) {
  if (!exists() || !expand(step)) return std::nullopt;
  constexpr std::size_t terms = highest_degree + 1;
  std::optional<Real> nearest;
  for (std::size_t i = 0; i < reciprocals_.size(); ++i) {
    const std::optional<Real> found = detail::zero_of_series<Real>(
        std::span<const Real>(divisor_series_).subspan(i * terms, terms), direction);
    if (!found || (nearest && std::abs(*nearest) <= std::abs(*found))) continue;
    nearest = found;
    divisor_ = i;
  }
  return nearest;
}

/// Reciprocals of what holds reciprocals need one pass more.
template <typename Real>
bool DivisionPassage<Real>::complete(Real /*theta*/, std::span<Real> z) {
  constexpr int most_nested = 4;
  bool is_far = true;
  for (int pass = 0; pass < most_nested; ++pass) {
    divisors_->value(z, divisor_values_);
    for (std::size_t i = 0; i < reciprocals_.size(); ++i) {
      if (!reciprocals_[i]) continue;
      const Real value = divisor_values_[i];
      z[*reciprocals_[i]] = value == 0 ? std::numeric_limits<Real>::quiet_NaN() : 1 / value;
      const auto start = static_cast<Real>(std::abs(values_[i]));
      if (!(std::abs(value) >= static_cast<Real>(too_near) * start)) is_far = false;
    }
  }
  return is_far;
}

template <typename Real>
bool DivisionPassage<Real>::has_negative_root(std::span<const Real> z) const {
  return std::ranges::any_of(roots_, [&](std::size_t j) { return z[j] < -limits_.whole[j]; });
}

template <typename Real>
bool DivisionPassage<Real>::prepare_end(std::span<Real> z) {
  return !has_negative_root(z) && complete(Real{1}, z);
}

template <typename Real>
bool DivisionPassage<Real>::cross(Geometry<Real>& geometry,
                                  Step<Real>& step,
                                  Real direction,
                                  Real grid) {
  if (!exists()) return false;
  was_tried_ = true;
  std::ranges::transform(values_, in_vain_.begin(), [](double v) { return std::abs(v); });
  const std::optional<Real> found = distance(step, direction);
  if (!found) return false;
  const Real rounding =
      std::numeric_limits<Real>::epsilon() * std::abs(step.from[*problem_->independent]);
  if (std::abs(*found) < static_cast<Real>(least_roundings) * rounding) return false;
  distance_ = *found;
  size_ = static_cast<Real>(ratio) * distance_;
  if (grid > 0) {
    size_ =
        direction * grid * std::ceil(static_cast<Real>(least_ratio) * std::abs(distance_) / grid);
  }
  return this->find_degree(step) && this->arrive(geometry, step) && this->has_no_defect(step);
}

template class DivisionPassage<double>;
template class DivisionPassage<long double>;

}  // namespace leafwise::integrator
