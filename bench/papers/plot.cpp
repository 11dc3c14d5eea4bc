// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot.hpp"

#include <algorithm>

#include "leafwise/pipeline/drawing.hpp"

namespace leafwise::papers {
namespace {

namespace drawing = pipeline::drawing;

// In pixels, of a panel.
constexpr double panel_width = 400;
constexpr double single_width = 600;
constexpr double panel_height = 340;
constexpr double title_height = 30;

drawing::Curve drawn(const Curve& curve) {
  drawing::Curve result;
  result.label = curve.label;
  for (const auto& [x, y] : curve.points) {
    result.x.push_back(x);
    result.y.push_back(y);
  }
  if (curve.colour >= 0) result.colour = static_cast<std::size_t>(curve.colour);
  if (curve.style == Style::dots) {
    result.stroke = drawing::Stroke::none;
    result.mark = drawing::Mark::dot;
  }
  if (curve.style == Style::dashed) result.stroke = drawing::Stroke::dashed;
  if (curve.style == Style::thin) result.width = 0.7;
  return result;
}

drawing::Panel drawn(const Panel& panel) {
  drawing::Panel result;
  result.title = panel.title;
  result.x.label = panel.x;
  result.y.label = panel.y;
  if (panel.frame.size() == 4) {
    result.x.from = panel.frame[0];
    result.x.to = panel.frame[1];
    result.y.from = panel.frame[2];
    result.y.to = panel.frame[3];
  }
  result.equal = panel.is_equal;
  result.axes = panel.has_axes;
  for (const Curve& curve : panel.curves) result.curves.push_back(drawn(curve));
  return result;
}

}  // namespace

std::string svg_of(const Plot& plot) {
  drawing::Figure figure;
  figure.title = plot.title;
  for (const Panel& panel : plot.panels) figure.panels.push_back(drawn(panel));
  figure.columns = std::min(plot.columns, plot.panels.size());
  const std::size_t rows = (plot.panels.size() + figure.columns - 1) / figure.columns;
  figure.width =
      figure.columns == 1 ? single_width : panel_width * static_cast<double>(figure.columns);
  figure.height = title_height + panel_height * static_cast<double>(rows);
  return drawing::svg_of(figure);
}

}  // namespace leafwise::papers
