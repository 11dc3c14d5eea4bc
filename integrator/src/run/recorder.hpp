// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"

namespace leafwise::integrator {

/// The place of the monitors among the columns of a table.
struct MonitorPlaces {
  std::size_t first = 0;
  std::vector<std::string> names;
};

template <typename Real>
[[nodiscard]] MonitorPlaces monitor_places(std::size_t first,
                                           const std::vector<Monitor<Real>>& monitors) {
  MonitorPlaces places{first, {}};
  for (const Monitor<Real>& monitor : monitors) places.names.push_back(monitor.name);
  return places;
}

/// Records what a run comes by: rows, events, and how monitors change. Without a receiver it keeps
/// all of it for the report; with one it hands rows and events on and keeps the first and the last
/// row only. For runs of all kinds.
template <typename Real>
class Recorder {
 public:
  /// @param receiver may be null @pre it outlives the recorder
  Recorder(std::vector<std::string> columns,
           std::size_t dimension,
           const MonitorPlaces& monitors,
           RowReceiver<Real>* receiver);

  /// The buffer for the numbers of the next row, or the next event.
  [[nodiscard]] std::span<Real> room() noexcept { return room_; }
  /// Adds the buffer as the next row.
  void add_row();
  /// Adds the buffer as the row of an event in this step.
  void add_event(EventEntry event);

  /// Keeps only the first events of this step; the others were not reached.
  void keep_events(std::size_t count);
  [[nodiscard]] std::size_t events_of_step() const noexcept { return pending_.size(); }
  /// The events of this step stand, and the next step begins.
  void settle_step();

  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// Arc length of the last row.
  [[nodiscard]] Real last_row() const noexcept { return last_row_; }

  /// Its part of a checkpoint.
  void save(Checkpoint<Real>& checkpoint) const;
  /// The buffer must hold the row at which the run continues. A receiver has the earlier rows.
  /// @throws InvalidInput if there are not as many monitors
  void restore(const Checkpoint<Real>& checkpoint);

  /// Moves all of it into the report. Its largest residual is at least that of the rows.
  void finish(Report<Real>& report);

 private:
  void watch_monitors(std::span<const Real> row);
  void take_row();

  RowReceiver<Real>* receiver_;
  std::vector<Real> room_;
  Trajectory<Real> rows_;
  Trajectory<Real> event_rows_;
  std::vector<EventEntry> events_;
  std::vector<EventEntry> pending_;
  Trajectory<Real> pending_rows_;
  std::size_t first_monitor_;
  std::vector<MonitorSummary<Real>> monitors_;
  Real largest_residual_ = 0;
  Real last_row_ = 0;
  std::uint64_t events_to_skip_ = 0;  ///< of the step that a checkpoint was within
};

}  // namespace leafwise::integrator
