// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "run/find_zero.hpp"
#include "run/run.hpp"
#include "run/run_limits.hpp"

namespace leafwise::integrator {

template <typename Real>
Real Run<Real>::parameter_at(Real theta) const {
  return parameter_ + theta * step_.size;
}

template <typename Real>
Real Run<Real>::arclength_at(Real theta) {
  if (settings_.parameter == Parameter::arclength) {
    return arclength_ + theta * std::abs(step_.size);
  }
  return arclength_ + dense_.length(theta);
}

template <typename Real>
void Run<Real>::record(std::span<const Real> z, Real arclength, Real size) {
  writer_.write(geometry_, z, arclength, size, recorder_.room());
  recorder_.add_row();
}

template <typename Real>
void Run<Real>::write_row(std::span<const Real> z, Real theta) {
  record(z, arclength_at(theta), theta * step_.size);
}

/// False: the dense output failed, and with it the step.
template <typename Real>
bool Run<Real>::write_events(Real& last_theta, bool is_last) {
  if (!finder_.find(dense_, step_.to, is_last, places_)) return false;
  // All or none: a step that fails is tried again.
  for (const EventPlace<Real>& found : places_) {
    if (!dense_.point(found.theta, point_)) return false;
  }
  for (const EventPlace<Real>& found : places_) {
    const Event<Real>& event = settings_.events[found.event];
    (void)dense_.point(found.theta, point_);
    writer_.write(
        geometry_, point_, arclength_at(found.theta), found.theta * step_.size, recorder_.room());
    recorder_.add_event({found.event, event.name, found.sign_after});
    if (!event.stops || found.is_start) continue;
    last_theta = found.theta;
    report_.event = event.name;
    end(Reason::event, "event '" + event.name + "' stopped the run");
    break;
  }
  return true;
}

/// θ where the scale of the goal has that value.
template <typename Real>
Real Run<Real>::theta_of(Real value) {
  if (settings_.scale == Scale::parameter) return (value - parameter_) / step_.size;
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
void Run<Real>::write_requested_rows(Real last_theta) {
  const Real from = place(step_.from, parameter_);
  const Real to = place(step_.to, parameter_ + step_.size);
  const Real slack = 16 * std::numeric_limits<Real>::epsilon();
  std::size_t written = 0;
  for (; next_row_ < settings_.at.size(); ++next_row_) {
    const Real value = settings_.at[next_row_];
    // The start and the end have rows of their own.
    const bool is_behind = (value - from) * direction_ <= slack * std::abs(value);
    const bool is_end = std::abs(value - settings_.to) <= slack * std::abs(settings_.to);
    if (is_behind || is_end) continue;
    // What the next step would take for its start, is the end of this one.
    if ((value - to) * direction_ > slack * std::abs(value)) return;
    const Real theta = (value - to) * direction_ >= 0 ? Real{1} : theta_of(value);
    if (theta > last_theta || !dense_.point(theta, point_)) return;
    if (settings_.scale == Scale::independent) point_[*problem_.independent] = value;
    write_row(point_, theta);
    if (++written % detail::rows_between_looks != 0) continue;
    if (const auto stop = detail::must_stop(settings_, 0)) {
      ++next_row_;
      end_between_rows(*stop, theta);
      return;
    }
  }
}

/// The last row is the end; what the step has found behind it was not come to.
template <typename Real>
void Run<Real>::end_between_rows(const detail::Stop& stop, Real theta) {
  end_at(stop);
  report_.event.clear();
  end_parameter_ = parameter_at(theta);
  end_arclength_ = arclength_at(theta);
  std::size_t kept = 0;
  while (kept < recorder_.events_of_step() && places_[kept].theta <= theta) ++kept;
  recorder_.keep_events(kept);
}

template <typename Real>
void Run<Real>::write_rows(Real last_theta, bool is_last) {
  if (settings_.rows == Rows::requested) {
    write_requested_rows(last_theta);
    if (report_.reason == Reason::cancelled || report_.reason == Reason::limit) return;
  } else if (has_halves() && last_theta > Real{1} / 2) {
    const Real half = Real{1} / 2;
    record(step_.middle, arclength_at(half), half * step_.size);
  }
  if (is_over_) {
    if (!dense_.point(last_theta, point_)) return;
    write_row(point_, last_theta);
    end_parameter_ = parameter_at(last_theta);
    end_arclength_ = arclength_at(last_theta);
    return;
  }
  if (settings_.rows == Rows::every_step || is_last) {
    // A half of a doubled step led here.
    const Real size = has_halves() ? step_.size / 2 : step_.size;
    record(step_.to, arclength_at(Real{1}), size);
  }
}

/// The last row is where the run ended, also if nobody asked for it.
template <typename Real>
void Run<Real>::write_early_end() {
  if (settings_.rows == Rows::every_step || recorder_.empty()) return;
  const std::span<const Real> last = recorder_.last();
  // Ends within a step have their row already, and a greater arc length.
  if (last[last.size() - 3] >= arclength_) return;
  record(step_.from, arclength_, last_size_);
}

template <typename Real>
Checkpoint<Real> Run<Real>::make_checkpoint() {
  Checkpoint<Real> checkpoint;
  checkpoint.method = settings_.method;
  checkpoint.point = step_.from;
  checkpoint.field = step_.from_field;
  checkpoint.next_size = next_size_;
  checkpoint.is_retry = is_retry_;
  checkpoint.parameter = parameter_;
  checkpoint.arclength = arclength_;
  checkpoint.last_size = last_size_;
  checkpoint.control = controller_.state();
  const auto watched = watch_.state();
  checkpoint.quality = watched.from;
  checkpoint.largest_quality = watched.largest;
  checkpoint.quality_rate = watched.rate;
  checkpoint.geometry_memory = geometry_.memory();
  sheets_.append_memory(checkpoint.geometry_memory);
  passage_.append_memory(checkpoint.geometry_memory);
  checkpoint.stepper_memory = stepper_->memory(step_.from);
  checkpoint.row_memory = writer_.memory();
  checkpoint.event_values = finder_.values();
  checkpoint.steps = report_.steps;
  checkpoint.rejected = report_.rejected;
  checkpoint.failed = report_.failed;
  checkpoint.requested_rows = next_row_;
  checkpoint.counters = geometry_.counters();
  return checkpoint;
}

template class Run<double>;
template class Run<long double>;

}  // namespace leafwise::integrator
