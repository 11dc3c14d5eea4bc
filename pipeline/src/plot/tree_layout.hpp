// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// A node of a completion tree as a box, with all below it. Lengths in pixels.
struct TreeBox {
  const ReportNode* node = nullptr;
  std::vector<std::string> lines;  ///< what stands in the box
  double width = 0;
  double height = 0;
  double x = 0;  ///< of the upper left corner, once it is placed
  double y = 0;
  bool stacked = false;  ///< children one below the other, else side by side
  std::vector<TreeBox> children;

  // The block of the box and all below it:
  double block_width = 0;
  double block_height = 0;
  double stem = 0;  ///< from its left side to the middle of the box
};

/// Boxes from the top to the bottom. Parts stand side by side as far as that is not wider than a
/// page, and one below the other where it would be: also a hundred nodes can be read.
[[nodiscard]] TreeBox tree_layout(const DecompositionReport& report);

}  // namespace leafwise::pipeline::detail
