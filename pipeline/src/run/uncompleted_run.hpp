// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "run/run_plan.hpp"

/// Common parts of the methods without completion: from [integrate], [[events]] and
/// [invariants] to settings, and from the report to a run's.
namespace leafwise::pipeline::detail {

/// Goal, tolerances, steps and rows. @param start of the independent variable
/// @throws InvalidInput for arc length, control = "classic", [impose], a branch called root
void set_uncompleted_goal(const Problem& problem,
                          double start,
                          integrator::Settings<double>& settings);

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

/// The warning that nothing was completed, and others about the settings.
[[nodiscard]] std::vector<std::string> warnings_of_uncompleted(const Problem& problem);

/// Invariants, and where an early end was.
void complete_uncompleted(const Problem& problem, Integration& result);

}  // namespace leafwise::pipeline::detail
