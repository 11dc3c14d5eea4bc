// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"

namespace leafwise::pipeline::detail {

/// A column of trajectory.csv, and where the integrator has it.
struct RunColumn {
  std::string name;
  std::size_t source = 0;
};

/// The independent variable, unknowns, their derivatives up to one below their orders, auxiliary
/// unknowns, multipliers, `_s`, `_h`, `_residual`.
[[nodiscard]] std::vector<RunColumn> run_columns(const RunRecord& record);

}  // namespace leafwise::pipeline::detail
