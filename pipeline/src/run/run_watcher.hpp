// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <stop_token>

#include "leafwise/integrator/settings.hpp"
#include "leafwise/pipeline/run_record.hpp"

namespace leafwise::pipeline::detail {

/// The limits of a run, its time counted from now.
template <typename Settings>
void set_limits(const Problem& problem, const IntegrationOptions& options, Settings& settings) {
  using Clock = std::chrono::steady_clock;
  settings.most_steps = problem.integrate->max_steps;
  if (!options.time_limit) return;
  // A century: the clock cannot count much further.
  constexpr std::chrono::duration<double> longest(3e9);
  const auto allowed = std::min(*options.time_limit, longest);
  settings.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
}

/// Calls the watcher after each step, and stops the run when it says so. For the settings of any
/// integrator.
/// @param start of the run, on the scale of its goal
/// @pre watcher and source outlive the run
template <typename Settings>
void set_watcher(const RunWatcher& watcher,
                 double start,
                 std::stop_source& source,
                 Settings& settings) {
  if (!watcher) return;
  settings.stop = source.get_token();
  settings.progress = [&watcher, &source, start](const integrator::Progress<double>& progress) {
    const double way = progress.goal - start;
    const double share = way == 0 ? 1 : (progress.place - start) / way;
    if (watcher({progress.steps, std::clamp(share, 0.0, 1.0)})) source.request_stop();
  };
}

}  // namespace leafwise::pipeline::detail
