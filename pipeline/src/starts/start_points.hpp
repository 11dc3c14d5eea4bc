// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "leafwise/pipeline/numeric_leaf.hpp"
#include "model/numeric_program.hpp"
#include "model/start_values.hpp"
#include "starts/start_sizes.hpp"

namespace leafwise::pipeline::detail {

/// The points of a leaf that keep what is given.
struct StartPoints {
  std::vector<std::vector<double>> points;  ///< the one at hand is the first, without turns
  /// Proved: by structure, or in the box that was searched, 64 times the size of what stands in the
  /// equations.
  bool is_only_one = false;
  bool is_cut = false;  ///< there may be more, which were not looked for
};

/// Whether a point of the leaf's rows is one from which a run could go.
using IsStart = std::function<bool(const std::vector<double>&)>;

/// Parts of the rows are solved one after the other. Where a part is affine in what is open, it has
/// one solution; else a box is searched for all, by intervals, or where that is too much work
/// others are looked for from seeded tries, the same for the same file. Turns of angles that the
/// rows have in sines and cosines only count once. Where the tries do not end, those points come
/// first that differ from the best one, nearest to the guess, in one part.
/// @pre the point satisfies leaf.rows, and they determine it near itself
[[nodiscard]] StartPoints start_points(const NumericLeaf& leaf,
                                       const ParameterValues& parameters,
                                       const PointAtHand& at_hand,
                                       const IsStart& is_start,
                                       std::uint64_t seed);

/// The same for a leaf and what the file gives.
[[nodiscard]] PointAtHand at_hand(const StartNumbers& numbers,
                                  const NumericLeaf& leaf,
                                  std::vector<double> point);

}  // namespace leafwise::pipeline::detail
