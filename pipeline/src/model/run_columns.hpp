// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"

namespace leafwise::pipeline::detail {

/// A column of trajectory.csv, and where it is: in the integrator's table, or in
/// Integration::forces.
struct RunColumn {
  std::string name;
  std::size_t source = 0;
  bool is_force = false;

  /// What is no part of the state: `_s`, `_h`, `_residual`.
  [[nodiscard]] bool is_of_the_step() const { return !is_force && name.starts_with('_'); }
};

/// The independent variable, unknowns, their derivatives up to one below their orders, auxiliary
/// unknowns, multipliers of the leaf, forces of the user's constraints, `_s`, `_h`, `_residual`.
[[nodiscard]] std::vector<RunColumn> run_columns(const RunRecord& record);

/// Numbers of a row of the trajectory, or of the events.
[[nodiscard]] double cell(const RunRecord& record, const RunColumn& column, std::size_t row);
[[nodiscard]] double event_cell(const RunRecord& record, const RunColumn& column, std::size_t row);

}  // namespace leafwise::pipeline::detail
