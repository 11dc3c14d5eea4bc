// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "find_zero.hpp"
#include "radau/radau_run.hpp"
#include "small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

/// A step is searched for changes of sign in so many parts.
constexpr int event_parts = 4;

}  // namespace

/// point_ ← the solution at this share of the last step: the collocation polynomial, refined.
template <typename Real>
void RadauRun<Real>::set_point(Real share) {
  if (share == 1) {
    point_ = end_point_;
    return;
  }
  point_[0] = stepper_->t() - (1 - share) * stepper_->last_step();
  stepper_->interpolate(share, std::span<Real>(point_).subspan(1));
  refine(point_);
}

template <typename Real>
Real RadauRun<Real>::event_value(std::size_t event, Real share) {
  set_point(share);
  Real value = 0;
  events_[event]->value(shown(point_), {&value, 1});
  return value;
}

template <typename Real>
void RadauRun<Real>::start_events() {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    events_[i]->value(shown(end_point_), {&event_values_[i], 1});
  }
}

/// Of this event, if the sign changes between these shares; a zero belongs to the part it ends.
template <typename Real>
void RadauRun<Real>::add_crossing(std::size_t event, Real from, Real to, Real before, Real after) {
  const bool is_at_end = after == 0 && before != 0;
  if (!is_at_end && !(before * after < 0)) return;
  const int sign = before < 0 ? 1 : -1;
  const Crossing wanted = settings_.events[event].direction;
  if (wanted != Crossing::both && (wanted == Crossing::rising) != (sign > 0)) return;
  Real share = to;
  if (!is_at_end) {
    share = find_zero<Real>([&](Real s) { return event_value(event, s); }, from, to, before, after);
  }
  crossings_.push_back({share, event, sign});
}

/// Writes the events of the step in their order, up to one that stops the run.
template <typename Real>
void RadauRun<Real>::find_events(Real& last_share) {
  crossings_.clear();
  for (std::size_t i = 0; i < events_.size(); ++i) {
    for (int part = 1; part <= event_parts; ++part) {
      const Real from = static_cast<Real>(part - 1) / event_parts;
      const Real to = static_cast<Real>(part) / event_parts;
      const Real after = event_value(i, to);
      add_crossing(i, from, to, event_values_[i], after);
      event_values_[i] = after;
    }
  }
  std::ranges::sort(crossings_, {}, &EventCrossing::share);
  for (const EventCrossing& crossing : crossings_) {
    write_event(crossing.event, crossing.share, crossing.sign);
    if (!settings_.events[crossing.event].stops) continue;
    last_share = crossing.share;
    report_.event = settings_.events[crossing.event].name;
    end(Reason::event, "event '" + report_.event + "' stopped the run");
    return;
  }
}

template <typename Real>
void RadauRun<Real>::write_event(std::size_t event, Real share, int sign) {
  report_.events.push_back({event, settings_.events[event].name, sign});
  set_point(share);
  write_row(point_, share, report_.event_rows);
}

/// Of the curve of t and the measured components up to this share of the step, by Simpson's rule on
/// the collocation polynomial: a help for the eye, good to the step's fourth power.
template <typename Real>
Real RadauRun<Real>::length(Real share) {
  if (share == 0) return arclength_;
  const std::size_t measured = shape_.measured;
  const auto size_of_slope = [&](Real at) {
    stepper_->differentiate(at, slope_);
    Real squares = stepper_->last_step() * stepper_->last_step();
    for (std::size_t j = 0; j < measured; ++j) squares += slope_[j] * slope_[j];
    return std::sqrt(squares);
  };
  const Real sum = size_of_slope(Real{0}) + 4 * size_of_slope(share / 2) + size_of_slope(share);
  return arclength_ + share * sum / 6;
}

template <typename Real>
void RadauRun<Real>::write_rows(Real last_share, bool is_last) {
  if (settings_.rows == Rows::requested) {
    const Real slack = 16 * std::numeric_limits<Real>::epsilon();
    const Real step = stepper_->last_step();
    const Real from = stepper_->t() - step;
    for (; next_row_ < settings_.at.size(); ++next_row_) {
      const Real value = settings_.at[next_row_];
      const bool is_behind = (value - from) * direction_ <= slack * std::abs(value);
      const bool is_end = std::abs(value - settings_.to) <= slack * std::abs(settings_.to);
      if (is_behind || is_end) continue;
      if ((value - stepper_->t()) * direction_ > 0) break;
      const Real share = (value - from) / step;
      if (share > last_share) break;
      set_point(share);
      point_[0] = value;
      write_row(point_, share, report_.trajectory);
    }
  }
  const bool is_written = is_over_ || is_last || settings_.rows == Rows::every_step;
  if (is_written) {
    set_point(last_share);
    write_row(point_, last_share, report_.trajectory);
  }
  arclength_ = length(last_share);
}

/// A run that ends early ends at its last complete step: that one has a row.
template <typename Real>
void RadauRun<Real>::write_early_end() {
  const Trajectory<Real>& table = report_.trajectory;
  if (report_.reason == Reason::event || table.last()[0] == end_point_[0]) return;
  const Real length_there = arclength_;
  write_row(end_point_, 0, report_.trajectory);
  arclength_ = length_there;
}

template <typename Real>
void RadauRun<Real>::write_row(std::span<const Real> point, Real share, Trajectory<Real>& table) {
  const std::span<Real> row = table.append();
  const std::span<const Real> visible = shown(point);
  std::copy(visible.begin(), visible.end(), row.begin());
  std::size_t column = visible.size();
  for (const auto& monitor : monitors_) monitor->value(visible, row.subspan(column++, 1));
  write_own(point, row.subspan(column, shape_.own_columns.size()));
  column += shape_.own_columns.size();
  const Real off = residual(point);
  row[column++] = length(share);
  row[column++] = share == 0 ? Real{0} : share * stepper_->last_step();
  row[column++] = off;
  report_.largest_residual = std::max(report_.largest_residual, off);
}

template <typename Real>
void RadauRun<Real>::summarise_monitors() {
  const Trajectory<Real>& table = report_.trajectory;
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    const std::size_t column = shape_.coordinates.size() + i;
    MonitorSummary<Real> summary;
    summary.name = settings_.monitors[i].name;
    summary.start = table.row(0)[column];
    summary.end = table.last()[column];
    for (std::size_t row = 0; row < table.size(); ++row) {
      summary.drift = std::max(summary.drift, std::abs(table.row(row)[column] - summary.start));
    }
    report_.monitors.push_back(summary);
  }
}

template class RadauRun<double>;
template class RadauRun<long double>;

}  // namespace leafwise::integrator::detail
