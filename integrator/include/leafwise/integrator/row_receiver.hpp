// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace leafwise::integrator {

/// An event that was met; its row has the columns of the trajectory.
struct EventEntry {
  std::size_t event = 0;  ///< in Settings::events
  std::string name;
  int sign_after = 0;  ///< +1: rising
};

/// Receives rows and events during a run, so that a long run needs no memory for them. What it
/// throws ends the run, and comes out of the call that made it.
template <typename Real>
class RowReceiver {
 public:
  RowReceiver() = default;
  RowReceiver(const RowReceiver&) = delete;
  RowReceiver& operator=(const RowReceiver&) = delete;
  virtual ~RowReceiver() = default;

  /// Before the first row. @param columns as Trajectory has them, the first `dimension` coordinates
  virtual void begin(const std::vector<std::string>& columns, std::size_t dimension) = 0;
  virtual void add_row(std::span<const Real> row) = 0;
  /// In the order of the run, after the rows of the step that met it.
  virtual void add_event(const EventEntry& event, std::span<const Real> row) = 0;
};

}  // namespace leafwise::integrator
