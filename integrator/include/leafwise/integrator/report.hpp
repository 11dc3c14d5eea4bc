// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/integrator/checkpoint.hpp"
#include "leafwise/integrator/divisions.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/row_receiver.hpp"
#include "leafwise/integrator/trajectory.hpp"

namespace leafwise::integrator {

/// Why a run has ended. The trajectory up to there is valid in each case.
enum class Reason {
  reached,                ///< the goal
  event,                  ///< a stop event
  singular_distribution,  ///< D stops being one-dimensional here
  step_too_small,         ///< even steps of the size of round-off were refused
  limit,                  ///< see Limit
  cancelled,
};

/// Which limit of the settings ended a run.
enum class Limit {
  none,
  steps,  ///< most_steps
  time,   ///< deadline
};

/// Where D stops being one-dimensional, to the accuracy of the dense output.
template <typename Real>
struct SingularPoint {
  std::vector<Real> point;
  DirectionQuality<Real> quality;  ///< the two smallest singular values there
};

/// How a monitored quantity has changed.
template <typename Real>
struct MonitorSummary {
  std::string name;
  Real start = 0;
  Real end = 0;
  Real drift = 0;  ///< largest distance from the start in the rows written
};

/// Largest |dᵢ| of an index-3 system over all constraints: d₁ = g, d₂ = Dg f + g_t, d₃ = the
/// derivative of d₂ along (f, k).
template <typename Real>
struct Index3Defects {
  Real first = 0;
  Real second = 0;
  Real third = 0;
};

/// Additional results of some methods.
template <typename Real>
struct Details {
  Index3Defects<Real> largest;  ///< in any row or at the end of any step, if watched
  Real largest_force = 0;       ///< of `stiff_force`, likewise
  std::uint64_t outer = 0;      ///< of stiff mechanics: corrections (8.7) that were needed
  std::uint64_t fallbacks = 0;  ///< steps solved by (8.1) because (8.5)–(8.8) failed
};

template <typename Real>
struct Report {
  Reason reason = Reason::reached;
  Limit limit = Limit::none;  ///< with Reason::limit
  std::string event;          ///< the stop event's name
  std::string message;        ///< one sentence about an early end; empty if the goal was reached
  MethodDescription method;

  /// With a receiver in the settings the first and the last row only, and no events.
  Trajectory<Real> trajectory;
  std::vector<EventEntry> events;
  Trajectory<Real> event_rows;  ///< one for each entry of `events`
  std::optional<SingularPoint<Real>> singular;
  std::vector<PassedDivision<Real>> passed;
  /// Singular places that the run has gone through, in the parameter of the run (or the independent
  /// variable, where that is the parameter).
  std::vector<Real> passed_singular;
  /// The direction is not defined at the start: the run has followed the solution that is analytic
  /// there.
  bool has_singular_start = false;
  Details<Real> details;

  Real parameter = 0;          ///< of the end, 0 at the start
  Real arclength = 0;          ///< of the curve in between
  std::uint64_t steps = 0;     ///< accepted; halves of doubled steps count
  std::uint64_t rejected = 0;  ///< for their error
  std::uint64_t failed = 0;    ///< field or projection failed
  Counters counters;
  Real largest_residual = 0;
  std::vector<MonitorSummary<Real>> monitors;
  double seconds = 0;

  /// Where the run can be continued: its last complete step. Where a run ended within a step, at a
  /// stop event or a singular point, that is the beginning of this step.
  Checkpoint<Real> checkpoint;
};

/// `reached`, `event:NAME`, `singular-distribution`, `step-too-small`, `limit`, `cancelled`.
template <typename Real>
[[nodiscard]] std::string reason_text(const Report<Real>& report);

/// One line.
template <typename Real>
[[nodiscard]] std::string brief_text(const Report<Real>& report);

/// Reason, counters, final point, monitors, singular point, references.
template <typename Real>
[[nodiscard]] std::string full_text(const Report<Real>& report);

}  // namespace leafwise::integrator
