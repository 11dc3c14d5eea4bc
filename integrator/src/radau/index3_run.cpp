// SPDX-License-Identifier: GPL-3.0-or-later
#include "radau/index3_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

/// The first step's share of the way: steps grow eightfold, so that it is found in a few.
constexpr double first_share = 1e-6;

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

template <typename Real>
void check_settings(const HessenbergProblem<Real>& problem, const Index3Settings<Real>& settings) {
  const auto is_positive = [](Real value) {
    return value > 0 && value < std::numeric_limits<Real>::infinity();
  };
  if (!is_positive(settings.relative_tolerance) || !is_positive(settings.absolute_tolerance)) {
    refuse("a tolerance is not positive", "positive tolerances");
  }
  if (settings.step && !is_positive(*settings.step)) {
    refuse("the first step is not positive", "its size, without a sign");
  }
  if (settings.is_fixed && !settings.step) refuse("fixed steps need a size", "step");
  if (!std::isfinite(settings.to)) refuse("the goal is not finite", "a value of the variable");
  const std::size_t inputs = 1 + problem.size();
  const auto check = [&](const std::string& name, const SmoothMap<Real>* function) {
    if (function != nullptr && function->inputs() == inputs && function->outputs() == 1) return;
    refuse("'" + name + "' is no function of the coordinates",
           std::to_string(inputs) + " inputs and 1 output");
  };
  for (const auto& event : settings.events) check(event.name, event.function.get());
  for (const auto& monitor : settings.monitors) check(monitor.name, monitor.function.get());
}

template <typename Real>
std::vector<std::string> columns_of(const HessenbergProblem<Real>& problem,
                                    const Index3Settings<Real>& settings) {
  std::vector<std::string> columns = {problem.independent};
  for (const auto* names : {&problem.positions, &problem.velocities, &problem.multipliers}) {
    columns.insert(columns.end(), names->begin(), names->end());
  }
  for (const auto& monitor : settings.monitors) columns.push_back(monitor.name);
  if (settings.watches_defects) columns.insert(columns.end(), {"d1", "d2", "d3"});
  columns.insert(columns.end(), {"_s", "_h", "_residual"});
  return columns;
}

}  // namespace

template <typename Real>
Index3Run<Real>::Index3Run(const HessenbergProblem<Real>& problem,
                           const Index3Settings<Real>& settings)
    : problem_(problem),
      settings_(settings),
      stages_(problem),
      stepper_(stages_,
               {settings.relative_tolerance, settings.absolute_tolerance, settings.is_fixed}),
      hidden_(problem),
      curve_(problem, settings.projects),
      finder_(settings.events, 1 + problem.size(), Index3Curve<Real>::highest_degree),
      constraints_(problem.constraints->clone()),
      point_(1 + problem.size()),
      end_point_(1 + problem.size()),
      start_point_(1 + problem.size()),
      slope_(problem.size()),
      g_(problem.multipliers.size()),
      slopes_(problem.multipliers.size() * (1 + problem.positions.size())) {
  check_settings(problem, settings);
  for (const auto& monitor : settings.monitors) monitors_.push_back(monitor.function->clone());
  report_.run.method = describe_method(index3_method);
  const std::size_t dimension = 1 + problem.size();
  report_.run.trajectory = Trajectory<Real>(columns_of(problem, settings), dimension);
  report_.run.event_rows = Trajectory<Real>(columns_of(problem, settings), dimension);
}

template <typename Real>
void Index3Run<Real>::start(std::span<const Real> point) {
  if (point.size() != 1 + problem_.size()) {
    refuse("the start has " + std::to_string(point.size()) + " numbers",
           std::to_string(1 + problem_.size()) + ": t, u, v, lambda");
  }
  if (!all_finite(point)) refuse("the start is not finite", "numbers");
  const Real way = settings_.to - point[0];
  direction_ = way < 0 ? Real{-1} : Real{1};
  const Real first =
      settings_.step ? *settings_.step : static_cast<Real>(first_share) * std::abs(way);
  const bool is_defined = stepper_.start(
      point[0], point.subspan(1), direction_ * std::min(first, settings_.largest_step));
  begin();
  if (!is_defined) end(Reason::step_too_small, "the functions have no values at the start");
}

template <typename Real>
void Index3Run<Real>::begin() {
  end_point_[0] = stepper_.t();
  std::copy(stepper_.y().begin(), stepper_.y().end(), end_point_.begin() + 1);
  finder_.start(end_point_);
  write_row(end_point_, 0, report_.run.trajectory);
}

