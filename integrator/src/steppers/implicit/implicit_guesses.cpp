// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "linear/dense.hpp"
#include "steppers/implicit/implicit_stepper.hpp"

// Where the iterations for the stages of a step begin.
namespace leafwise::integrator {
namespace {

/// Beyond this ratio of steps, the polynomial through the last one is not to be trusted.
constexpr double longest_extrapolation = 3;

}  // namespace

template <typename Real>
void ImplicitStepper<Real>::guess(const Step<Real>& step, const StageRecord<Real>* before) {
  const std::vector<Real>& nodes = solver_.coupling().nodes;
  const Real ratio = before != nullptr ? step.size / before->size : Real{-1};
  if (ratio > 0 && ratio <= static_cast<Real>(longest_extrapolation)) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      extrapolation_.value(*before, 1 + ratio * nodes[i], solver_.stage(i));
    }
    return;
  }
  if (before != nullptr && is_stiff(step.size)) {
    guess_steadily(step, before);
    return;
  }
  detail::multiply(
      model_.frame.data(), model_.d, model_.m, step.from_field.data(), reduced_.data());
  model_.spread(model_.along, reduced_, work_);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Real way = nodes[i] * step.size;
    const std::span<Real> out = solver_.stage(i);
    for (std::size_t l = 0; l < out.size(); ++l) {
      out[l] = step.from[l] + way * (step.from_field[l] + way / 2 * work_[l]);
    }
  }
}

/// Along the slope that the last step ends with, or not at all: V at the start has errors of the
/// point in it that h dV multiplies, and dV V those of V once more.
template <typename Real>
void ImplicitStepper<Real>::guess_steadily(const Step<Real>& step,
                                           const StageRecord<Real>* before) {
  std::ranges::fill(work_, Real{0});
  if (before != nullptr) extrapolation_.slope(*before, Real{1}, work_);
  const std::vector<Real>& nodes = solver_.coupling().nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::span<Real> out = solver_.stage(i);
    for (std::size_t l = 0; l < out.size(); ++l) {
      out[l] = step.from[l] + nodes[i] * step.size * work_[l];
    }
  }
}

template class ImplicitStepper<double>;
template class ImplicitStepper<long double>;

}  // namespace leafwise::integrator
