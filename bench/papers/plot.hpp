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
};

struct Plot {
  std::string title;
  std::vector<Panel> panels;
  int columns = 2;
};

/// Points that would not be seen beside their neighbours are left out.
[[nodiscard]] std::string svg_of(const Plot& plot);

}  // namespace leafwise::papers