template <typename Real>
void Index3Run<Real>::end(Reason reason, const std::string& message) {
  report_.run.reason = reason;
  report_.run.message = message;
  is_over_ = true;
}

template <typename Real>
void Index3Run<Real>::end_badly(RadauEnd how) {
  if (how == RadauEnd::singular) {
    end(Reason::singular_distribution,
        "the iteration matrices are singular: constraints lose rank here");
  } else if (settings_.is_fixed) {
    end(Reason::step_too_small, "Newton's iteration does not converge with steps of this size");
  } else {
    end(Reason::step_too_small, "steps became as small as round-off");
  }
}

template <typename Real>
void Index3Run<Real>::loop() {
  while (!is_over_) {
    const Real left = (settings_.to - stepper_.t()) * direction_;
    if (left <= 4 * std::numeric_limits<Real>::epsilon() * std::abs(settings_.to)) {
      end(Reason::reached, {});
    } else if (settings_.stop.stop_requested()) {
      end(Reason::cancelled, "the run was cancelled");
    } else if (steps_in_call_ >= settings_.most_steps) {
      end(Reason::limit,
          "the limit of " + std::to_string(settings_.most_steps) + " steps was reached");
    } else {
      make_step();
    }
  }
}

/// (2.7): y and end_point_ at the end of the step.
template <typename Real>
bool Index3Run<Real>::project_end() {
  const std::span<Real> y = stepper_.y();
  end_point_[0] = stepper_.t();
  std::copy(y.begin(), y.end(), end_point_.begin() + 1);
  if (!settings_.projects) return true;
  ++report_.counters.projections;
  if (!stepper_.linearise_at_end() || !hidden_.project(stages_, end_point_)) return false;
  std::copy(end_point_.begin() + 1, end_point_.end(), y.begin());
  return true;
}

template <typename Real>
void Index3Run<Real>::make_step() {
  const RadauEnd how = stepper_.advance(settings_.to);
  if (how != RadauEnd::accepted) {
    end_badly(how);
    return;
  }
  ++steps_in_call_;
  start_point_ = end_point_;
  if (!project_end()) {
    end_point_ = start_point_;
    end(Reason::singular_distribution, "a step could not be projected onto the constraints");
    return;
  }
  const bool is_last = stepper_.t() == settings_.to;
  if (settings_.watches_defects) take_defects(end_point_);
  curve_.begin(start_point_, end_point_, stepper_);
  Real last_share = 1;
  find_events(last_share);
  if (!is_over_ || last_share == 1) {
    const bool settles = is_over_ || is_last || stepper_.settle(settings_.largest_step);
    if (!settles) end(Reason::step_too_small, "the functions have no values here");
  }
  write_rows(last_share, is_last);
  if (settings_.progress && !is_over_) {
    settings_.progress({stepper_.counters().steps, stepper_.t(), settings_.to});
  }
}

template <typename Real>
void Index3Run<Real>::take_defects(std::span<const Real> point) {
  const Defects<Real> here = hidden_.measure_all(point);
  report_.largest.first = std::max(report_.largest.first, here.position);
  report_.largest.second = std::max(report_.largest.second, here.velocity);
  report_.largest.third = std::max(report_.largest.third, here.acceleration);
}

template <typename Real>
Index3Report<Real> Index3Run<Real>::finish() {
  const auto start = std::chrono::steady_clock::now();
  loop();
  write_early_end();
  report_.run.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const RadauCounters& count = stepper_.counters();
  report_.counters.functions = count.functions;
  report_.counters.jacobians = count.jacobians;
  report_.counters.factorizations = count.factorizations;
  report_.counters.newton = count.newton;
  report_.run.steps = count.steps;
  report_.run.rejected = count.rejected;
  report_.run.failed = count.failed;
  report_.run.counters.fields = count.functions;
  report_.run.counters.jacobians = count.jacobians;
  report_.run.counters.factorizations = count.factorizations;
  report_.run.counters.newton = count.newton;
  report_.run.counters.projections = report_.counters.projections;
  report_.run.arclength = arclength_;
  summarise_monitors();
  report_.checkpoint = make_checkpoint();
  return std::move(report_);
}

template class Index3Run<double>;
template class Index3Run<long double>;

}  // namespace leafwise::integrator::detail
