// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Figures like those of the papers, as SVG: panels with curves or dots.
namespace leafwise::papers {

using Points = std::vector<std::pair<double, double>>;

enum class Style { line, dashed, thin, dots };

struct Curve {
  std::string label;  ///< empty: not named
  Points points;      ///< not a number: the pen is lifted
  Style style = Style::line;
  int colour = -1;  ///< of the palette; −1: the place in the panel
};

struct Panel {
  std::string title;
  std::string x;
  std::string y;
  std::vector<Curve> curves;
  bool is_equal = false;  ///< one unit is as long across as up
  bool has_axes = true;
  std::vector<double> frame =
      {};  ///< least and largest x, least and largest y; empty: what is drawn
};

struct Plot {
  std::string title;
  std::vector<Panel> panels;
  std::size_t columns = 2;
};

/// As the program draws (`leafwise plot`): pipeline/drawing.hpp.
[[nodiscard]] std::string svg_of(const Plot& plot);

}  // namespace leafwise::papers
