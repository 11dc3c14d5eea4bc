// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
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
  /// Of a row of the integrator's table, and the forces beside it.
  [[nodiscard]] double cell(std::span<const double> row, std::span<const double> forces) const {
    return is_force ? forces[source] : row[source];
  }
};

/// The independent variable, unknowns, their derivatives up to one below their orders, auxiliary
/// unknowns, multipliers of the leaf, forces of the user's constraints, `_s`, `_h`, `_residual`.
[[nodiscard]] std::vector<RunColumn> run_columns(const RunRecord& record);
/// The same of a run that has no record yet. @param table of the integrator, the names of its
/// columns
[[nodiscard]] std::vector<RunColumn> run_columns(const DecompositionReport& decomposition,
                                                 const Selection& selection,
                                                 const std::vector<std::string>& table,
                                                 const std::vector<std::string>& forces);

/// Numbers of a row of the trajectory, or of the events.
[[nodiscard]] double cell(const RunRecord& record, const RunColumn& column, std::size_t row);
[[nodiscard]] double event_cell(const RunRecord& record, const RunColumn& column, std::size_t row);

}  // namespace leafwise::pipeline::detail
