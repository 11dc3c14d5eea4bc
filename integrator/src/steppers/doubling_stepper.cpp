// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/doubling_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leafwise::integrator {
namespace {

/// Of the difference to Simpson's rule: the estimates differ by less than twice in regular steps.
constexpr double share_of_slopes = 0.5;

}  // namespace

template <typename Real>
DoublingStepper<Real>::DoublingStepper(std::unique_ptr<Stepper<Real>> inner,
                                       std::size_t dimension,
                                       ErrorForm error_form,
                                       bool by_slopes)
    : inner_(std::move(inner)),
      traits_(inner_->traits()),
      error_form_(error_form),
      by_slopes_(by_slopes && error_form == ErrorForm::tangential),
      half_(dimension),
      whole_(dimension),
      middle_(dimension),
      interpolant_(dimension, traits_.order) {
  slopes_.fill(std::vector<Real>(dimension));
  traits_.error_order = traits_.order;
  traits_.is_doubled = true;
  traits_.has_second_error = false;
}

template <typename Real>
StepStatus DoublingStepper<Real>::halves(Geometry<Real>& geometry, Step<Real>& step) {
  half_.size = step.size / 2;
  half_.from_is_new = true;
  std::ranges::copy(step.from, half_.from.begin());
  std::ranges::copy(step.from_field, half_.from_field.begin());
  const StepStatus first = inner_->attempt(geometry, half_);
  if (first != StepStatus::good) return first;
  std::ranges::copy(half_.to, step.middle.begin());
  std::ranges::copy(half_.to, middle_.begin());
  std::ranges::copy(half_.moved, step.moved.begin());
  middle_size_ = half_.size;
  middle_quality_ = half_.least_quality;
  middle_evaluations_ = half_.evaluations;
  step.from_is_new = false;
  const StepStatus completed = half_.complete(geometry);
  if (completed != StepStatus::good) return completed;
  half_.advance();
  const StepStatus second = inner_->attempt(geometry, half_);
  if (second != StepStatus::good) return second;
  std::ranges::copy(half_.to, step.to.begin());
  for (std::size_t i = 0; i < step.moved.size(); ++i) {
    if (std::abs(half_.moved[i]) > std::abs(step.moved[i])) step.moved[i] = half_.moved[i];
  }
  step.has_to_field = half_.has_to_field;
  step.to_quality = half_.to_quality;
  std::ranges::copy(half_.to_field, step.to_field.begin());
  return StepStatus::good;
}

template <typename Real>
StepStatus DoublingStepper<Real>::whole(Geometry<Real>& geometry, const Step<Real>& step) {
  if (!step.from_is_new && step.size == middle_size_) {
    std::ranges::copy(middle_, whole_.to.begin());
    whole_.least_quality = middle_quality_;
    whole_.evaluations = middle_evaluations_;
    return StepStatus::good;
  }
  whole_.least_quality = 1;
  whole_.evaluations = 0;
  whole_.size = step.size;
  whole_.from_is_new = true;
  std::ranges::copy(step.from, whole_.from.begin());
  std::ranges::copy(step.from_field, whole_.from_field.begin());
  return inner_->attempt(geometry, whole_);
}

template <typename Real>
StepStatus DoublingStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  StepStatus status = whole(geometry, step);
  if (status != StepStatus::good) return status;
  half_.least_quality = 1;
  half_.evaluations = 0;
  status = halves(geometry, step);
  if (status != StepStatus::good) return status;
  step.least_quality = std::min({step.least_quality, half_.least_quality, whole_.least_quality});
  step.evaluations = half_.evaluations + whole_.evaluations;
  const bool tangential = error_form_ == ErrorForm::tangential;
  // The difference is 2^p − 1 times the leading error of the better result. The papers compare the
  // difference itself with the tolerance.
  const Real scale =
      tangential ? Real{1} / (std::exp2(static_cast<Real>(traits_.order)) - 1) : Real{1};
  for (std::size_t i = 0; i < step.error.size(); ++i) {
    step.second_error[i] = scale * (step.to[i] - whole_.to[i]);
  }
  if (tangential) {
    status = to_step_status(geometry.to_tangent(step.to, step.second_error, step.error));
    // In stiff steps slopes are those of what is damped.
    const bool by_slopes = status == StepStatus::good && by_slopes_ && !inner_->is_stiff(step.size);
    return by_slopes ? compare_slopes(geometry, step) : status;
  }
  std::ranges::copy(step.second_error, step.error.begin());
  return StepStatus::good;
}

/// @pre half_ is the second half
template <typename Real>
StepStatus DoublingStepper<Real>::compare_slopes(Geometry<Real>& geometry, Step<Real>& step) {
  const StepStatus completed = step.complete(geometry);
  if (completed != StepStatus::good) return completed;
  for (std::size_t i = 0; i < step.error.size(); ++i) {
    const Real slope = (step.from_field[i] + 4 * half_.from_field[i] + step.to_field[i]) / Real{6};
    const Real gap = static_cast<Real>(share_of_slopes) *
                     std::abs(step.to[i] - step.from[i] - step.size * slope);
    if (!(gap <= std::abs(step.error[i]))) step.error[i] = gap;
  }
  return StepStatus::good;
}

template <typename Real>
StepStatus DoublingStepper<Real>::interpolate(Geometry<Real>& geometry,
                                              const Step<Real>& step,
                                              StepPolynomial<Real>& polynomial) {
  if (!inner_->is_stiff(step.size)) return interpolant_.interpolate(geometry, step, polynomial);
  // `half_` is the second half.
  const std::array<std::span<const Real>, 3> points = {step.from, step.middle, step.to};
  const std::array<std::span<const Real>, 3> fields = {
      step.from_field, half_.from_field, step.to_field};
  for (std::size_t k = 0; k < points.size(); ++k) {
    std::ranges::copy(fields[k], slopes_[k].begin());
    const StepStatus status = inner_->steady_slope(geometry, points[k], slopes_[k]);
    if (status != StepStatus::good) return status;
  }
  make_quintic<Real>(step, slopes_[0], slopes_[1], slopes_[2], polynomial);
  return StepStatus::good;
}

template <typename Real>
std::vector<std::int64_t> DoublingStepper<Real>::memory(std::span<const Real> point) const {
  return inner_->memory(point);
}

template <typename Real>
void DoublingStepper<Real>::restore(std::span<const std::int64_t> memory) {
  inner_->restore(memory);
}

template class DoublingStepper<double>;
template class DoublingStepper<long double>;

}  // namespace leafwise::integrator
