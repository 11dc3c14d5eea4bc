// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/step_control.hpp"

namespace leafwise::integrator {

/// All that a run carries from one step to the next. Continued with the same problem and settings,
/// it makes the same steps, bit for bit, as if it had never been interrupted.
template <typename Real>
struct Checkpoint {
  std::string method;
  std::vector<Real> point;
  std::vector<Real> field;  ///< V at the point, with its orientation
  Real next_size = 0;       ///< of the step to try, with its sign
  bool is_retry = false;    ///< a larger step from here was refused
  Real parameter = 0;       ///< since the start
  Real arclength = 0;       ///< since the start
  Real last_size = 0;       ///< of the step that led here
  ControlState<Real> control;
  DirectionQuality<Real> quality;
  Real largest_quality = 0;
  Real quality_rate = 0;
  std::vector<std::int64_t> geometry_memory;  ///< Geometry::memory()
  std::vector<std::int64_t> stepper_memory;   ///< Stepper::memory()
  std::vector<std::int64_t> row_memory;       ///< of what writes attached quantities
  /// Of methods that keep more than a point and its field: opaque.
  std::vector<Real> numbers;
  std::vector<Real> event_values;
  int standing = 0;  ///< steps since the independent variable has last changed at all
  std::uint64_t steps = 0;
  std::uint64_t rejected = 0;
  std::uint64_t failed = 0;
  std::uint64_t requested_rows = 0;           ///< number of requested rows already written
  std::uint64_t events_ahead = 0;             ///< of the next step, that are recorded already
  Real last_row = 0;                          ///< arc length of the last row
  Real largest_residual = 0;                  ///< in rows
  std::vector<Real> monitors;                 ///< for each: start, last value, drift
  std::vector<std::int64_t> passed_divisors;  ///< Report::passed
  std::vector<Real> passed_places;
  std::vector<Real> passed_singular;  ///< Report::passed_singular
  bool has_singular_start = false;    ///< Report::has_singular_start
  Counters counters;
};

/// Stores checkpoints during a run. Its exceptions end the run and leave the call
/// that made it.
template <typename Real>
class CheckpointReceiver {
 public:
  CheckpointReceiver() = default;
  CheckpointReceiver(const CheckpointReceiver&) = delete;
  CheckpointReceiver& operator=(const CheckpointReceiver&) = delete;
  virtual ~CheckpointReceiver() = default;

  /// After each step, the rows and events up to there being handed on: whether to keep a
  /// checkpoint.
  [[nodiscard]] virtual bool is_due() = 0;
  /// Then, and where a limit or a cancellation ends the run, before the row of this early end.
  virtual void keep(const Checkpoint<Real>& checkpoint) = 0;
};

/// One line per entry, numbers in hexadecimal notation: nothing is rounded.
template <typename Real>
[[nodiscard]] std::string to_text(const Checkpoint<Real>& checkpoint);

/// The inverse of `to_text`; Undefined names the entry that is missing or wrong.
template <typename Real>
[[nodiscard]] Outcome<Checkpoint<Real>> parse_checkpoint(std::string_view text);

}  // namespace leafwise::integrator
