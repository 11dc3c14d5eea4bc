// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "local/derivative_array.hpp"

namespace leafwise::algebra::detail {

/// Where the search for a point begins: a Taylor coefficient for each column of an array.
struct RoughPoint {
  std::vector<double> values;
  std::vector<bool> given;    ///< by the user: held exactly where that is possible
  std::vector<bool> guessed;  ///< near this
};

struct ConsistentPoint {
  std::vector<double> values;
  double residual = 0;  ///< largest, with rows of largest entry 1
  double moved =
      0;  ///< how far the farthest of the given values was moved, scaled by max(1, |value|)
};

/// Gauss–Newton on E = 0, stage by stage, with steps of least norm. What is given moves only where
/// nothing else helps. Nothing is proved; the residual shows the quality.
[[nodiscard]] ConsistentPoint consistent_point(const DerivativeArray& array,
                                               const RoughPoint& start,
                                               double time);

/// A largest set of independent rows of a matrix in its order: by their distance from the span of
/// those before, relative to their size.
[[nodiscard]] std::vector<std::size_t> independent_rows(std::vector<std::vector<double>> rows);

}  // namespace leafwise::algebra::detail
