// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plot/run_table.hpp"

namespace leafwise::pipeline::detail {

/// Rows of a run, and points between them where these are few: cubics in the arc length `_s` that
/// have the values of the rows and the slopes of slopes.csv. Straight lines where a slope is not
/// known, and where a cubic would leave what the column does in the whole run: rows are too far
/// apart there to say what is between them.
/// @param slopes as slopes.csv has them; those of other rows do not count
[[nodiscard]] RunTable with_points_between(const RunTable& rows, const RunTable& slopes);

}  // namespace leafwise::pipeline::detail
