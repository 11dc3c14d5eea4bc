// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "leaf_runs.hpp"

/// The methods of paper 003 with their step control (section 6.2), by arc length: tolerances are
/// absolute for Euler's method, relative for the midpoint rule.
namespace leafwise::papers {

inline constexpr const char* euler = "explicit_euler";
inline constexpr const char* midpoint = "implicit_midpoint";

/// Euler's method: doubled steps that are halved or doubled (6.2.1). Midpoint rule: compared with
/// an implicit Euler step from the middle (6.2.2).
[[nodiscard]] Settings<double> low_order(const std::string& method, double tolerance, double to);

/// A run that takes about the printed number of steps, and its tolerance.
struct Fitted {
  double tolerance = 0;
  Report<double> report;
};

/// The paper prints no tolerances: the one among 1, 1.2, 1.5, 2, … × 10^k with the nearest count.
[[nodiscard]] Fitted fitted(const std::function<Report<double>(double tolerance)>& run_with,
                            double steps);

}  // namespace leafwise::papers
