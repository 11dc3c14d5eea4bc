// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/series_passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator {
namespace {

/// Of a coordinate's size: what any passage may be off, however tight or loose tolerances are. The
/// first is above the rounding of coefficients, which 2^k makes larger.
constexpr double least_share = 1e-11;
constexpr double largest_share = 1e-6;
/// Of a coordinate's change: more rounding than this may grow to anything beyond the place.
constexpr double noise_of_change = 1e-3;
/// Of what another rounding changes: a third one may change more.
constexpr double roundings = 8;

}  // namespace

template <typename Real>
SeriesPassage<Real>::SeriesPassage(const ManifoldProblem<Real>& problem,
                                   Parameter parameter,
                                   const Tolerance<Real>& tolerance,
                                   Against against)
    : problem_(&problem),
      parameter_(parameter),
      against_(against),
      limits_{std::vector<Real>(problem.dimension()),
              std::vector<Real>(problem.dimension()),
              std::vector<Real>(problem.dimension()),
              std::vector<char>(problem.dimension(), 0)},
      point_(problem.dimension()) {
  absolute_ = tolerance.absolute;
  rounding_.resize(problem.dimension());
  end_rounding_.resize(problem.dimension());
  for (const Real relative : tolerance.relative) {
    shares_.push_back(
        std::clamp(relative, static_cast<Real>(least_share), static_cast<Real>(largest_share)));
  }
}

template <typename Real>
bool SeriesPassage<Real>::expand_series(const Step<Real>& step) {
  if (!series_) series_.emplace(*problem_, parameter_, highest_degree);
  is_rounded_ = false;
  return series_->expand(step.from, step.from_field);
}

template <typename Real>
void SeriesPassage<Real>::measure() {
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
    if (against_ == Against::change) continue;
    limits_.whole[j] = loose_ * (limits_.whole[j] + absolute_[j]) + rounding_[j];
    limits_.change[j] = limits_.whole[j];
    limits_.noise[j] = std::max(limits_.whole[j] / 2, rounding * size);
  }
}

/// A point into `point_`, rounded in another way.
template <typename Real>
void SeriesPassage<Real>::round(std::span<const Real> z) {
  const Real rounding = std::numeric_limits<Real>::epsilon();
  for (std::size_t j = 0; j < point_.size(); ++j) {
    // In no pattern that the equations have.
    const Real sign = (j * j / 3) % 2 == 0 ? Real{1} : Real{-1};
    const bool is_kept = problem_->independent && j == *problem_->independent;
    point_[j] = is_kept ? z[j] : z[j] * (1 + sign * rounding);
  }
}

template <typename Real>
void SeriesPassage<Real>::note_rounding(Geometry<Real>& geometry, const Step<Real>& step) {
  round(step.from);
  std::vector<Real> other(point_.size());
  rounding_.assign(point_.size(), Real{0});
  if (geometry.project(point_, other) != ProjectionStatus::good) return;
  for (std::size_t j = 0; j < other.size(); ++j) {
    rounding_[j] = static_cast<Real>(roundings) * std::abs(other[j] - step.from[j]);
  }
}

template <typename Real>
void SeriesPassage<Real>::note_rounding_of_end(Geometry<Real>& geometry, Step<Real>& step) {
  forget_rounding_of_end();
  round(step.to);
  std::vector<Real> other(point_.size());
  std::vector<Real> field(point_.size());
  const bool is_known = geometry.project(point_, other) == ProjectionStatus::good &&
                        geometry.field(other, field) == FieldStatus::good;
  if (geometry.field(step.to, step.to_field) != FieldStatus::good || !is_known) return;
  for (std::size_t j = 0; j < field.size(); ++j) {
    end_rounding_[j] =
        static_cast<Real>(roundings) * std::abs(step.size * (field[j] - step.to_field[j]));
  }
}

template <typename Real>
bool SeriesPassage<Real>::expand_rounded(const Step<Real>& step) {
  if (!rounded_) rounded_.emplace(*problem_, parameter_, highest_degree);
  round(step.from);
  is_rounded_ = rounded_->expand(point_, step.from_field);
  return is_rounded_;
}

template <typename Real>
bool SeriesPassage<Real>::find_degree(const Step<Real>& step) {
  measure();
  if (!is_rounded_ && !expand_rounded(step)) return false;
  const std::optional<std::size_t> degree =
      detail::enough_terms<Real>(*series_, *rounded_, size_, limits_);
  if (!degree) return false;
  degree_ = *degree;
  return true;
}

template <typename Real>
bool SeriesPassage<Real>::arrive(Geometry<Real>& geometry, Step<Real>& step) {
  detail::sum_terms<Real>(*series_, degree_, size_, point_);
  if (!prepare_end(point_)) return false;
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
bool SeriesPassage<Real>::has_no_defect(const Step<Real>& step) {
  // What is left of a term is multiplied by its degree.
  const auto factor = static_cast<Real>(against_ == Against::change ? 1 : highest_degree / 2);
  differentiate_sum(point_);
  for (std::size_t j = 0; j < point_.size(); ++j) {
    const Real defect = std::abs(size_ * (step.to_field[j] - point_[j]));
    const Real limit = factor * limits_.whole[j] + end_rounding_[j];
    if (limits_.is_left_out[j] == 0 && !(defect <= limit)) return false;
  }
  return true;
}

template <typename Real>
void SeriesPassage<Real>::differentiate_sum(std::span<Real> out) const {
  std::ranges::fill(out, Real{0});
  for (std::size_t d = degree_; d > 0; --d) {
    const std::span<const Real> term = series_->coefficient(d);
    for (std::size_t j = 0; j < out.size(); ++j) {
      out[j] = out[j] * size_ + static_cast<Real>(d) * term[j];
    }
  }
}

template <typename Real>
void SeriesPassage<Real>::cut(Step<Real>& step, Real size) {
  size_ = size;
  step.size = size;
  detail::sum_terms<Real>(*series_, degree_, size_, step.to);
  (void)complete(Real{1}, step.to);
  differentiate_sum(step.to_field);
}

template <typename Real>
void SeriesPassage<Real>::interpolate(const Step<Real>& step,
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

template class SeriesPassage<double>;
template class SeriesPassage<long double>;

}  // namespace leafwise::integrator
