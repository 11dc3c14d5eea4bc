// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"

/// The numbers of a run that its page draws.
namespace leafwise::pipeline::detail {

/// The role of a column on the page.
enum class ColumnRole {
  independent,
  state,       ///< unknowns, their derivatives and auxiliaries
  attached,    ///< unknowns of which no derivative occurs
  multiplier,  ///< of the leaf's own constraints of [mechanics]
  force,       ///< of the constraints as the user wrote them
  arclength,   ///< `_s`
  step,        ///< `_h`
  residual,    ///< `_residual`
  defect,      ///< |fᵢ|/max(‖∇fᵢ‖, 1) of one equation of the leaf
  invariant,
  view,   ///< a coordinate of a point of [view]
  slope,  ///< of the column of that name, by arc length
};

[[nodiscard]] std::string to_string(ColumnRole role);

/// For columns that are only drawn, seven digits are enough: the page has them as floats.
[[nodiscard]] constexpr bool is_short(ColumnRole role) {
  return role == ColumnRole::defect || role == ColumnRole::slope;
}

/// One number for each row of the trajectory.
struct ReportColumn {
  std::string name;
  ColumnRole role = ColumnRole::state;
  std::vector<double> values;
  /// Its shape, where the rows of the page are not all of the run; else, and if not known, null.
  const CurvePoints* curve = nullptr;
};

/// A coordinate of a point of [view].
struct ReportCoordinate {
  std::optional<std::size_t> column;  ///< none: it does not move
  double constant = 0;
};

struct ReportTable {
  std::vector<ReportColumn> columns;
  /// Of each point of [view], in its order.
  std::vector<std::vector<ReportCoordinate>> points;
};

/// The columns of trajectory.csv, then one for each equation of the leaf and for each invariant,
/// then what [view] needs beside these, then slopes. @pre the record outlives it
[[nodiscard]] ReportTable report_table(const RunRecord& record);

}  // namespace leafwise::pipeline::detail
