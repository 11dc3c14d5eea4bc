// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/geometric_taylor_stepper.hpp"

#include <algorithm>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {
namespace {

template <typename Real>
std::size_t equation_count(const ManifoldProblem<Real>& problem) {
  return problem.equations ? problem.equations->outputs() : 0;
}

}  // namespace

template <typename Real>
GeometricTaylorStepper<Real>::GeometricTaylorStepper(const ManifoldProblem<Real>& problem,
                                                     Parameter parameter,
                                                     int order,
                                                     bool is_normal,
                                                     const StepperOptions& options)
    : order_(order),
      is_normal_(is_normal),
      options_(options),
      series_(problem, parameter, static_cast<std::size_t>(order)),
      equations_(problem.equations ? problem.equations->clone() : nullptr),
      normal_space_(equation_count(problem), problem.dimension(), problem.codimension),
      second_(problem.dimension()),
      third_(problem.dimension()),
      normal_(problem.dimension()),
      bend_(problem.dimension()),
      values_(equation_count(problem)),
      multipliers_(problem.codimension),
      curvature_(equation_count(problem)),
      unit_(problem.dimension()),
      target_(problem.dimension()),
      interpolant_(problem.dimension(), order) {
  LEAFWISE_DEMAND(order >= 1 && order <= 3 && (order == 3 || !is_normal));
  traits_.order = order;
}

template <typename Real>
StepStatus GeometricTaylorStepper<Real>::find_bend(Geometry<Real>& geometry,
                                                   const Step<Real>& step) {
  std::ranges::fill(bend_, Real{0});
  if (!equations_ || multipliers_.empty()) return StepStatus::good;
  equations_->jacobian(step.from, values_, normal_space_.jacobian());
  ++geometry.counters().jacobians;
  ++geometry.counters().factorizations;
  if (!normal_space_.factorize()) return StepStatus::rank_lost;
  normal_space_.apply(normal_, multipliers_);
  normal_space_.solve(multipliers_);
  std::ranges::fill(unit_, Real{0});
  for (std::size_t j = 0; j < unit_.size(); ++j) {
    unit_[j] = 1;
    equations_->second(step.from, step.from_field, unit_, curvature_);
    unit_[j] = 0;
    for (std::size_t i = 0; i < multipliers_.size(); ++i) {
      target_[j] =
          (i == 0 ? Real{0} : target_[j]) - multipliers_[i] * curvature_[normal_space_.rows()[i]];
    }
  }
  return to_step_status(geometry.to_tangent(step.from, target_, bend_));
}

template <typename Real>
StepStatus GeometricTaylorStepper<Real>::find_third(Geometry<Real>& geometry,
                                                    const Step<Real>& step) {
  const StepStatus bent = find_bend(geometry, step);
  if (bent != StepStatus::good) return bent;
  const ProjectionStatus projected = geometry.to_tangent(step.from, series_.coefficient(3), third_);
  // Prop. 3.5: w³ = ∇_V(∇_V V)/6 + X_p/3; Prop. 3.9: w³ = ∇_V(∇_V V)/6, w² gets S_V/3.
  const Real share = is_normal_ ? Real{1} / 6 : Real{1} / 2;
  for (std::size_t i = 0; i < third_.size(); ++i) {
    third_[i] += share * bend_[i];
    if (is_normal_) second_[i] += normal_[i] / 3;
  }
  return to_step_status(projected);
}

template <typename Real>
StepStatus GeometricTaylorStepper<Real>::find_directions(Geometry<Real>& geometry,
                                                         const Step<Real>& step) {
  std::ranges::fill(second_, Real{0});
  std::ranges::fill(third_, Real{0});
  if (order_ == 1) return StepStatus::good;
  if (!series_.expand(step.from, step.from_field)) return StepStatus::no_field;
  ++geometry.counters().factorizations;
  const std::span<const Real> half_second = series_.coefficient(2);  // c''/2
  const ProjectionStatus projected = geometry.to_tangent(step.from, half_second, second_);
  for (std::size_t i = 0; i < normal_.size(); ++i) {
    normal_[i] = 2 * (half_second[i] - second_[i]);
  }
  if (projected != ProjectionStatus::good || order_ == 2) return to_step_status(projected);
  return find_third(geometry, step);
}

template <typename Real>
StepStatus GeometricTaylorStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  step.has_to_field = false;
  if (step.from_is_new) {
    const StepStatus status = find_directions(geometry, step);
    if (status != StepStatus::good) return status;
    step.from_is_new = false;
  }
  const Real h = step.size;
  for (std::size_t i = 0; i < target_.size(); ++i) {
    target_[i] = step.from[i] + h * (step.from_field[i] + h * (second_[i] + h * third_[i]));
  }
  ProjectionStatus projected = geometry.project(step.from, target_, step.to);
  if (projected == ProjectionStatus::good && options_.polishes_ends) {
    projected = geometry.polish(step.to);
  }
  step.note_projection(target_);
  return to_step_status(projected);
}

template <typename Real>
StepStatus GeometricTaylorStepper<Real>::interpolate(Geometry<Real>& geometry,
                                                     const Step<Real>& step,
                                                     StepPolynomial<Real>& polynomial) {
  return interpolant_.interpolate(geometry, step, polynomial);
}

template <typename Real>
std::vector<std::int64_t> GeometricTaylorStepper<Real>::memory(
    std::span<const Real> /*point*/) const {
  std::vector<std::int64_t> memory;
  normal_space_.choice().append_memory(memory);
  const std::vector<std::int64_t> rest = series_.memory();
  memory.insert(memory.end(), rest.begin(), rest.end());
  return memory;
}

template <typename Real>
void GeometricTaylorStepper<Real>::restore(std::span<const std::int64_t> memory) {
  const std::size_t own = normal_space_.choice().memory_size();
  if (memory.size() < own) return Stepper<Real>::restore(memory);
  normal_space_.choice().restore(memory.first(own));
  series_.restore(memory.subspan(own));
}

template class GeometricTaylorStepper<double>;
template class GeometricTaylorStepper<long double>;

}  // namespace leafwise::integrator
