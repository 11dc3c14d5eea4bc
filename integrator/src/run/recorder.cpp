// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {

template <typename Real>
Recorder<Real>::Recorder(std::vector<std::string> columns,
                         std::size_t dimension,
                         const MonitorPlaces& monitors,
                         RowReceiver<Real>* receiver)
    : receiver_(receiver),
      room_(columns.size()),
      rows_(columns, dimension),
      event_rows_(columns, dimension),
      pending_rows_(std::move(columns), dimension),
      first_monitor_(monitors.first) {
  for (const std::string& name : monitors.names) {
    monitors_.emplace_back();
    monitors_.back().name = name;
  }
}

template <typename Real>
void Recorder<Real>::watch_monitors(std::span<const Real> row) {
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    MonitorSummary<Real>& monitor = monitors_[i];
    monitor.end = row[first_monitor_ + i];
    if (rows_.empty()) monitor.start = monitor.end;
    monitor.drift = std::max(monitor.drift, std::abs(monitor.end - monitor.start));
  }
}

template <typename Real>
void Recorder<Real>::take_row() {
  watch_monitors(room_);
  largest_residual_ = std::max(largest_residual_, room_.back());
  // `_s` stands before `_h` and `_residual`.
  last_row_ = room_[room_.size() - 3];
}

template <typename Real>
void Recorder<Real>::add_row() {
  take_row();
  if (receiver_ != nullptr) {
    if (rows_.empty()) receiver_->begin(rows_.columns(), rows_.point_size());
    receiver_->add_row(room_);
    rows_.truncate(std::min<std::size_t>(rows_.size(), 1));
  }
  std::ranges::copy(room_, rows_.append().begin());
}

template <typename Real>
void Recorder<Real>::save(Checkpoint<Real>& checkpoint) const {
  checkpoint.largest_residual = largest_residual_;
  checkpoint.last_row = last_row_;
  for (const MonitorSummary<Real>& monitor : monitors_) {
    checkpoint.monitors.insert(checkpoint.monitors.end(),
                               {monitor.start, monitor.end, monitor.drift});
  }
}

template <typename Real>
void Recorder<Real>::restore(const Checkpoint<Real>& checkpoint) {
  constexpr std::size_t numbers = 3;
  if (checkpoint.monitors.size() != numbers * monitors_.size()) {
    throw InvalidInput(Mistake{"the checkpoint is not one of this problem with these settings",
                               "one with " + std::to_string(monitors_.size()) + " monitors",
                               {},
                               {}});
  }
  take_row();
  std::ranges::copy(room_, rows_.append().begin());
  if (receiver_ != nullptr) {
    receiver_->begin(rows_.columns(), rows_.point_size());
    last_row_ = checkpoint.last_row;
  }
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    monitors_[i].start = checkpoint.monitors[numbers * i];
    monitors_[i].end = checkpoint.monitors[numbers * i + 1];
    monitors_[i].drift = checkpoint.monitors[numbers * i + 2];
  }
  largest_residual_ = checkpoint.largest_residual;
  events_to_skip_ = checkpoint.events_ahead;
}

template <typename Real>
void Recorder<Real>::add_event(EventEntry event) {
  pending_.push_back(std::move(event));
  std::ranges::copy(room_, pending_rows_.append().begin());
}

template <typename Real>
void Recorder<Real>::keep_events(std::size_t count) {
  pending_.resize(count);
  pending_rows_.truncate(count);
}

template <typename Real>
void Recorder<Real>::settle_step() {
  const std::size_t first = std::min<std::size_t>(events_to_skip_, pending_.size());
  for (std::size_t i = first; i < pending_.size(); ++i) {
    if (receiver_ != nullptr) {
      receiver_->add_event(pending_[i], pending_rows_.row(i));
    } else {
      events_.push_back(std::move(pending_[i]));
      std::ranges::copy(pending_rows_.row(i), event_rows_.append().begin());
    }
  }
  keep_events(0);
  events_to_skip_ = 0;
}

template <typename Real>
void Recorder<Real>::finish(Report<Real>& report) {
  settle_step();
  report.trajectory = std::move(rows_);
  report.events = std::move(events_);
  report.event_rows = std::move(event_rows_);
  if (!report.trajectory.empty()) report.monitors = std::move(monitors_);
  report.largest_residual = std::max(report.largest_residual, largest_residual_);
}

template class Recorder<double>;
template class Recorder<long double>;

}  // namespace leafwise::integrator
