// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/small_vectors.hpp"
#include "run/radau_run.hpp"
#include "run/run_limits.hpp"
#include "steppers/length_of.hpp"

namespace leafwise::integrator::detail {
/// point_ ← the solution at this share of the last step.
template <typename Real>
void RadauRun<Real>::set_point(Real share) {
  if (share == 1) {
    point_ = end_point_;
  } else {
    const std::size_t visible = shape_.coordinates.size();
    // What rows do not show, multipliers of stiff forces, is the collocation polynomial's.
    if (visible < point_.size()) {
      stepper_->interpolate(share, std::span<Real>(point_).subspan(1));
    }
    (void)curve().point(share, std::span<Real>(point_).first(visible));
  }
}

/// Writes the events of the step in their order, up to one that stops the run.
template <typename Real>
void RadauRun<Real>::find_events(Real& last_share, bool is_last) {
  if (!finder_.has_events()) return;
  (void)finder_.find(curve(), curve().end(), is_last, places_);  // these curves can always be made
  finder_.advance();
  for (const EventPlace<Real>& found : places_) {
    write_event(found.event, found.theta, found.sign_after);
    if (!settings_.events[found.event].stops || found.is_start) continue;
    last_share = found.theta;
    report_.event = settings_.events[found.event].name;
    end(Reason::event, "event '" + report_.event + "' stopped the run");
    return;
  }
}

template <typename Real>
void RadauRun<Real>::write_event(std::size_t event, Real share, int sign) {
  set_point(share);
  fill_room(point_, share);
  recorder_.add_event({event, settings_.events[event].name, sign});
}

/// Of the curve of t and the measured components up to this share of the step, by Simpson's rule on
/// the collocation polynomial: a help for the eye, good to the step's fourth power.
template <typename Real>
Real RadauRun<Real>::length(Real share) {
  if (share == 0) return arclength_;
  const std::size_t measured = shape_.measured;
  const auto size_of_slope = [&](Real at) {
    stepper_->differentiate(at, slope_);
    const Real way = length_of(std::span<const Real>(slope_).first(measured));
    return std::hypot(stepper_->last_step(), way);
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
    std::size_t written = 0;
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
      write_row(point_, share);
      if (++written % rows_between_looks != 0) continue;
      if (const auto stop = must_stop(settings_, 0)) {
        end_between_rows(*stop, share);
        return;
      }
    }
  }
  const bool is_written = is_over_ || is_last || settings_.rows == Rows::every_step;
  if (is_written) {
    set_point(last_share);
    write_row(point_, last_share);
  }
  arclength_ = length(last_share);
}

/// The last row is the end; what the step has found behind it was not come to.
template <typename Real>
void RadauRun<Real>::end_between_rows(const Stop& stop, Real share) {
  end_at(stop);
  ends_between_rows_ = true;
  report_.event.clear();
  ++next_row_;
  arclength_ = length(share);
  std::size_t kept = 0;
  while (kept < recorder_.events_of_step() && places_[kept].theta <= share) ++kept;
  recorder_.keep_events(kept);
}

/// A run that ends early ends at its last complete step: that one has a row.
template <typename Real>
void RadauRun<Real>::write_early_end() {
  if (report_.reason == Reason::event || ends_between_rows_) return;
  if (recorder_.last()[0] == end_point_[0]) return;
  const Real length_there = arclength_;
  write_row(end_point_, 0);
  arclength_ = length_there;
}

template <typename Real>
void RadauRun<Real>::write_row(std::span<const Real> point, Real share) {
  fill_room(point, share);
  recorder_.add_row();
}

/// The numbers of a row.
template <typename Real>
void RadauRun<Real>::fill_room(std::span<const Real> point, Real share) {
  const std::span<Real> row = recorder_.room();
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

template class RadauRun<double>;
template class RadauRun<long double>;

}  // namespace leafwise::integrator::detail
