// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/runge_kutta_stepper.hpp"

#include <algorithm>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {
namespace {

std::vector<long double> difference(std::span<const long double> left,
                                    std::span<const long double> right) {
  std::vector<long double> result(left.begin(), left.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= right[i];
  return result;
}

StepperTraits traits_of(const Tableau& tableau, const StepperOptions& options) {
  StepperTraits traits;
  traits.order = tableau.order();
  if (options.error_source == ErrorSource::automatic && tableau.embedded_order()) {
    // The pair's estimate is that of the worse result, whichever one continues with. The two
    // estimates of Dormand–Prince 8(5,3) are combined to one that behaves like h⁸.
    const bool combined = !tableau.b_second_embedded().empty();
    traits.has_second_error = combined;
    traits.error_order =
        combined ? tableau.order() - 1 : std::min(tableau.order(), *tableau.embedded_order());
  }
  return traits;
}

}  // namespace

template <typename Real>
StageSum<Real>::StageSum(std::span<const long double> all_weights) {
  for (std::size_t i = 0; i < all_weights.size(); ++i) {
    if (all_weights[i] == 0.0L) continue;
    stages.push_back(i);
    weights.push_back(static_cast<Real>(all_weights[i]));
  }
}

template <typename Real>
RungeKuttaStepper<Real>::RungeKuttaStepper(const Tableau& tableau,
                                           std::size_t dimension,
                                           const StepperOptions& options)
    : traits_(traits_of(tableau, options)),
      options_(options),
      last_stage_is_end_(tableau.is_first_same_as_last()),
      end_(tableau.b()),
      slopes_(tableau.stages(), std::vector<Real>(dimension)),
      target_(dimension),
      point_(dimension),
      interpolant_(dimension, tableau.order()) {
  LEAFWISE_DEMAND(tableau.is_explicit(), tableau.name());
  for (std::size_t i = 0; i < tableau.stages(); ++i) rows_.emplace_back(tableau.a_row(i));
  if (traits_.error_order == 0) return;
  embedded_ = StageSum<Real>(tableau.b_embedded());
  embedded_difference_ = StageSum<Real>(difference(tableau.b(), tableau.b_embedded()));
  if (!traits_.has_second_error) return;
  second_ = StageSum<Real>(tableau.b_second_embedded());
  second_difference_ = StageSum<Real>(difference(tableau.b(), tableau.b_second_embedded()));
}

template <typename Real>
void RungeKuttaStepper<Real>::add_up(const Step<Real>& step,
                                     const StageSum<Real>& sum,
                                     bool from_start) {
  std::ranges::fill(target_, Real{0});
  for (std::size_t k = 0; k < sum.stages.size(); ++k) {
    const Real weight = sum.weights[k];
    const std::vector<Real>& slope = slopes_[sum.stages[k]];
    for (std::size_t i = 0; i < target_.size(); ++i) target_[i] += weight * slope[i];
  }
  for (std::size_t i = 0; i < target_.size(); ++i) {
    target_[i] = from_start ? step.from[i] + step.size * target_[i] : step.size * target_[i];
  }
}

template <typename Real>
StepStatus RungeKuttaStepper<Real>::inner_stage(Geometry<Real>& geometry,
                                                Step<Real>& step,
                                                std::size_t stage) {
  add_up(step, rows_[stage], true);
  const bool projects = options_.projection == Projection::stage;
  if (projects) {
    const ProjectionStatus projected = geometry.project(step.from, target_, point_);
    if (projected != ProjectionStatus::good) return to_step_status(projected);
  }
  const FieldStatus evaluated = geometry.field(projects ? point_ : target_, slopes_[stage]);
  step.note(geometry.quality());
  return to_step_status(evaluated);
}

template <typename Real>
StepStatus RungeKuttaStepper<Real>::estimate(Geometry<Real>& geometry,
                                             const Step<Real>& step,
                                             const StageSum<Real>& weights,
                                             const StageSum<Real>& differences,
                                             std::vector<Real>& error) {
  if (options_.error_form == ErrorForm::tangential) {
    add_up(step, differences, false);
    return to_step_status(geometry.to_tangent(step.to, target_, error));
  }
  add_up(step, weights, true);
  const ProjectionStatus projected = geometry.project(step.from, target_, point_);
  for (std::size_t i = 0; i < error.size(); ++i) error[i] = step.to[i] - point_[i];
  return to_step_status(projected);
}

template <typename Real>
StepStatus RungeKuttaStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  step.has_to_field = false;
  std::ranges::copy(step.from_field, slopes_.front().begin());
  const std::size_t inner_stages = slopes_.size() - (last_stage_is_end_ ? 1 : 0);
  for (std::size_t stage = 1; stage < inner_stages; ++stage) {
    const StepStatus status = inner_stage(geometry, step, stage);
    if (status != StepStatus::good) return status;
  }
  add_up(step, end_, true);
  ProjectionStatus projected = geometry.project(step.from, target_, step.to);
  if (projected == ProjectionStatus::good && options_.polishes_ends) {
    projected = geometry.polish(step.to);
  }
  if (projected != ProjectionStatus::good) return to_step_status(projected);
  step.note_projection(target_);
  if (last_stage_is_end_) {
    const StepStatus completed = step.complete(geometry);
    if (completed != StepStatus::good) return completed;
    std::ranges::copy(step.to_field, slopes_.back().begin());
  }
  if (traits_.error_order == 0) return StepStatus::good;
  const StepStatus first = estimate(geometry, step, embedded_, embedded_difference_, step.error);
  if (first != StepStatus::good || !traits_.has_second_error) return first;
  return estimate(geometry, step, second_, second_difference_, step.second_error);
}

template <typename Real>
StepStatus RungeKuttaStepper<Real>::interpolate(Geometry<Real>& geometry,
                                                const Step<Real>& step,
                                                StepPolynomial<Real>& polynomial) {
  return interpolant_.interpolate(geometry, step, polynomial);
}

template class RungeKuttaStepper<double>;
template class RungeKuttaStepper<long double>;

}  // namespace leafwise::integrator
