// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/radau_settings.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "run/run_recording.hpp"

/// What the methods that complete nothing have in common: from [integrate], [[events]] and
/// [invariants] to their settings, and from their report to a run's.
namespace leafwise::pipeline::detail {

/// @throws InvalidInput always, with the file as place
[[noreturn]] void refuse_wish(const Problem& problem, std::string message, std::string expected);

/// Goal, tolerances, steps and rows. @param start of the independent variable
/// @throws InvalidInput for arc length, control = "classic", [impose], a branch called root
void set_goal(const Problem& problem, double start, integrator::RadauSettings<double>& settings);

/// Events and invariants as functions of the table's coordinates.
/// @throws InvalidInput if they need what it does not have
void set_functions(const Problem& problem,
                   const NumericLeaf& table,
                   integrator::RadauSettings<double>& settings);

/// The coordinates of a run's start: from the selection's point by name, else from [initial] or
/// [guess].
[[nodiscard]] std::vector<double> start_by_name(const Problem& problem,
                                                const std::vector<algebra::Variable>& coordinates,
                                                const Selection& selection);

/// The largest change of a value, in max(1, |value|).
struct Shift {
  double size = 0;
  std::string farthest;  ///< the name of that value; empty if nothing changes
};
[[nodiscard]] Shift shift_of(const std::vector<double>& given,
                             const std::vector<double>& point,
                             const std::vector<std::string>& names);

/// Events, invariants, the warning that nothing was completed, where an early end was.
[[nodiscard]] Integration integration_of(const Problem& problem,
                                         integrator::Report<double> report,
                                         RunRecording& recording);

}  // namespace leafwise::pipeline::detail
