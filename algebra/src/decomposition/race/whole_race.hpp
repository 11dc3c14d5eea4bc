// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decomposition/split/splitter.hpp"

namespace leafwise::algebra::detail {

struct WholeSplit {
  PartsFound parts;
  std::vector<Incident> incidents;
  double verification_seconds = 0;
  bool all_steps_verified = true;
};

/// Splits the whole system by a splitter. Beside it, if that takes longer than a moment, looks at
/// the system exactly as it was given: by characteristic series, and by what similar loops have in
/// common. Solving for variables makes most systems easier, and hides the way into a few. The first
/// complete answer counts; if there is none in time, the one that got further.
[[nodiscard]] WholeSplit split_whole(const Ideal& ideal,
                                     const Splitter::Settings& settings,
                                     const Limits& limits);

}  // namespace leafwise::algebra::detail
