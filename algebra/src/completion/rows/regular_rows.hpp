// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "completion/rows/affine_rows.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Where a leaf's rows lose rank its own ideal may hold others that do not: y'·y'' + y·y' = 0 on
/// y'² + y² = 1, away from y' = 0, is y'' + y = 0, and continues through y' = 0.
struct RegularRows {
  std::vector<AffineRow> solved;  ///< with constant pivots
  std::vector<AffineRow> core;
  bool everywhere = false;  ///< no drops are left, over ℂ
};

/// @return as many rows as the leaf's rank, of the leaf's own ideal, whose drops are a smaller set
/// than those of the rows that it has; nothing where there are none, or a limit ended the search
[[nodiscard]] std::optional<RegularRows> regular_rows(const Leaf& leaf, const Limits& limits);

}  // namespace leafwise::algebra::detail
