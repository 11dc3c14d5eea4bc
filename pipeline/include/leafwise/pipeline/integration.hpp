// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"

/// Runs of the integrator on a leaf that was selected.
namespace leafwise::pipeline {

/// Where a run is, for those who wait; true asks it to stop.
struct RunProgress {
  std::uint64_t steps = 0;
  double share = 0;  ///< of the way to the goal
};
using RunWatcher = std::function<bool(const RunProgress&)>;

/// What became of an invariant.
struct InvariantRecord {
  std::string name;
  double start = 0;
  double end = 0;
  double drift = 0;  ///< largest distance from the start in the rows written
  bool imposed = false;
};

/// Where another leaf, or a component of the critical locus, came near.
struct Approach {
  std::string name;                   ///< the leaf's, or "critical locus"
  std::size_t count = 0;              ///< how often
  double first = 0;                   ///< the independent variable, the first time
  std::vector<std::string> branches;  ///< other leaves to which the motion is tangent there
};

/// A run with what belongs to it.
struct Integration {
  integrator::Report<double> report;
  std::vector<InvariantRecord> invariants;
  /// Of each entry of report.events: "event", or "watch" where a critical locus or another leaf
  /// came near.
  std::vector<std::string> event_kinds;
  std::vector<Approach> approaches;
  std::vector<std::string> warnings;
  /// Of a run that completes nothing: the largest d1, d2, d3. Empty for others.
  std::vector<std::pair<std::string, double>> defects;
};

struct IntegrationOptions {
  algebra::Limits limits;          ///< of what is asked of the algebra about invariants
  RunWatcher watcher;              ///< may be empty
  bool watches_neighbours = true;  ///< reports where other leaves come near
};

/// Integrates from the selection's point as [integrate] says, with the events and invariants of the
/// problem. Undefined with the reason where the mathematics refuses: an invariant to be imposed
/// that is not conserved. Where the run ends early, its message names the leaf, the point in the
/// user's names, and what to try.
/// @throws InvalidInput for what the problem file asks and the leaf cannot give: an unknown method,
/// an event in a multiplier that is not there
[[nodiscard]] Outcome<Integration> integrate_on(const Problem& problem,
                                                const DecompositionReport& decomposition,
                                                const Selection& selection,
                                                const IntegrationOptions& options = {});

}  // namespace leafwise::pipeline
