// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/tangency.hpp"
#include "steppers/hermite_interpolant.hpp"

namespace leafwise::integrator {
namespace {

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

template <typename Real>
Tolerance<Real> tolerance_of(const ManifoldProblem<Real>& problem, const Settings<Real>& settings) {
  const std::size_t m = problem.dimension();
  if (!settings.tolerance) {
    return Tolerance<Real>::uniform(m, settings.relative_tolerance, settings.absolute_tolerance);
  }
  if (settings.tolerance->relative.size() != m || settings.tolerance->absolute.size() != m) {
    refuse("there are not as many tolerances as coordinates", std::to_string(m) + " of each kind");
  }
  return *settings.tolerance;
}

template <typename Real>
ProjectionSettings projections_of(const Settings<Real>& settings,
                                  const Tolerance<Real>& tolerance) {
  if (settings.projections) return *settings.projections;
  ProjectionSettings projections;
  if (settings.control != Control::pi) return projections;
  // What a stage is off M enters V, and h V enters the step: far below its error.
  constexpr double share = 1e-3;
  constexpr double coarsest = 1e-6;
  const Real tightest = *std::ranges::min_element(tolerance.relative);
  const Real wanted = static_cast<Real>(share) * tightest;
  if (wanted > 16 * std::numeric_limits<Real>::epsilon()) {
    projections.tolerance = std::min(static_cast<double>(wanted), coarsest);
  }
  return projections;
}

template <typename Real>
StepperOptions options_of(const Settings<Real>& settings, const Tolerance<Real>& tolerance) {
  StepperOptions options;
  options.projection = settings.projection;
  options.error_source = settings.error_source;
  if (settings.control == Control::fixed) options.error_source = ErrorSource::none;
  if (settings.control == Control::halving) options.error_source = ErrorSource::doubling;
  const bool is_papers =
      settings.control == Control::classic || settings.control == Control::halving;
  options.error_form = is_papers ? ErrorForm::projected : ErrorForm::tangential;
  options.polishes_ends = projections_of(settings, tolerance).tolerance > 0;
  // E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8, advise 0.1 to 0.01.
  constexpr double share_of_iterations = 0.01;
  if (settings.control == Control::pi) options.iteration_share = share_of_iterations;
  return options;
}

/// Passing is by the independent variable only.
template <typename Real>
Divisions<Real> divisions_of(const Settings<Real>& settings) {
  const bool is_by_independent =
      settings.parameter == Parameter::independent && settings.scale == Scale::independent;
  return is_by_independent ? settings.divisions : Divisions<Real>{};
}

/// Of any polynomial that stands for a step.
template <typename Real>
std::size_t degree_of_steps(const Settings<Real>& settings, const StepperTraits& traits) {
  const auto order = static_cast<std::size_t>(traits.order);
  const std::size_t degree = std::max(HermiteInterpolant<Real>::highest_degree, order);
  const bool may_pass = divisions_of(settings).divisors != nullptr;
  return may_pass ? std::max(degree, DivisionPassage<Real>::highest_degree) : degree;
}

}  // namespace

template <typename Real>
Run<Real>::Run(const ManifoldProblem<Real>& problem, const Settings<Real>& settings)
    : problem_(problem),
      settings_(settings),
      tolerance_(tolerance_of(problem, settings)),
      geometry_(problem, settings.parameter, projections_of(settings, tolerance_)),
      stepper_(make_stepper<Real>(settings.method,
                                  problem,
                                  settings.parameter,
                                  options_of(settings, tolerance_),
                                  tolerance_)),
      controller_(settings.control, tolerance_, stepper_->traits()),
      step_(problem.dimension()),
      dense_(problem.dimension(), degree_of_steps(settings, stepper_->traits())),
      finder_(settings.events, problem.dimension(), dense_.highest_degree()),
      watch_(problem.dimension(),
             settings.singular_share,
             problem.distribution->orientation() != Orientation::meant),
      sheets_(problem),
      passage_(problem, divisions_of(settings), tolerance_),
      writer_(problem, settings),
      recorder_(writer_.columns(),
                problem.dimension(),
                monitor_places(writer_.monitor_column(0), settings.monitors),
                settings.receiver),
      point_(problem.dimension()),
      began_(std::chrono::steady_clock::now()) {
  check_settings();
  if (!settings.is_tangent) controller_.ignore_moves();
  report_.method = describe_method(settings.method);
}

template <typename Real>
void Run<Real>::check_settings() const {
  for (std::size_t i = 0; i < step_.from.size(); ++i) {
    const Real relative = tolerance_.relative[i];
    const Real absolute = tolerance_.absolute[i];
    if (!(relative >= 0) || !(absolute >= 0) || !(relative + absolute > 0)) {
      refuse("the tolerances of '" + problem_.coordinates[i] + "' are not usable",
             "two numbers that are not negative, and not both 0");
    }
    if (settings_.control == Control::classic && !(relative > 0)) {
      refuse("control 'classic' has relative tolerances only", "a relative tolerance above 0");
    }
    if (settings_.control == Control::halving && !(absolute > 0)) {
      refuse("control 'halving' has absolute tolerances only", "an absolute tolerance above 0");
    }
  }
  if (settings_.control == Control::fixed && !(settings_.step && *settings_.step != 0)) {
    refuse("control 'fixed' has no step size", "a step that is not 0");
  }
  if (!std::isfinite(settings_.to)) refuse("the end is not a number", "a finite number");
  if (settings_.scale == Scale::independent && !problem_.independent) {
    refuse("the end is given by an independent variable, but there is none",
           "an end given by the parameter");
  }
  if (!(settings_.largest_step > 0)) refuse("the largest step is not positive", "a number above 0");
}

template <typename Real>
void Run<Real>::check_start() const {
  for (std::size_t i = 1; i < settings_.at.size(); ++i) {
    if ((settings_.at[i] - settings_.at[i - 1]) * direction_ < 0) {
      refuse("the rows asked for are not in the order of the run", "ascending, or backwards");
    }
  }
  if (!settings_.checks_tangency || !problem_.equations) return;
  const Tangency<Real> tangency = check_tangency<Real>(problem_, step_.from);
  if (!tangency.is_tangent()) {
    refuse(describe(tangency, problem_), "equations that the motion keeps (or force it)");
  }
}

template <typename Real>
Real Run<Real>::place(std::span<const Real> z, Real parameter) const {
  return settings_.scale == Scale::independent ? z[*problem_.independent] : parameter;
}

template <typename Real>
void Run<Real>::start(std::span<const Real> point) {
  if (point.size() != step_.from.size()) {
    refuse("the start has the wrong number of coordinates", std::to_string(step_.from.size()));
  }
  std::ranges::copy(point, step_.from.begin());
  direction_ = settings_.to < place(step_.from, Real{0}) ? Real{-1} : Real{1};
  check_start();
  StepStatus status = to_step_status(geometry_.orient(step_.from, settings_.start_direction, 1));
  if (status == StepStatus::good) {
    status = to_step_status(geometry_.field(step_.from, step_.from_field));
  }
  watch_.start(geometry_.quality());
  finder_.start(step_.from);
  passage_.start(step_.from);
  record(step_.from, Real{0}, last_size_);
  if (status != StepStatus::good) {
    report_.singular = SingularPoint<Real>{step_.from, geometry_.quality()};
    end(Reason::singular_distribution, "the direction is not defined at the start");
    return;
  }
  geometry_.follow(step_.from, step_.from_field);
  sheets_.start(geometry_, step_.from);
  find_first_size();
  loop();
}

template <typename Real>
void Run<Real>::find_first_size() {
  if (settings_.step) {
    next_size_ = direction_ * std::abs(*settings_.step);
    return;
  }
  const int order = std::max(stepper_->traits().error_order, 1);
  const int sign = direction_ < 0 ? -1 : 1;
  const Real way = std::abs(settings_.to - place(step_.from, Real{0}));
  Real size = first_step_size(geometry_, step_, tolerance_, order, sign, way);
  // What starts at 0 may ask for less than the independent variable can tell apart.
  if (settings_.parameter == Parameter::independent && problem_.independent) {
    const Real here = std::abs(step_.from[*problem_.independent]);
    size = std::max(size, 256 * std::numeric_limits<Real>::epsilon() * here);
  }
  next_size_ = direction_ * size;
  step_.has_to_field = false;
}

template <typename Real>
void Run<Real>::continue_from(const Checkpoint<Real>& checkpoint) {
  const std::size_t m = step_.from.size();
  if (checkpoint.method != settings_.method || checkpoint.point.size() != m ||
      checkpoint.field.size() != m || checkpoint.event_values.size() != settings_.events.size()) {
    refuse("the checkpoint is not one of this problem with these settings",
           "one made with method '" + settings_.method + "', " + std::to_string(m) +
               " coordinates and " + std::to_string(settings_.events.size()) + " events");
  }
  step_.from = checkpoint.point;
  step_.from_field = checkpoint.field;
  next_size_ = checkpoint.next_size;
  is_retry_ = checkpoint.is_retry;
  parameter_ = checkpoint.parameter;
  arclength_ = checkpoint.arclength;
  last_size_ = checkpoint.last_size;
  next_row_ = checkpoint.requested_rows;
  controller_.restore(checkpoint.control);
  watch_.restore({checkpoint.quality, checkpoint.largest_quality, checkpoint.quality_rate});
  finder_.restore(checkpoint.event_values, checkpoint.steps == 0);
  direction_ = next_size_ < 0 ? Real{-1} : Real{1};
  const std::span<const std::int64_t> memory = checkpoint.geometry_memory;
  const std::size_t of_sheets = sheets_.memory_size();
  const std::size_t of_passage = passage_.memory_size();
  const std::size_t own = memory.size() - std::min(memory.size(), of_sheets + of_passage);
  geometry_.restore(memory.first(own));
  sheets_.restore(memory.subspan(own).first(std::min(memory.size() - own, of_sheets)));
  passage_.restore(memory.last(std::min(memory.size() - own, of_passage)));
  stepper_->restore(checkpoint.stepper_memory);
  writer_.restore(checkpoint.row_memory);
  geometry_.follow(step_.from, step_.from_field);
  sheets_.start(geometry_, step_.from);
  geometry_.counters() = checkpoint.counters;
  report_.steps = checkpoint.steps;
  report_.rejected = checkpoint.rejected;
  report_.failed = checkpoint.failed;
  record(step_.from, arclength_, last_size_);
  loop();
}

template <typename Real>
void Run<Real>::end(Reason reason, const std::string& message) {
  report_.reason = reason;
  report_.message = message;
  is_over_ = true;
}

template <typename Real>
Report<Real> Run<Real>::finish() {
  report_.parameter = end_parameter_.value_or(parameter_);
  report_.arclength = end_arclength_.value_or(arclength_);
  report_.counters = geometry_.counters();
  recorder_.finish(report_);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began_;
  report_.seconds = time.count();
  return std::move(report_);
}

template class Run<double>;
template class Run<long double>;

}  // namespace leafwise::integrator
