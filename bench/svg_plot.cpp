// SPDX-License-Identifier: GPL-3.0-or-later
#include "svg_plot.hpp"

#include <algorithm>
#include <cstdio>

namespace leafwise::bench {
namespace {

// In pixels.
constexpr double panel_width = 440;
constexpr double panel_height = 300;
constexpr double left_margin = 78;
constexpr double top_margin = 58;
constexpr double bottom_margin = 42;
constexpr double right_margin = 14;

struct Range {
  double low = 0;
  double high = 0;
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] double share(double value) const {
    return high > low ? (value - low) / (high - low) : 0.5;
  }
};

template <typename... Values>
std::string print(const char* format, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + text +
         "</text>\n";
}

std::string panel_of(const Panel& panel, double left) {
  Range x;
  Range y;
  for (const Curve& curve : panel.curves) {
    for (const auto& [px, py] : curve.points) {
      x.include(px);
      y.include(py);
    }
  }
  const double x0 = left + left_margin;
  const double x1 = left + panel_width - right_margin;
  const double y0 = panel_height - bottom_margin;
  const double y1 = top_margin;
  const auto place_x = [&](double value) { return x0 + x.share(value) * (x1 - x0); };
  const auto place_y = [&](double value) { return y0 + y.share(value) * (y1 - y0); };
  std::string svg = print(
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
      "stroke=\"#888\"/>\n",
      x0,
      y1,
      x1 - x0,
      y0 - y1);
  svg += text_at((x0 + x1) / 2, 38, "middle", panel.title);
  for (const double end : {x.low, x.high}) {
    svg += text_at(place_x(end), y0 + 16, "middle", print("%.3g", end));
  }
  for (const double end : {y.low, 0.0, y.high}) {
    svg += text_at(x0 - 6, place_y(end) + 4, "end", print("%.2g", end));
  }
  double label = x0 + 6;
  for (const Curve& curve : panel.curves) {
    svg += "<polyline fill=\"none\" stroke-width=\"1\" stroke=\"" + curve.colour + "\" points=\"";
    for (const auto& [px, py] : curve.points) svg += print("%.1f,%.1f ", place_x(px), place_y(py));
    svg += "\"/>\n<g fill=\"" + curve.colour + "\">" +
           text_at(label, panel_height - 8, "start", curve.label) + "</g>";
    label += 14 + 7 * static_cast<double>(curve.label.size());
  }
  return svg;
}

}  // namespace

std::string svg_of(const std::string& title, const std::vector<Panel>& panels) {
  const double width = panel_width * static_cast<double>(panels.size());
  std::string svg = print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      width,
      panel_height);
  svg += text_at(width / 2, 18, "middle", title);
  double left = 0;
  for (const Panel& panel : panels) {
    svg += panel_of(panel, left);
    left += panel_width;
  }
  return svg + "</svg>\n";
}

}  // namespace leafwise::bench
