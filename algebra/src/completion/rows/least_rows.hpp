// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "completion/rows/affine_rows.hpp"

namespace leafwise::algebra::detail {

struct LeastRows {
  /// The core, as many rows as the rank, then others; both by height. No row is there twice.
  std::vector<AffineRow> rows;
  /// The rows have the rank at every point of V(P): all others are left out.
  bool everywhere = false;
};

/// Each round of prolongation adds rows, and most of them say again what shorter ones do, with
/// coefficients of a hundred digits whose rounding hides what they say. The core is a basis of
/// least height, by a matroid's greedy choice at a point modulo a prime; further rows are needed
/// only where all its minors vanish.
/// @param rank of the rows over K(V(P)); where the core is not found by the limit, the rows are
/// in order of height only
/// @pre rows reduced modulo P, which is prime; rank > 0
[[nodiscard]] LeastRows least_rows(const std::vector<AffineRow>& rows,
                                   std::size_t rank,
                                   const std::vector<Variable>& graph,
                                   const Ideal& base,
                                   const Limits& limits);

}  // namespace leafwise::algebra::detail
