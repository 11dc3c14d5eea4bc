// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
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
  /// Its rate along the motion is not 0: the system changes it, not the error of the run. None: not
  /// known, as where nothing was completed.
  std::optional<bool> changes = {};
};

/// Where another leaf, or a component of the critical locus, came near.
struct Approach {
  std::string name;                   ///< the leaf's, or "critical locus"
  std::size_t count = 0;              ///< how often
  double first = 0;                   ///< the independent variable, the first time
  std::vector<std::string> branches;  ///< other leaves to which the motion is tangent there
};

/// The multiplier of one of the user's constraints, as it was written: row by row, not a number
/// where it is not determined.
struct ForceRecord {
  std::string name;  ///< "_force1"
  std::vector<double> rows;
  std::vector<double> event_rows;
  std::size_t not_unique = 0;  ///< rows where other constraints could take over its force
  std::size_t unbounded = 0;   ///< rows where no forces of the constraints hold the motion
  bool ends_unbounded = false;
};

/// Of a run with radau5_stiff.
struct StiffRecord {
  double epsilon = 0;
  /// ω/ε of small oscillations across the minima of the potential, at the start; the largest first,
  /// as many as there are constraints in the limit ε → 0. Empty if no minimum was found there.
  std::vector<double> frequencies;
  double largest_force = 0;     ///< that keeps the motion there, in any row or step's end
  std::uint64_t outer = 0;      ///< corrections of the outer iteration that were needed
  std::uint64_t fallbacks = 0;  ///< steps that were solved without it
};

/// A run with what belongs to it.
struct Integration {
  integrator::Report<double> report;
  std::vector<InvariantRecord> invariants;
  /// Of each entry of report.events: "event", or "watch" where a critical locus or another leaf
  /// came near.
  std::vector<std::string> event_kinds;
  std::vector<Approach> approaches;
  std::vector<ForceRecord> forces;  ///< of [mechanics]: one for each constraint of the file
  std::vector<std::string> warnings;
  /// Of a run with radau5_index3: the largest d1, d2, d3. Empty for others.
  std::vector<std::pair<std::string, double>> defects;
  std::optional<StiffRecord> stiff;
};

struct IntegrationOptions {
  algebra::Limits limits;  ///< of what is asked of the algebra about invariants
  RunWatcher watcher;      ///< may be empty
  /// Of the integration, from when it begins: it ends with Reason::limit, and what there is.
  std::optional<std::chrono::duration<double>> time_limit = std::nullopt;
  bool watches_neighbours = true;  ///< reports where other leaves come near
};

/// @throws InvalidInput if the file does not say how far: better told before the algebra than after
void demand_goal(const Problem& problem);

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
