// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "session/preparation.hpp"
#include "session/run_host.hpp"
#include "session/run_wish.hpp"
#include "session/stage_clock.hpp"

namespace leafwise::pipeline::detail {

/// A run and what it went on.
struct WholeRun {
  Prepared prepared;
  /// Undefined or unable also where there was no leaf to integrate on, with the same reason.
  Outcome<Integration> integration;
};

/// Integrates on what was prepared. Where a local leaf ends early, once more on the completed one,
/// if little work suffices to complete the system.
/// @pre prepared.selection, or nothing is integrated
[[nodiscard]] WholeRun integrate_prepared(const Problem& problem,
                                          const std::string& sha256,
                                          const RunWish& wish,
                                          Prepared prepared,
                                          RunHost& host,
                                          StageClock& clock);

/// Whether the equations have constraints at all: of others exact algebra knows no more than the
/// user. @pre prepared.selection
[[nodiscard]] bool has_constraints(const Prepared& prepared);

}  // namespace leafwise::pipeline::detail
