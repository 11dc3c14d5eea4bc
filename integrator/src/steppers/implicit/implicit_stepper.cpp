// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/implicit_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/methods.hpp"
#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// Derivatives of V are kept while changes shrink by this much: another iteration costs as many
/// evaluations of V as there are stages, derivatives as many as M has dimensions.
constexpr double fast_contraction = 0.02;
/// Where one iteration is enough, it tells nothing of the contraction.
constexpr std::int64_t oldest_model = 10;
/// A loose bound for iterations to round-off: 64 bits at a contraction of 1/2.
constexpr int most_iterations_to_round_off = 64;
constexpr int most_iterations_to_tolerance = 12;

template <typename Real>
typename StageCoupling<Real>::Form form_of(ImplicitVariant variant, Projection projection) {
  using Form = typename StageCoupling<Real>::Form;
  if (projection == Projection::step) return Form::unprojected;
  switch (variant) {
    case ImplicitVariant::start_normals: return Form::start_normals;
    case ImplicitVariant::midpoint: return Form::midpoint;
    case ImplicitVariant::none: break;
  }
  return Form::stage_normals;
}

template <typename Real>
StageCoupling<Real> couple(const Tableau& tableau, typename StageCoupling<Real>::Form form) {
  return StageCoupling<Real>(implicit_part(tableau), tableau, form);
}

}  // namespace

template <typename Real>
typename ImplicitStepper<Real>::End ImplicitStepper<Real>::end_of(
    const Tableau& tableau, const ImplicitPart& part, const StageCoupling<Real>& coupling) {
  End end;
  end.is_last_stage = tableau.is_stiffly_accurate();
  const std::span<const long double> b = tableau.b().subspan(part.first);
  long double start = part.first == 1 ? tableau.b()[0] : 0.0L;
  end.first_weight = static_cast<Real>(start);
  for (std::size_t j = 0; j < part.stages; ++j) {
    long double weight = 0.0L;
    for (std::size_t i = 0; i < part.stages; ++i) {
      weight += b[i] * coupling.split.inverse()[i * part.stages + j];
    }
    if (part.first == 1) start -= weight * tableau.a(part.first + j, 0);
    end.increments.push_back(static_cast<Real>(weight));
    end.weights.push_back(static_cast<Real>(b[j]));
  }
  end.start = static_cast<Real>(start);
  return end;
}

template <typename Real>
ImplicitStepper<Real>::ImplicitStepper(const Tableau& tableau,
                                       ImplicitVariant variant,
                                       const ManifoldProblem<Real>& problem,
                                       const StepperOptions& options,
                                       const Tolerance<Real>& tolerance)
    : form_(form_of<Real>(variant, options.projection)),
      options_(options),
      tolerance_(tolerance),
      solver_(problem, couple<Real>(tableau, form_)),
      end_(end_of(tableau, implicit_part(tableau), solver_.coupling())),
      differentiator_(problem, form_ != Form::unprojected, tolerance),
      original_(problem.dimension(), differentiator_.directions()),
      original_point_(problem.dimension(), std::numeric_limits<Real>::quiet_NaN()),
      model_(problem.dimension(), differentiator_.directions()),
      model_point_(original_point_),
      history_(problem.dimension(), solver_.coupling().stages(), differentiator_.directions()),
      extrapolation_(solver_.coupling().nodes),
      target_(problem.dimension()),
      work_(problem.dimension()),
      reduced_(differentiator_.directions()),
      first_slope_(problem.dimension()),
      last_slope_(problem.dimension()),
      interpolant_(problem.dimension(), tableau.order()) {
  LEAFWISE_DEMAND(!tableau.is_explicit(), tableau.name());
  LEAFWISE_DEMAND(variant == ImplicitVariant::none || solver_.coupling().stages() == 1);
  traits_.order = tableau.order();
  goal_.weights.resize(problem.dimension());
  const bool has_estimate = variant == ImplicitVariant::midpoint &&
                            options.error_source == ErrorSource::automatic &&
                            options.error_form == ErrorForm::projected;
  if (!has_estimate) return;
  traits_.error_order = 1;
  const Form form = form_of<Real>(ImplicitVariant::none, options.projection);
  estimator_.emplace(problem, couple<Real>(find_method("implicit_euler"), form));
}

