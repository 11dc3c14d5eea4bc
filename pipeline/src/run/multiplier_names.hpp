// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"

/// To which equation each multiplier of a mechanism belongs.
namespace leafwise::pipeline::detail {

struct MultiplierName {
  std::string column;             ///< of trajectory.csv
  bool is_of_leaf = false;        ///< its equation is one of the leaf's own, not of the file
  std::string equation;           ///< "x1 - x2 + 2 = 0"; of the file as it stands there
  const ForceRecord* force = {};  ///< of `_force1`, …
};

/// In the order of the columns; none where the system is not [mechanics].
[[nodiscard]] std::vector<MultiplierName> multiplier_names(const RunRecord& record);

/// A line of the summary's end: the name, its value, and whose multiplier it is.
[[nodiscard]] std::string end_line(const RunRecord& record, const std::string& name, double value);

}  // namespace leafwise::pipeline::detail
