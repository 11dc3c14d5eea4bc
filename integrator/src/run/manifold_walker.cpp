// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/manifold_walker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/tangency.hpp"
#include "run/find_zero.hpp"
#include "steppers/hermite_interpolant.hpp"
#include "steppers/singular_start.hpp"

namespace leafwise::integrator::detail {
namespace {

[[noreturn]] void refuse_with(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

template <typename Real>
Tolerance<Real> tolerance_of(const ManifoldProblem<Real>& problem, const Settings<Real>& settings) {
  const std::size_t m = problem.dimension();
  if (!settings.tolerance) {
    return Tolerance<Real>::uniform(m, settings.relative_tolerance, settings.absolute_tolerance);
  }
  if (settings.tolerance->relative.size() != m || settings.tolerance->absolute.size() != m) {
    refuse_with("there are not as many tolerances as coordinates",
                std::to_string(m) + " of each kind");
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

/// Of any polynomial that stands for a step.
template <typename Real>
std::size_t degree_of_steps(const Settings<Real>& settings, const StepperTraits& traits) {
  const auto order = static_cast<std::size_t>(traits.order);
  const std::size_t degree = std::max(HermiteInterpolant<Real>::highest_degree, order);
  const bool may_pass =
      settings.passes_singular_points || divisions_of(settings).divisors != nullptr;
  const std::size_t of_others =
      may_pass ? SeriesPassage<Real>::highest_degree : SingularStart<Real>::degree;
  return std::max(degree, of_others);
}

template <typename Real>
RowShape shape_of(const ManifoldProblem<Real>& problem, const Settings<Real>& settings) {
  RowShape shape{problem.coordinates, problem.independent};
  if (settings.writes_attached) shape.attached = problem.distribution->attached_names();
  return shape;
}

}  // namespace

template <typename Real>
Divisions<Real> divisions_of(const Settings<Real>& settings) {
  const bool is_by_independent =
      settings.parameter == Parameter::independent && settings.scale == Scale::independent;
  return is_by_independent ? settings.divisions : Divisions<Real>{};
}

template <typename Real>
ManifoldWalker<Real>::ManifoldWalker(const ManifoldProblem<Real>& problem,
                                     const Settings<Real>& settings)
    : Walker<Real>(settings, shape_of(problem, settings)),
      problem_(problem),
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
      watch_(problem.dimension(),
             settings.singular_share,
             problem.distribution->orientation() != Orientation::meant),
      sheets_(problem),
      passage_(problem, divisions_of(settings), tolerance_),
      singular_passage_(problem,
                        settings.passes_singular_points,
                        settings.opening,
                        settings.parameter,
                        tolerance_),
      point_(problem.dimension()) {
  check_settings();
  if (!settings.is_tangent) controller_.ignore_moves();
  if (!this->shape_.attached.empty()) attached_ = problem.distribution->clone();
}

template <typename Real>
void ManifoldWalker<Real>::check_settings() const {
  for (std::size_t i = 0; i < step_.from.size(); ++i) {
    const Real relative = tolerance_.relative[i];
    const Real absolute = tolerance_.absolute[i];
    if (!(relative >= 0) || !(absolute >= 0) || !(relative + absolute > 0)) {
      refuse_with("the tolerances of '" + problem_.coordinates[i] + "' are not usable",
                  "two numbers that are not negative, and not both 0");
    }
    if (this->settings_.control == Control::classic && !(relative > 0)) {
      refuse_with("control 'classic' has relative tolerances only", "a relative tolerance above 0");
    }
    if (this->settings_.control == Control::halving && !(absolute > 0)) {
      refuse_with("control 'halving' has absolute tolerances only",
                  "an absolute tolerance above 0");
    }
  }
  if (this->settings_.control == Control::fixed &&
      !(this->settings_.step && *this->settings_.step != 0)) {
    refuse_with("control 'fixed' has no step size", "a step that is not 0");
  }
}

template <typename Real>
void ManifoldWalker<Real>::check_start() const {
  if (!this->settings_.checks_tangency || !problem_.equations) return;
  const Tangency<Real> tangency = check_tangency<Real>(problem_, step_.from);
  if (!tangency.is_tangent()) {
    refuse_with(describe(tangency, problem_), "equations that the motion keeps (or force it)");
  }
}

template <typename Real>
void ManifoldWalker<Real>::start(std::span<const Real> point) {
  if (point.size() != step_.from.size()) {
    refuse_with("the start has the wrong number of coordinates", std::to_string(step_.from.size()));
  }
  std::ranges::copy(point, step_.from.begin());
  this->direction_ = this->settings_.to < place_of_start() ? Real{-1} : Real{1};
  if (singular_passage_.has_opening()) {
    start_singular();
    return;
  }
  check_start();
  StepStatus status =
      to_step_status(geometry_.orient(step_.from, this->settings_.start_direction, 1));
  if (status == StepStatus::good) {
    status = to_step_status(geometry_.field(step_.from, step_.from_field));
  }
  watch_.start(geometry_.quality());
  passage_.start(step_.from);
  singular_passage_.start(step_.from);
  if (status != StepStatus::good) {
    if (begin_beside()) return;
    singular_ = SingularPoint<Real>{step_.from, geometry_.quality()};
    (void)this->end_with(Reason::singular_distribution,
                         "the direction is not defined at the start" + why_not_beside_);
    return;
  }
  geometry_.follow(step_.from, step_.from_field);
  sheets_.start(geometry_, step_.from);
  find_first_size();
}

/// In a place without a direction: the series that the run brings has one.
template <typename Real>
void ManifoldWalker<Real>::start_singular() {
  singular_passage_.begin(step_.from_field);
  const Real sign = this->direction_;
  (void)geometry_.orient(step_.from, step_.from_field, sign < 0 ? -1 : 1);
  watch_.start({});
  passage_.start(step_.from);
  geometry_.follow(step_.from, step_.from_field);
  sheets_.start(geometry_, step_.from);
  next_size_ = this->settings_.step ? std::abs(*this->settings_.step)
                                    : std::abs(this->settings_.to - place_of_start());
  next_size_ *= this->direction_;
}

template <typename Real>
void ManifoldWalker<Real>::find_first_size() {
  if (this->settings_.step) {
    next_size_ = this->direction_ * std::abs(*this->settings_.step);
    return;
  }
  const int order = std::max(stepper_->traits().error_order, 1);
  const int sign = this->direction_ < 0 ? -1 : 1;
  const Real way = std::abs(this->settings_.to - place_of_start());
  Real size = first_step_size(geometry_, step_, tolerance_, order, sign, way);
  // What starts at 0 may ask for less than the independent variable can tell apart.
  if (this->settings_.parameter == Parameter::independent && problem_.independent) {
    const Real here = std::abs(step_.from[*problem_.independent]);
    size = std::max(size, 256 * std::numeric_limits<Real>::epsilon() * here);
  }
  next_size_ = this->direction_ * size;
  step_.has_to_field = false;
}

template <typename Real>
void ManifoldWalker<Real>::tell(Report<Real>& report) {
  report.singular = std::move(singular_);
  report.passed = std::move(passed_);
  report.passed_singular = std::move(passed_singular_);
  report.has_singular_start = has_singular_start_;
  report.steps = steps_;
  report.rejected = rejected_;
  report.failed = failed_;
  report.counters = geometry_.counters();
}

template <typename Real>
bool ManifoldWalker<Real>::point(Real share, std::span<Real> z) {
  return dense_.point(share, z);
}

template <typename Real>
Real ManifoldWalker<Real>::share_of(Real value) {
  const std::size_t x = *problem_.independent;
  const Real low = step_.from[x] - value;
  const Real high = step_.to[x] - value;
  if (high == 0) return 1;
  const auto gap = [&](Real theta) {
    return dense_.point(theta, point_) ? point_[x] - value : Real{0};
  };
  // Mostly x is the parameter, and the secant hits at once.
  const Real guess = low / (low - high);
  const Real round_off = 4 * std::numeric_limits<Real>::epsilon() * std::abs(value);
  if (std::abs(gap(guess)) <= round_off) return guess;
  return find_zero<Real>(gap, Real{0}, Real{1}, low, high);
}

template <typename Real>
Real ManifoldWalker<Real>::length(Real share) {
  if (this->settings_.parameter == Parameter::arclength) return share * std::abs(step_.size);
  return dense_.length(share);
}

template <typename Real>
std::span<const Real> ManifoldWalker<Real>::middle() const {
  return has_halves() ? std::span<const Real>(step_.middle) : std::span<const Real>();
}

template <typename Real>
void ManifoldWalker<Real>::write_attached(std::span<const Real> point, std::span<Real> columns) {
  if (attached_) attached_->attached(point, columns);
}

template <typename Real>
Real ManifoldWalker<Real>::residual(std::span<const Real> point) {
  const Counters before = geometry_.counters();
  const Real residual = geometry_.residual(point);
  geometry_.counters() = before;
  return residual;
}

template Divisions<double> divisions_of(const Settings<double>& settings);
template Divisions<long double> divisions_of(const Settings<long double>& settings);
template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