template <typename Real>
void ImplicitStepper<Real>::set_goal(const Step<Real>& step) {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  const bool to_tolerance = options_.iteration_share > 0;
  // What is left by all steps has the same sign, while rounding errors do not.
  goal_.enough = to_tolerance ? static_cast<Real>(options_.iteration_share) : epsilon / 16;
  goal_.most_iterations =
      to_tolerance ? most_iterations_to_tolerance : most_iterations_to_round_off;
  goal_.round_off = 0;
  for (std::size_t j = 0; j < goal_.weights.size(); ++j) {
    const Real size = std::max(std::abs(step.from[j]), std::abs(step.size * step.from_field[j]));
    Real unit = std::max(Real{1}, size);
    if (to_tolerance) {
      unit = std::max(tolerance_.absolute[j] + tolerance_.relative[j] * size, epsilon * size);
    }
    goal_.weights[j] = 1 / unit;
    goal_.round_off = std::max(goal_.round_off, epsilon * size / unit);
  }
}

template <typename Real>
StepStatus ImplicitStepper<Real>::renew_model(Geometry<Real>& geometry, const Step<Real>& step) {
  original_age_ = 1;
  if (!std::ranges::equal(step.from, original_point_)) {
    original_point_[0] = std::numeric_limits<Real>::quiet_NaN();
    original_number_ = ++models_;
    const StepStatus status =
        differentiator_.differentiate(geometry, step.from, step.from_field, original_);
    if (status != StepStatus::good) return status;
    std::ranges::copy(step.from, original_point_.begin());
  }
  use_original();
  return StepStatus::good;
}

template <typename Real>
void ImplicitStepper<Real>::use_original() {
  const bool is_there = model_source_ == original_number_ && model_is_original_;
  model_is_original_ = true;
  if (is_there) return;
  model_ = original_;  // sizes are equal: nothing is allocated
  model_source_ = original_number_;
  model_number_ = ++models_;
}

template <typename Real>
void ImplicitStepper<Real>::load_original(StageRecord<Real>& record) {
  original_age_ = record.model_age + 1;
  if (record.model_number == original_number_ && original_number_ != 0) return;
  if (record.model_number == 0) record.model_number = ++models_;
  original_ = record.model;
  original_number_ = record.model_number;
  original_point_[0] = std::numeric_limits<Real>::quiet_NaN();
}

template <typename Real>
StepStatus ImplicitStepper<Real>::choose_model(Geometry<Real>& geometry,
                                               const Step<Real>& step,
                                               StageRecord<Real>* before) {
  if (before == nullptr || !before->keeps_model) return renew_model(geometry, step);
  load_original(*before);
  if (!differentiator_.has_normals()) {
    use_original();
    return StepStatus::good;
  }
  const bool is_there = !model_is_original_ && model_source_ == original_number_ &&
                        std::ranges::equal(step.from, model_point_);
  if (is_there) return StepStatus::good;
  bool fits = true;
  model_is_original_ = false;
  model_source_ = original_number_;
  model_number_ = ++models_;
  model_point_[0] = std::numeric_limits<Real>::quiet_NaN();
  const StepStatus status = differentiator_.transport(geometry, original_, step.from, model_, fits);
  if (status != StepStatus::good) return status;
  if (!fits) return renew_model(geometry, step);
  std::ranges::copy(step.from, model_point_.begin());
  return StepStatus::good;
}

template <typename Real>
StepStatus ImplicitStepper<Real>::iterate(Geometry<Real>& geometry,
                                          const Step<Real>& step,
                                          const StageRecord<Real>* before) {
  guess(step, before);
  return iterate_from_guess(geometry, step);
}

template <typename Real>
StepStatus ImplicitStepper<Real>::iterate_from_guess(Geometry<Real>& geometry,
                                                     const Step<Real>& step) {
  const bool is_new = solver_model_ != model_number_;
  solver_model_ = model_number_;
  const StageStart<Real> start{step.from, step.from_field, step.size};
  return solver_.solve(geometry, start, model_, is_new, goal_);
}

template <typename Real>
StepStatus ImplicitStepper<Real>::find_stages(Geometry<Real>& geometry, const Step<Real>& step) {
  StageRecord<Real>* before = history_.find(step.from);
  if (before != nullptr) {
    StepStatus first = choose_model(geometry, step, before);
    if (first == StepStatus::good) first = iterate(geometry, step, before);
    if (first == StepStatus::good) return first;
  }
  StepStatus status = renew_model(geometry, step);
  if (status != StepStatus::good) return status;
  status = iterate(geometry, step, nullptr);
  if (status == StepStatus::good || !is_stiff(step.size)) return status;
  guess_steadily(step, nullptr);
  return iterate_from_guess(geometry, step);
}

