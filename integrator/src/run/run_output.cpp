// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "run/run.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
Real Run<Real>::place() const {
  return walker_->place(walker_->from(), walker_->parameter());
}

template <typename Real>
Real Run<Real>::parameter_at(Real share) const {
  return walker_->parameter() + share * walker_->size();
}

template <typename Real>
Real Run<Real>::arclength_at(Real share) {
  return walker_->arclength() + walker_->length(share);
}

template <typename Real>
void Run<Real>::record(std::span<const Real> point, Real arclength, Real size) {
  writer_.write(*walker_, point, arclength, size, recorder_.room());
  recorder_.add_row();
}

template <typename Real>
void Run<Real>::write_row(std::span<const Real> point, Real share) {
  record(point, arclength_at(share), share * walker_->size());
}

/// False: the dense output failed, and with it the step.
template <typename Real>
bool Run<Real>::write_events(Real& last_share, bool is_last) {
  if (!finder_.find(walker_->curve(), walker_->end_of_curve(), is_last, places_)) return false;
  // All or none: a step that fails is tried again.
  for (const EventPlace<Real>& found : places_) {
    if (!walker_->point(found.theta, point_)) return false;
  }
  for (const EventPlace<Real>& found : places_) {
    const Event<Real>& event = settings_.events[found.event];
    (void)walker_->point(found.theta, point_);
    writer_.write(*walker_,
                  point_,
                  arclength_at(found.theta),
                  found.theta * walker_->size(),
                  recorder_.room());
    recorder_.add_event({found.event, event.name, found.sign_after});
    if (!event.stops || found.is_start) continue;
    last_share = found.theta;
    report_.event = event.name;
    end(Reason::event, "event '" + event.name + "' stopped the run");
    break;
  }
  return true;
}

/// Where the scale of the goal has that value.
template <typename Real>
Real Run<Real>::share_of(Real value) {
  if (settings_.scale == Scale::parameter) {
    return (value - walker_->parameter()) / walker_->size();
  }
  return walker_->share_of(value);
}

template <typename Real>
void Run<Real>::write_requested_rows(Real last_share) {
  const Real from = place();
  const Real to = walker_->place(walker_->to(), parameter_at(Real{1}));
  const Real direction = walker_->direction();
  const Real slack = 16 * std::numeric_limits<Real>::epsilon();
  std::size_t written = 0;
  for (; next_row_ < settings_.at.size(); ++next_row_) {
    const Real value = settings_.at[next_row_];
    // The start and the end have rows of their own.
    const bool is_behind = (value - from) * direction <= slack * std::abs(value);
    const bool is_end = std::abs(value - settings_.to) <= slack * std::abs(settings_.to);
    if (is_behind || is_end) continue;
    // What the next step would take for its start, is the end of this one.
    if ((value - to) * direction > slack * std::abs(value)) return;
    const Real share = (value - to) * direction >= 0 ? Real{1} : share_of(value);
    if (share > last_share || !walker_->point(share, point_)) return;
    if (settings_.scale == Scale::independent) point_[*walker_->shape().independent] = value;
    write_row(point_, share);
    if (++written % rows_between_looks != 0) continue;
    if (const auto stop = must_stop(settings_, 0)) {
      ++next_row_;
      end_between_rows(*stop, share);
      return;
    }
  }
}

template <typename Real>
void Run<Real>::end_within(Real share) {
  end_parameter_ = parameter_at(share);
  end_arclength_ = arclength_at(share);
}

/// The last row is the end; what the step has found behind it was not come to.
template <typename Real>
void Run<Real>::end_between_rows(const Stop& stop, Real share) {
  end_at(stop);
  report_.event.clear();
  end_within(share);
  std::size_t kept = 0;
  while (kept < recorder_.events_of_step() && places_[kept].theta <= share) ++kept;
  recorder_.keep_events(kept);
  events_ahead_ = kept;
}

template <typename Real>
void Run<Real>::write_rows(Real last_share, bool is_last) {
  const bool has_halves = !walker_->middle().empty();
  if (settings_.rows == Rows::requested) {
    write_requested_rows(last_share);
    if (was_stopped()) return;
  } else if (has_halves && last_share > Real{1} / 2) {
    const Real half = Real{1} / 2;
    record(walker_->middle(), arclength_at(half), half * walker_->size());
  }
  if (is_over_) {
    if (!walker_->point(last_share, point_)) return;
    write_row(point_, last_share);
    end_within(last_share);
    return;
  }
  if (settings_.rows == Rows::every_step || is_last) {
    // A half of a doubled step led here.
    const Real size = has_halves ? walker_->size() / 2 : walker_->size();
    record(walker_->to(), arclength_at(Real{1}), size);
  }
}

/// The last row is where the run ended, also if nobody asked for it.
template <typename Real>
void Run<Real>::write_early_end() {
  if (settings_.rows == Rows::every_step || recorder_.empty()) return;
  // Ends within a step have their row already, and a greater arc length.
  if (recorder_.last_row() >= walker_->arclength()) return;
  record(walker_->from(), walker_->arclength(), walker_->last_size());
}

template class Run<double>;
template class Run<long double>;

}  // namespace leafwise::integrator::detail
