// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace leafwise::papers {
namespace {

// In pixels.
constexpr double panel_width = 400;
constexpr double panel_height = 300;
constexpr double left_margin = 58;
constexpr double right_margin = 16;
constexpr double top_margin = 28;
constexpr double bottom_margin = 56;
constexpr double title_height = 26;
constexpr double visible = 0.35;  ///< what lies off a line by less is not seen

constexpr std::array<const char*, 6> palette = {
    "#1f4fa3", "#c0392b", "#2e7d32", "#8e5ea2", "#b7791f", "#777777"};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void widen() {
    if (!(low <= high)) low = high = 0;
    const double by = high > low ? 0.04 * (high - low) : 1;
    low -= by;
    high += by;
  }
  [[nodiscard]] double length() const { return high - low; }
  void grow_to(double length_wanted) {
    const double by = (length_wanted - length()) / 2;
    low -= by;
    high += by;
  }
};

struct Box {
  double left, top, width, height;
};

struct Place {
  Box box;
  Range x;
  Range y;
  [[nodiscard]] std::pair<double, double> of(const std::pair<double, double>& point) const {
    return {box.left + (point.first - x.low) / x.length() * box.width,
            box.top + (y.high - point.second) / y.length() * box.height};
  }
};

bool is_drawn(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '<') {
      result += "&lt;";
    } else if (character == '&') {
      result += "&amp;";
    } else {
      result += character;
    }
  }
  return result;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                     x,
                     y,
                     anchor,
                     escaped(text));
}

/// 1, 2 or 5 times a power of ten, about `length`/4.
double tick_distance(double length) {
  const double rough = length / 4;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double share = rough / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

std::vector<double> ticks_of(const Range& range) {
  std::vector<double> ticks;
  const double distance = tick_distance(range.length());
  const auto first = static_cast<long>(std::ceil(range.low / distance));
  for (long k = first; static_cast<double>(k) * distance <= range.high; ++k) {
    ticks.push_back(static_cast<double>(k) * distance);
  }
  return ticks;
}

std::string axes_of(const Panel& panel, const Place& place) {
  const Box& box = place.box;
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"#999\"/>\n",
      box.left,
      box.top,
      box.width,
      box.height);
  std::string marks;
  for (const double tick : ticks_of(place.x)) {
    const double x = place.of({tick, place.y.low}).first;
    marks += fmt::format("M{:.1f} {:.1f}v-4", x, box.top + box.height);
    svg += text_at(x, box.top + box.height + 14, "middle", fmt::format("{:.4g}", tick));
  }
  for (const double tick : ticks_of(place.y)) {
    const double y = place.of({place.x.low, tick}).second;
    marks += fmt::format("M{:.1f} {:.1f}h4", box.left, y);
    svg += text_at(box.left - 5, y + 4, "end", fmt::format("{:.4g}", tick));
  }
  svg += "<path d=\"" + marks + "\" stroke=\"#999\"/>\n";
  svg += text_at(box.left + box.width / 2, box.top + box.height + 28, "middle", panel.x);
  return svg + text_at(box.left - 44, box.top - 8, "start", panel.y);
}

/// Whether the point between two others is not seen: it lies on their line, and between them.
bool is_on_line(const std::pair<double, double>& a,
                const std::pair<double, double>& b,
                const std::pair<double, double>& c) {
  const double dx = c.first - a.first;
  const double dy = c.second - a.second;
  const double px = b.first - a.first;
  const double py = b.second - a.second;
  const double length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(px, py) < visible;
  const double along = (px * dx + py * dy) / length;
  return std::abs(px * dy - py * dx) < visible * length && along > -visible &&
         along < length + visible;
}

/// Drops points as long as all that were dropped stay on the line that replaces them.
Points thinned(const Points& points) {
  Points kept;
  std::size_t last = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (kept.empty()) {
      kept.push_back(points[i]);
      last = i;
      continue;
    }
    bool is_straight = i + 1 < points.size() && i - last < 200;
    for (std::size_t j = last + 1; is_straight && j <= i; ++j) {
      is_straight = is_on_line(points[last], points[j], points[i + 1]);
    }
    if (is_straight) continue;
    kept.push_back(points[i]);
    last = i;
  }
  return kept;
}

std::string path_of(const Points& piece) {
  std::string path;
  for (const auto& [x, y] : thinned(piece)) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
  }
  return path;
}

std::string curve_of(const Curve& curve, const Place& place, const char* colour) {
  std::string path;
  if (curve.style == Style::dots) {
    for (const auto& point : curve.points) {
      if (!is_drawn(point)) continue;
      const auto [x, y] = place.of(point);
      path += fmt::format("M{:.1f} {:.1f}h0", x, y);
    }
    return fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" "
        "stroke-linecap=\"round\"/>\n",
        path,
        colour);
  }
  Points piece;
  for (const auto& point : curve.points) {
    if (is_drawn(point)) {
      piece.push_back(place.of(point));
    } else {
      path += path_of(piece);
      piece.clear();
    }
  }
  path += path_of(piece);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                     path,
                     colour,
                     curve.style == Style::thin ? "0.6" : "1.2",
                     curve.style == Style::dashed ? " stroke-dasharray=\"5 3\"" : "");
}

std::string panel_of(const Panel& panel, double left, double top) {
  Place place{{left + left_margin,
               top + top_margin,
               panel_width - left_margin - right_margin,
               panel_height - top_margin - bottom_margin},
              {},
              {}};
  for (const Curve& curve : panel.curves) {
    for (const auto& point : curve.points) {
      if (!is_drawn(point)) continue;
      place.x.include(point.first);
      place.y.include(point.second);
    }
  }
  place.x.widen();
  place.y.widen();
  if (panel.is_equal) {
    const double unit =
        std::max(place.x.length() / place.box.width, place.y.length() / place.box.height);
    place.x.grow_to(unit * place.box.width);
    place.y.grow_to(unit * place.box.height);
  }
  std::string svg = panel.has_axes ? axes_of(panel, place) : "";
  svg += text_at(place.box.left + place.box.width / 2, top + 18, "middle", panel.title);
  double label = place.box.left;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = panel.curves[i];
    const std::size_t choice = curve.colour < 0 ? i : static_cast<std::size_t>(curve.colour);
    const char* colour = palette[choice % palette.size()];
    svg += curve_of(curve, place, colour);
    if (curve.label.empty()) continue;
    svg += fmt::format("<g fill=\"{}\">{}</g>",
                       colour,
                       text_at(label, top + panel_height - 10, "start", curve.label));
    label += 16 + 6.2 * static_cast<double>(curve.label.size());
  }
  return svg;
}

}  // namespace

std::string svg_of(const Plot& plot) {
  const auto count = static_cast<int>(plot.panels.size());
  const int columns = std::max(1, std::min(plot.columns, count));
  const int rows = (count + columns - 1) / columns;
  const double width = panel_width * columns;
  const double height = title_height + panel_height * rows;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n",
      width,
      height,
      width);
  svg += "<g font-size=\"13\">" + text_at(width / 2, 18, "middle", plot.title) + "</g>";
  for (int i = 0; i < count; ++i) {
    svg += panel_of(plot.panels[static_cast<std::size_t>(i)],
                    panel_width * (i % columns),
                    title_height + panel_height * (i / columns));
  }
  return svg + "</svg>\n";
}

}  // namespace leafwise::papers
