// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Charts with labelled axes, ticks, grid and legend as SVG, made of nothing but text. The same
/// numbers give the same bytes.
namespace leafwise::bench {

struct Curve {
  std::string label;
  std::string colour;
  std::vector<std::pair<double, double>> points;
};

struct Axis {
  std::string label;
  bool is_logarithmic = true;  ///< values that are not positive are left out
  bool is_reversed = false;    ///< the largest value at the left, or below
};

/// The axes reach over all points; curves of up to 40 points have marks. Curves of the same label
/// in several panels are the same thing, and have one entry in the legend.
struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Curve> curves;
};

/// Charts side by side with a legend below. Curves are drawn in their order; a label that ends in
/// `*` is drawn dashed, and shown without the star.
[[nodiscard]] std::string svg_of(const std::vector<Chart>& charts);

}  // namespace leafwise::bench
