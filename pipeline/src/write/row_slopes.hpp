// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"

namespace leafwise::pipeline::detail {

/// How fast a column of trajectory.csv changes.
struct ColumnSlopes {
  std::string name;
  std::vector<double> values;  ///< by arc length, at each row; not a number where unknown
};

/// Of `_s` itself (its values), and of all columns that are coordinates of the leaf or attached to
/// its points: with these, curves are drawn between rows as the run went there. Empty where the run
/// had no leaf, and where rows are so many that nothing is between them.
[[nodiscard]] std::vector<ColumnSlopes> row_slopes(const RunRecord& record);

}  // namespace leafwise::pipeline::detail