/// p + h Σ b_i V_i. With V, errors of the stages are multiplied by h dV, with y_i − p their
/// rounding errors by bᵀA⁻¹: whichever is less.
template <typename Real>
void ImplicitStepper<Real>::add_up(const Step<Real>& step) {
  const StageStart<Real> start{step.from, step.from_field, step.size};
  const std::size_t m = target_.size();
  const bool stiff = is_stiff(step.size);
  std::ranges::fill(target_, Real{0});
  const Real first = stiff ? end_.start : end_.first_weight;
  detail::add_multiple(step.size * first, step.from_field.data(), target_.data(), m);
  for (std::size_t i = 0; i < end_.weights.size(); ++i) {
    if (stiff) {
      solver_.increment(i, start, work_);
      detail::add_multiple(end_.increments[i], work_.data(), target_.data(), m);
    } else {
      detail::add_multiple(step.size * end_.weights[i], solver_.slope(i).data(), target_.data(), m);
    }
  }
  for (std::size_t l = 0; l < m; ++l) target_[l] += step.from[l];
}

/// Where a stage is the end: p + h Σ b_i V_i. In stiff steps errors of the stages, multiplied by
/// h dV, would hide how far they were projected.
template <typename Real>
void ImplicitStepper<Real>::find_unprojected(const Step<Real>& step) {
  std::ranges::copy(step.to, target_.begin());
  if (!is_stiff(step.size)) add_up(step);
}

template <typename Real>
StepStatus ImplicitStepper<Real>::find_end(Geometry<Real>& geometry, Step<Real>& step) {
  ProjectionStatus projected = ProjectionStatus::good;
  const std::size_t s = solver_.coupling().stages();
  const bool is_stage = end_.is_last_stage && form_ != Form::unprojected;
  if (is_stage) {
    std::ranges::copy(solver_.stage(s - 1), step.to.begin());
  } else if (form_ == Form::midpoint) {
    for (std::size_t l = 0; l < target_.size(); ++l) {
      target_[l] = step.from[l] + step.size * solver_.slope(0)[l];
    }
  } else {
    add_up(step);
  }
  if (!is_stage) projected = geometry.project(step.from, target_, step.to);
  if (projected == ProjectionStatus::good && (is_stage || options_.polishes_ends)) {
    projected = geometry.polish(step.to);
  }
  if (is_stage) find_unprojected(step);
  step.note_projection(target_);
  return to_step_status(projected);
}

template <typename Real>
StepStatus ImplicitStepper<Real>::estimate(Geometry<Real>& geometry, Step<Real>& step) {
  std::ranges::copy(solver_.stage(0), target_.begin());  // r
  std::ranges::copy(step.to, estimator_->stage(0).begin());
  const StageStart<Real> start{target_, solver_.slope(0), step.size / 2};
  const bool is_new = estimator_model_ != model_number_;
  estimator_model_ = model_number_;
  const StepStatus status = estimator_->solve(geometry, start, model_, is_new, goal_);
  if (status != StepStatus::good) return status;
  step.note(estimator_->quality(0));
  for (std::size_t l = 0; l < step.error.size(); ++l) {
    step.error[l] = step.to[l] - estimator_->stage(0)[l];
  }
  return guard_estimate(geometry, step);
}

/// The difference to the trapezoidal rule, h (V_r − (V_p + V_q)/2) along M, where that is larger.
/// It is O(h³), so that elsewhere the estimate stays the paper's.
template <typename Real>
StepStatus ImplicitStepper<Real>::guard_estimate(Geometry<Real>& geometry, Step<Real>& step) {
  const StepStatus completed = step.complete(geometry);
  if (completed != StepStatus::good) return completed;
  const std::span<const Real> slope = solver_.slope(0);
  for (std::size_t l = 0; l < target_.size(); ++l) {
    target_[l] = step.size * (slope[l] - (step.from_field[l] + step.to_field[l]) / 2);
  }
  const StepStatus status = to_step_status(geometry.to_tangent(step.to, target_, work_));
  if (status != StepStatus::good) return status;
  for (std::size_t l = 0; l < work_.size(); ++l) {
    if (std::abs(work_[l]) > std::abs(step.error[l])) step.error[l] = work_[l];
  }
  return StepStatus::good;
}

