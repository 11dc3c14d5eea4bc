// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "plot/svg_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

constexpr double title_height = 22;
constexpr double line_height = 16;
constexpr double gap = 7;
constexpr double tick_length = 4;

/// A frame keeps at least this much of its cell, whatever stands around it.
constexpr double least_frame = 24;

/// For each number along an axis.
constexpr double per_number_across = 85;
constexpr double per_number_down = 38;

struct Ranges {
  Range x;
  Range y;
  bool has_points = false;
};

/// Points count where both of their values can be drawn.
Ranges ranges_of(const Panel& panel) {
  Extent x(panel.x.scale);
  Extent y(panel.y.scale);
  for (const Curve& curve : panel.curves) {
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      if (!is_drawable(curve.x[i], panel.x.scale) || !is_drawable(curve.y[i], panel.y.scale)) {
        continue;
      }
      x.include(curve.x[i]);
      y.include(curve.y[i]);
    }
  }
  const bool has_points = !x.is_empty();
  for (const Rule& rule : panel.rules) {
    (rule.direction == Rule::Direction::across ? y : x).include(rule.at);
  }
  return {x.range(panel.x), y.range(panel.y), has_points};
}

/// Widens one of the ranges so that units are as long across as upwards.
void make_equal(Frame& frame) {
  const double wide = frame.box.right - frame.box.left;
  const double high = frame.box.bottom - frame.box.top;
  const double per_x = (frame.x.high - frame.x.low) / wide;
  const double per_y = (frame.y.high - frame.y.low) / high;
  const double share = per_x > per_y ? per_x / per_y : per_y / per_x;
  Range& range = per_x > per_y ? frame.y : frame.x;
  range = range.between((1 - share) / 2, (1 + share) / 2);
}

std::size_t count_along(double length, double each) {
  return static_cast<std::size_t>(std::max(length / each, 2.0));
}

double widest_label(const Ticks& ticks) {
  double width = 0;
  for (const Tick& tick : ticks.ticks) width = std::max(width, text_width(tick.label, 12));
  return width;
}

/// A number along an axis with its mark and the line across the frame that belongs to it.
std::string tick_svg(const Tick& tick, const Frame& frame, bool is_x) {
  const Box& box = frame.box;
  const bool is_labelled = !tick.label.empty();
  const double length = is_labelled ? tick_length : tick_length / 2;
  std::string text =
      fmt::format("<g class=\"tick-{}\" data-value=\"{}\">\n", is_x ? "x" : "y", tick.value);
  const double x = is_x ? frame.across(tick.value) : box.left;
  const double y = is_x ? box.bottom : frame.down(tick.value);
  constexpr std::string_view grid = "stroke=\"#e4e4e4\"";
  constexpr std::string_view mark = "stroke=\"#888\"";
  if (is_labelled && is_x) text += line_between(x, box.top, x, box.bottom, grid);
  if (is_labelled && !is_x) text += line_between(box.left, y, box.right, y, grid);
  text += is_x ? line_between(x, y, x, y + length, mark) : line_between(x - length, y, x, y, mark);
  if (is_labelled) {
    constexpr double baseline = 4;
    text += is_x ? text_at(x, y + line_height + 1, tick.label, {.anchor = "middle"})
                 : text_at(x - gap, y + baseline, tick.label, {.anchor = "end"});
  }
  return text + "</g>\n";
}

std::string axes_svg(const Panel& panel, const Frame& frame, const Ticks& x, const Ticks& y) {
  const Box& box = frame.box;
  std::string text;
  for (const Tick& tick : x.ticks) text += tick_svg(tick, frame, true);
  for (const Tick& tick : y.ticks) text += tick_svg(tick, frame, false);
  text += fmt::format(
      "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" "
      "stroke=\"#888\"/>\n",
      pixels(box.left),
      pixels(box.top),
      pixels(box.right - box.left),
      pixels(box.bottom - box.top));
  const double below = box.bottom + 2 * line_height + gap - 2;
  // The unit stands at the right end of the same line, and the label in the middle of it.
  const double unit = x.unit.empty() ? 0 : text_width(x.unit, 12) + gap;
  const std::size_t most = count_along(std::max(box.right - box.left - 2 * unit, least_frame), 7);
  text += text_at((box.left + box.right) / 2, below, cut(panel.x.label, most), {13, "middle"});
  if (!x.unit.empty()) text += text_at(box.right, below, x.unit, {12, "end", "#555"});
  if (!y.unit.empty()) text += text_at(box.left, box.top - gap + 1, y.unit, {12, "start", "#555"});
  return text;
}

/// The room of the frame within the cell, below what stands above it.
Box frame_box(const Panel& panel, const Box& cell, double top, double left, bool has_unit) {
  Box box = cell;
  box.top = top + (has_unit ? line_height : gap);
  box.left += gap + left;
  box.right -= 2 * gap;
  box.bottom -=
      panel.axes ? line_height + gap + (panel.x.label.empty() ? 0 : line_height + 2) : gap;
  box.bottom = std::max(box.bottom, box.top + least_frame);
  box.right = std::max(box.right, box.left + least_frame);
  return box;
}

}  // namespace

std::string panel_svg(const Panel& panel, const Box& cell) {
  std::string text = "<g class=\"panel\">\n";
  double top = cell.top;
  if (!panel.title.empty()) {
    const double middle = (cell.left + cell.right) / 2;
    const std::size_t most = count_along(cell.right - cell.left, 7);
    text += text_at(middle, top + line_height, cut(panel.title, most), {13, "middle"});
    top += title_height;
  }
  const Box legend{cell.left + 2 * gap, top, cell.right - 2 * gap, cell.bottom};
  text += legend_svg(panel, legend);
  top += legend_height(panel, legend.right - legend.left);
  const Ranges ranges = ranges_of(panel);
  Frame frame{ranges.x, ranges.y, frame_box(panel, cell, top, 0, true)};
  const auto height = [&] { return frame.box.bottom - frame.box.top; };
  // The numbers beside the frame decide how wide it is; its height is known before.
  const Ticks first = ticks_of(frame.y, count_along(height(), per_number_down));
  const double beside =
      panel.axes ? widest_label(first) + gap + (panel.y.label.empty() ? 0 : 20) : 0;
  frame.box = frame_box(panel, cell, top, beside, panel.axes && !first.unit.empty());
  const bool is_linear = panel.x.scale == Scale::linear && panel.y.scale == Scale::linear;
  if (panel.equal && is_linear) make_equal(frame);
  if (panel.axes) {
    const double width = frame.box.right - frame.box.left;
    const Ticks x = ticks_of(frame.x, count_along(width, per_number_across));
    const Ticks y = ticks_of(frame.y, count_along(height(), per_number_down));
    text += axes_svg(panel, frame, x, y);
    const double middle = (frame.box.top + frame.box.bottom) / 2;
    if (!panel.y.label.empty()) {
      text += text_at(cell.left + 2 * gap,
                      middle,
                      cut(panel.y.label, count_along(height(), 7)),
                      {.size = 13, .anchor = "middle", .upright = true});
    }
  }
  text += contents_svg(panel, frame);
  if (!ranges.has_points) {
    text += text_at((frame.box.left + frame.box.right) / 2,
                    (frame.box.top + frame.box.bottom) / 2,
                    panel.empty,
                    {13, "middle", "#555"});
  }
  return text + "</g>\n";
}

}  // namespace leafwise::pipeline::drawing
