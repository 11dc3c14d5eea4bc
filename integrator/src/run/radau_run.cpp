// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/radau_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "linear/small_vectors.hpp"
#include "run/run_limits.hpp"

namespace leafwise::integrator::detail {
namespace {

/// The first step's share of the way: steps grow eightfold, so that it is found in a few.
constexpr double first_share = 1e-6;

/// Of the polynomials of all curves.
constexpr std::size_t highest_degree = 5;

template <typename Real>
bool is_positive(Real value) {
  return value > 0 && value < std::numeric_limits<Real>::infinity();
}

template <typename Real>
std::vector<std::string> columns_of(const RadauSettings<Real>& settings, const RunShape& shape) {
  std::vector<std::string> columns = shape.coordinates;
  for (const auto& monitor : settings.monitors) columns.push_back(monitor.name);
  columns.insert(columns.end(), shape.own_columns.begin(), shape.own_columns.end());
  columns.insert(columns.end(), {"_s", "_h", "_residual"});
  return columns;
}

}  // namespace

template <typename Real>
void RadauRun<Real>::refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

template <typename Real>
void RadauRun<Real>::check_settings() const {
  if (!is_positive(settings_.relative_tolerance) || !is_positive(settings_.absolute_tolerance)) {
    refuse("a tolerance is not positive", "positive tolerances");
  }
  if (settings_.step && !is_positive(*settings_.step)) {
    refuse("the first step is not positive", "its size, without a sign");
  }
  if (settings_.is_fixed && !settings_.step) refuse("fixed steps need a size", "step");
  if (!std::isfinite(settings_.to)) refuse("the goal is not finite", "a value of the variable");
  const std::size_t inputs = shape_.coordinates.size();
  const auto check = [&](const std::string& name, const SmoothMap<Real>* function) {
    if (function != nullptr && function->inputs() == inputs && function->outputs() == 1) return;
    refuse("'" + name + "' is no function of the coordinates",
           std::to_string(inputs) + " inputs and 1 output");
  };
  for (const auto& monitor : settings_.monitors) check(monitor.name, monitor.function.get());
}

template <typename Real>
RadauRun<Real>::RadauRun(const RadauSettings<Real>& settings, RunShape shape)
    : settings_(settings),
      shape_(std::move(shape)),
      finder_(settings.events, shape_.coordinates.size(), highest_degree),
      recorder_(columns_of(settings, shape_),
                shape_.coordinates.size(),
                monitor_places(shape_.coordinates.size(), settings.monitors),
                settings.receiver) {
  check_settings();
  for (const auto& monitor : settings.monitors) monitors_.push_back(monitor.function->clone());
  report_.method = describe_method(shape_.method);
}

template <typename Real>
void RadauRun<Real>::use(std::unique_ptr<RadauStepper<Real>> stepper) {
  stepper_ = std::move(stepper);
  const std::size_t size = stepper_->y().size();
  point_.resize(1 + size);
  end_point_.resize(1 + size);
  start_point_.resize(1 + size);
  slope_.resize(size);
}

template <typename Real>
void RadauRun<Real>::start_at(std::span<const Real> point) {
  const Real way = settings_.to - point[0];
  direction_ = way < 0 ? Real{-1} : Real{1};
  const Real first =
      settings_.step ? *settings_.step : static_cast<Real>(first_share) * std::abs(way);
  const bool is_defined = stepper_->start(
      point[0], point.subspan(1), direction_ * std::min(first, settings_.largest_step));
  begin();
  if (!is_defined) end(Reason::step_too_small, "the functions have no values at the start");
}

template <typename Real>
void RadauRun<Real>::begin() {
  end_point_[0] = stepper_->t();
  std::copy(stepper_->y().begin(), stepper_->y().end(), end_point_.begin() + 1);
  finder_.start(shown(end_point_));
  write_row(end_point_, 0);
}

template <typename Real>
void RadauRun<Real>::end(Reason reason, const std::string& message) {
  report_.reason = reason;
  report_.message = message;
  is_over_ = true;
}

template <typename Real>
void RadauRun<Real>::end_at(const Stop& stop) {
  report_.limit = stop.limit;
  end(stop.reason, stop.message);
}

/// In this call: counters begin anew where a run is continued.
template <typename Real>
std::uint64_t RadauRun<Real>::attempts() const {
  const RadauCounters& count = stepper_->counters();
  return count.steps + count.rejected + count.failed;
}

template <typename Real>
void RadauRun<Real>::end_badly(RadauEnd how) {
  if (how == RadauEnd::singular) {
    end(Reason::singular_distribution, singular_message());
  } else if (const auto reason = explain_failure()) {
    end(Reason::singular_distribution, *reason);
  } else if (settings_.is_fixed) {
    end(Reason::step_too_small, "Newton's iteration does not converge with steps of this size");
  } else {
    end(Reason::step_too_small, "steps became as small as round-off");
  }
}

template <typename Real>
void RadauRun<Real>::loop() {
  while (!is_over_) {
    const Real left = (settings_.to - stepper_->t()) * direction_;
    if (left <= 4 * std::numeric_limits<Real>::epsilon() * std::abs(settings_.to)) {
      end(Reason::reached, {});
    } else if (const auto stop = must_stop(settings_, attempts())) {
      end_at(*stop);
    } else {
      make_step();
    }
  }
}

template <typename Real>
void RadauRun<Real>::make_step() {
  const RadauEnd how = stepper_->advance(settings_.to);
  if (how != RadauEnd::accepted) {
    end_badly(how);
    return;
  }
  start_point_ = end_point_;
  end_point_[0] = stepper_->t();
  std::copy(stepper_->y().begin(), stepper_->y().end(), end_point_.begin() + 1);
  if (const auto failure = finish_step()) {
    end_point_ = start_point_;
    end(Reason::singular_distribution, *failure);
    return;
  }
  const bool is_last = stepper_->t() == settings_.to;
  if (settings_.watches_defects) watch(end_point_);
  curve().begin(shown(start_point_), shown(end_point_), *stepper_);
  if (!std::isfinite(length(Real{1}))) {
    end_point_ = start_point_;
    end(Reason::step_too_small, "the values grow beyond what numbers of the machine hold");
    return;
  }
  Real last_share = 1;
  find_events(last_share, is_last);
  if (!is_over_ || last_share == 1) {
    const bool settles = is_over_ || is_last || stepper_->settle(settings_.largest_step);
    if (!settles) end(Reason::step_too_small, "the functions have no values here");
  }
  write_rows(last_share, is_last);
  recorder_.settle_step();
  if (settings_.progress && !is_over_) {
    settings_.progress({stepper_->counters().steps, stepper_->t(), settings_.to});
  }
}

template <typename Real>
Report<Real> RadauRun<Real>::complete() {
  const auto start = std::chrono::steady_clock::now();
  loop();
  write_early_end();
  report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const RadauCounters& count = stepper_->counters();
  report_.steps = count.steps;
  report_.rejected = count.rejected;
  report_.failed = count.failed;
  report_.counters.fields = count.functions;
  report_.counters.jacobians = count.jacobians;
  report_.counters.factorizations = count.factorizations;
  report_.counters.newton = count.newton;
  report_.arclength = arclength_;
  recorder_.finish(report_);
  return std::move(report_);
}

template class RadauRun<double>;
template class RadauRun<long double>;

}  // namespace leafwise::integrator::detail