template <typename Real>
void ImplicitStepper<Real>::record(const Step<Real>& step) {
  StageRecord<Real>& next = history_.next();
  next.exists = true;
  next.size = step.size;
  next.keeps_model = solver_.contraction() <= static_cast<Real>(fast_contraction) &&
                     (solver_.contraction() >= 0 || original_age_ < oldest_model);
  next.model_age = original_age_;
  std::ranges::copy(step.from, next.start.begin());
  std::ranges::copy(step.to, next.end.begin());
  const std::size_t m = step.to.size();
  for (std::size_t i = 0; i < solver_.coupling().stages(); ++i) {
    const std::span<const Real> stage = solver_.stage(i);
    std::ranges::copy(stage, next.stages.begin() + static_cast<std::ptrdiff_t>(i * m));
  }
  if (next.model_number != original_number_) next.model = original_;
  next.model_number = original_number_;
}

template <typename Real>
StepStatus ImplicitStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  step.has_to_field = false;
  set_goal(step);
  StepStatus status = find_stages(geometry, step);
  if (status != StepStatus::good) return status;
  for (std::size_t i = 0; i < solver_.coupling().stages(); ++i) step.note(solver_.quality(i));
  status = find_end(geometry, step);
  if (status == StepStatus::good && estimator_) status = estimate(geometry, step);
  if (status == StepStatus::good) record(step);
  return status;
}

template <typename Real>
StepStatus ImplicitStepper<Real>::interpolate(Geometry<Real>& geometry,
                                              const Step<Real>& step,
                                              StepPolynomial<Real>& polynomial) {
  if (!is_stiff(step.size)) return interpolant_.interpolate(geometry, step, polynomial);
  std::ranges::copy(step.from_field, first_slope_.begin());
  std::ranges::copy(step.to_field, last_slope_.begin());
  StepStatus status = steady_slope(geometry, step.from, first_slope_);
  if (status == StepStatus::good) status = steady_slope(geometry, step.to, last_slope_);
  if (status == StepStatus::good) make_cubic<Real>(step, first_slope_, last_slope_, polynomial);
  return status;
}

/// Of the polynomial through start, stages and end. Where the end is no stage this has an error of
/// its own: then V stands as long as it may differ by as little.
template <typename Real>
StepStatus ImplicitStepper<Real>::steady_slope(Geometry<Real>& geometry,
                                               std::span<const Real> point,
                                               std::span<Real> slope) {
  const StageRecord<Real>* made = history_.peek(point);
  if (made == nullptr) return StepStatus::good;
  extrapolation_.slope(*made, Real{1}, target_);
  if (!end_.is_last_stage) {
    constexpr double share_of_change = 2;
    constexpr double share_of_slope = 0.1;
    extrapolation_.slope(*made, Real{0}, work_);
    for (std::size_t l = 0; l < slope.size(); ++l) {
      const Real most = static_cast<Real>(share_of_change) * std::abs(target_[l] - work_[l]) +
                        static_cast<Real>(share_of_slope) * std::abs(target_[l]);
      target_[l] = std::clamp(slope[l], target_[l] - most, target_[l] + most);
    }
  }
  return to_step_status(geometry.to_tangent(point, target_, slope));
}

template <typename Real>
std::vector<std::int64_t> ImplicitStepper<Real>::memory(std::span<const Real> point) const {
  std::vector<std::int64_t> result;
  history_.append_memory(point, result);
  differentiator_.choice().append_memory(result);
  solver_.append_memory(result);
  if (estimator_) estimator_->append_memory(result);
  return result;
}

template <typename Real>
void ImplicitStepper<Real>::restore(std::span<const std::int64_t> memory) {
  const auto take = [&](std::size_t count) {
    if (memory.size() < count) {
      throw InvalidInput(Mistake{"this memory is not of a method like this one", {}, {}, {}});
    }
    const std::span<const std::int64_t> share = memory.first(count);
    memory = memory.subspan(count);
    return share;
  };
  history_.restore(take(history_.memory_size()));
  differentiator_.choice().restore(take(differentiator_.choice().memory_size()));
  solver_.restore(take(solver_.memory_size()));
  if (estimator_) estimator_->restore(take(estimator_->memory_size()));
  Stepper<Real>::restore(memory);  // nothing may be left
}

template class ImplicitStepper<double>;
template class ImplicitStepper<long double>;

}  // namespace leafwise::integrator
