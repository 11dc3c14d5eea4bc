// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "run/run_recording.hpp"

namespace leafwise::pipeline::detail {

/// All that a run of the integrator needs, whatever the kind of system.
struct RunPlan {
  integrator::System<double> system;
  std::vector<double> start;
  integrator::Settings<double> settings;
  Selection selection;  ///< what it runs on, with what is imposed
  RecordingPlan recording;
  double begin = 0;  ///< of the run, on the scale of its goal
  std::vector<std::string> warnings;
  /// What the kind of system adds to the results when table and events exist.
  std::function<void(const RunPlan& plan, Integration& result)> complete;
};

/// @throws InvalidInput always, with the file as place
[[noreturn]] void refuse_wish(const Problem& problem, std::string message, std::string expected);

/// Tolerances, first step, goal and rows, as far as they mean the same to all methods.
/// @param begin of the run, on the scale of its goal
void set_goal(const Problem& problem, double begin, integrator::Settings<double>& settings);

/// Events and invariants as functions of the table's coordinates.
/// @throws InvalidInput if they need what it does not have
void set_functions(const Problem& problem,
                   const NumericLeaf& table,
                   integrator::Settings<double>& settings);

/// On a leaf. Undefined: it cannot be integrated, or what is to be imposed is not conserved.
/// @throws InvalidInput for what the file asks and the leaf cannot give
[[nodiscard]] Outcome<RunPlan> leaf_plan(const Problem& problem,
                                         const DecompositionReport& decomposition,
                                         const Selection& selection,
                                         const IntegrationOptions& options);

/// Does what is planned, within the options' limits.
[[nodiscard]] Integration carry_out(const Problem& problem,
                                    RunPlan& plan,
                                    const IntegrationOptions& options);

}  // namespace leafwise::pipeline::detail
