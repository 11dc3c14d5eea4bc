// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

#include "leafwise/integrator/settings.hpp"

/// What all runs with Radau IIA of order 5 have in common: index-3 systems, stiff mechanics.
namespace leafwise::integrator {

template <typename Real>
struct RadauSettings {
  Real relative_tolerance = static_cast<Real>(1e-8L);
  Real absolute_tolerance = static_cast<Real>(1e-10L);
  Real to = 0;  ///< smaller than the start: backwards
  /// The first step, without a sign; none: a millionth of the way.
  std::optional<Real> step = std::nullopt;
  Real largest_step = std::numeric_limits<Real>::infinity();
  /// All steps have the size `step`; tolerances only say how far Newton's iteration goes.
  bool is_fixed = false;

  Rows rows = Rows::every_step;
  std::vector<Real> at;  ///< in the run's order
  /// Gets rows and events as they come; null: the report keeps them. Outlives the run.
  RowReceiver<Real>* receiver = nullptr;
  /// Functions of the coordinates that a row begins with.
  std::vector<Event<Real>> events;
  std::vector<Monitor<Real>> monitors;
  bool watches_defects = true;  ///< in rows and in the report

  /// Attempts in one call, refused ones included; looked at between steps, as `deadline` is.
  std::uint64_t most_steps = 10'000'000;
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  std::stop_token stop;
  std::function<void(const Progress<Real>&)> progress;
};

/// Where a run can be continued: its last complete step.
template <typename Real>
struct RadauCheckpoint {
  Real arclength = 0;
  std::vector<Real> numbers;  ///< opaque: times, sizes, points, the collocation polynomial
};

}  // namespace leafwise::integrator
