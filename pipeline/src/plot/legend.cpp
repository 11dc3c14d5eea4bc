// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "plot/panel.hpp"
#include "plot/svg_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

constexpr double line_height = 17;
constexpr double sample_width = 22;
constexpr double gap = 6;
constexpr double between = 18;
constexpr double text_size = 12;

/// More entries than these hide the picture.
constexpr std::size_t most_entries = 24;
constexpr std::size_t most_characters = 48;

struct Entry {
  const Curve* curve = nullptr;  ///< null: words only
  std::string text;
  std::size_t colour = 0;
  double x = 0;
  std::size_t line = 0;
};

std::vector<Entry> entries_of(const Panel& panel, double width) {
  std::vector<Entry> entries;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = panel.curves[i];
    if (curve.label.empty()) continue;
    if (entries.size() == most_entries) {
      ++left_out;
      continue;
    }
    entries.push_back({&curve, cut(curve.label, most_characters), curve.colour.value_or(i), 0, 0});
  }
  if (left_out > 0) entries.push_back({nullptr, fmt::format("… and {} more", left_out), 0, 0, 0});
  double x = 0;
  std::size_t line = 0;
  for (Entry& entry : entries) {
    const double wide = sample_width + gap + text_width(entry.text, text_size);
    if (x > 0 && x + wide > width) {
      x = 0;
      ++line;
    }
    entry.x = x;
    entry.line = line;
    x += wide + between;
  }
  return entries;
}

std::string sample_svg(const Curve& curve, double x, double y) {
  std::string text;
  if (curve.stroke != Stroke::none) {
    text += line_between(
        x,
        y,
        x + sample_width,
        y,
        fmt::format("stroke-width=\"{}\"{}",
                    pixels(std::max(curve.width, 1.0)),
                    curve.stroke == Stroke::dashed ? " stroke-dasharray=\"6 5\"" : ""));
  }
  if (curve.mark != Mark::none) {
    constexpr double radius = 2.5;
    text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n",
                        pixels(x + sample_width / 2),
                        pixels(y),
                        pixels(radius),
                        curve.mark == Mark::dot ? "stroke-width=\"2\"" : "fill=\"#fff\"");
  }
  return text;
}

}  // namespace

double legend_height(const Panel& panel, double width) {
  const std::vector<Entry> entries = entries_of(panel, width);
  return entries.empty() ? 0 : line_height * static_cast<double>(entries.back().line + 1);
}

std::string legend_svg(const Panel& panel, const Box& room) {
  std::string text;
  for (const Entry& entry : entries_of(panel, room.right - room.left)) {
    constexpr double baseline = 4;
    const double x = room.left + entry.x;
    const double y = room.top + line_height * (static_cast<double>(entry.line) + 0.5);
    if (entry.curve != nullptr) {
      text += fmt::format("<g stroke=\"{}\" fill=\"none\">\n{}</g>\n",
                          colour(entry.colour),
                          sample_svg(*entry.curve, x, y));
    }
    text += text_at(x + sample_width + gap, y + baseline, entry.text);
  }
  return text;
}

}  // namespace leafwise::pipeline::drawing
