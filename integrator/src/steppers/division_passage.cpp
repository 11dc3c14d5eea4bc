// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/division_passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "leafwise/core/check.hpp"
#include "steppers/curve_terms.hpp"

namespace leafwise::integrator {
namespace {

/// Of a coordinate's size: what any passage may be off, however tight or loose tolerances are. The
/// first is above the rounding of coefficients, which 2^k makes larger.
constexpr double least_share = 1e-11;
constexpr double largest_share = 1e-6;
/// Of a coordinate's change: more rounding than this may grow to anything beyond the place.
constexpr double noise_of_change = 1e-3;
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
    : reciprocals_(divisions.reciprocals),
      roots_(divisions.roots),
      limits_{std::vector<Real>(problem.dimension()),
              std::vector<Real>(problem.dimension()),
              std::vector<Real>(problem.dimension()),
              std::vector<char>(problem.dimension(), 0)},
      problem_(&problem),
      point_(problem.dimension()) {
  if (!divisions.divisors || !problem.independent) return;
  if (problem.distribution->highest_taylor_degree() < highest_degree) return;
  if (divisions.divisors->highest_taylor_degree() < highest_degree) return;
  divisors_ = divisions.divisors->clone();
  const std::size_t count = divisors_->outputs();
  LEAFWISE_DEMAND(divisors_->inputs() == problem.dimension() && reciprocals_.size() == count);
  for (const auto& coordinate : reciprocals_) {
    if (coordinate) limits_.is_left_out.at(*coordinate) = 1;
  }
  for (const Real relative : tolerance.relative) {
    shares_.push_back(
        std::clamp(relative, static_cast<Real>(least_share), static_cast<Real>(largest_share)));
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
  if (!series_) series_.emplace(*problem_, Parameter::independent, highest_degree);
  if (!series_->expand(step.from, step.from_field)) return false;
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

template <typename Real>
void DivisionPassage<Real>::measure() {
  constexpr std::size_t low_terms = 3;
  const Real least = std::numeric_limits<Real>::min();
  const Real rounding = 16 * std::numeric_limits<Real>::epsilon();
  std::ranges::fill(limits_.change, least);
  Real power = 1;
  for (std::size_t d = 1; d <= low_terms; ++d) {
    power *= std::abs(distance_);
    const std::span<const Real> term = series_->coefficient(d);
    for (std::size_t j = 0; j < point_.size(); ++j) {
      limits_.change[j] = std::max(limits_.change[j], shares_[j] * power * std::abs(term[j]));
    }
  }
  const std::span<const Real> start = series_->coefficient(0);
  for (std::size_t j = 0; j < point_.size(); ++j) {
    const Real size = std::abs(start[j]);
    limits_.whole[j] = std::max(limits_.change[j], shares_[j] * size);
    const Real of_change = static_cast<Real>(noise_of_change) * limits_.change[j] / shares_[j];
    limits_.noise[j] = std::max(std::min(limits_.whole[j] / 2, of_change), rounding * size);
  }
}

/// The series from a point that is rounded in another way.
template <typename Real>
bool DivisionPassage<Real>::expand_rounded(const Step<Real>& step) {
  if (!rounded_) rounded_.emplace(*problem_, Parameter::independent, highest_degree);
  const Real rounding = std::numeric_limits<Real>::epsilon();
  for (std::size_t j = 0; j < point_.size(); ++j) {
    // In no pattern that the equations have.
    const Real sign = (j * j / 3) % 2 == 0 ? Real{1} : Real{-1};
    const bool is_kept = j == *problem_->independent;
    point_[j] = is_kept ? step.from[j] : step.from[j] * (1 + sign * rounding);
  }
  return rounded_->expand(point_, step.from_field);
}

/// Reciprocals of what holds reciprocals need one pass more.
template <typename Real>
bool DivisionPassage<Real>::complete(std::span<Real> z) {
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

/// The end of the series, on M.
template <typename Real>
bool DivisionPassage<Real>::arrive(Geometry<Real>& geometry, Step<Real>& step) {
  detail::sum_terms<Real>(*series_, degree_, size_, point_);
  if (has_negative_root(point_) || !complete(point_)) return false;
  if (geometry.project(point_, step.to) != ProjectionStatus::good) return false;
  if (geometry.polish(step.to) != ProjectionStatus::good) return false;
  for (std::size_t j = 0; j < point_.size(); ++j) {
    const bool is_near = std::abs(step.to[j] - point_[j]) <= limits_.whole[j];
    if (limits_.is_left_out[j] == 0 && !is_near) return false;
  }
  step.size = size_;
  step.has_to_field = false;
  step.least_quality = 1;
  step.evaluations = 0;
  return step.complete(geometry) == StepStatus::good;
}

/// Whether the series solves the equations at its end, where they are regular again.
template <typename Real>
bool DivisionPassage<Real>::has_no_defect(const Step<Real>& step) {
  differentiate_sum(point_);
  for (std::size_t j = 0; j < point_.size(); ++j) {
    const Real defect = std::abs(size_ * (step.to_field[j] - point_[j]));
    if (limits_.is_left_out[j] == 0 && !(defect <= limits_.whole[j])) return false;
  }
  return true;
}

template <typename Real>
void DivisionPassage<Real>::differentiate_sum(std::span<Real> out) const {
  std::ranges::fill(out, Real{0});
  for (std::size_t d = degree_; d > 0; --d) {
    const std::span<const Real> term = series_->coefficient(d);
    for (std::size_t j = 0; j < out.size(); ++j) {
      out[j] = out[j] * size_ + static_cast<Real>(d) * term[j];
    }
  }
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
  measure();
  if (!expand_rounded(step)) return false;
  const std::optional<std::size_t> degree =
      detail::enough_terms<Real>(*series_, *rounded_, size_, limits_);
  if (!degree) return false;
  degree_ = *degree;
  return arrive(geometry, step) && has_no_defect(step);
}

template <typename Real>
void DivisionPassage<Real>::cut(Step<Real>& step, Real size) {
  size_ = size;
  step.size = size;
  detail::sum_terms<Real>(*series_, degree_, size_, step.to);
  (void)complete(step.to);
  differentiate_sum(step.to_field);
}

template <typename Real>
void DivisionPassage<Real>::interpolate(const Step<Real>& step,
                                        StepPolynomial<Real>& polynomial) const {
  polynomial.set_degree(degree_);
  Real power = 1;
  for (std::size_t d = 0; d <= degree_; ++d, power *= size_) {
    const std::span<Real> out = polynomial.coefficient(d);
    const std::span<const Real> term = series_->coefficient(d);
    for (std::size_t j = 0; j < out.size(); ++j) {
      out[j] = d == 0 ? step.from[j] : limits_.is_left_out[j] != 0 ? Real{0} : power * term[j];
    }
  }
  // The end is the projected point.
  const std::span<Real> first = polynomial.coefficient(1);
  for (std::size_t j = 0; j < first.size(); ++j) {
    const Real gap = step.to[j] - polynomial.value(Real{1}, j);
    if (std::isfinite(gap)) first[j] += gap;
  }
}

template class DivisionPassage<double>;
template class DivisionPassage<long double>;

}  // namespace leafwise::integrator
