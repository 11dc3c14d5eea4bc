// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <stop_token>

#include "leafwise/integrator/settings.hpp"
#include "leafwise/pipeline/integration.hpp"

namespace leafwise::pipeline::detail {

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
