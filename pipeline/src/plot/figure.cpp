// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leafwise/pipeline/drawing.hpp"
#include "plot/panel.hpp"
#include "plot/svg_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

constexpr double title_size = 16;
constexpr double title_height = 30;
constexpr double caption_size = 12;
constexpr double caption_height = 16;
constexpr double least_length = 100;
constexpr double margin = 6;

/// How many characters of a text surely fit.
std::size_t fitting(double width, double size) {
  constexpr double average = 0.55;
  return static_cast<std::size_t>(width / (average * size));
}

}  // namespace

std::string svg_of(const Figure& figure) {
  const double width = std::isfinite(figure.width) ? std::max(figure.width, least_length) : 800;
  const double height = std::isfinite(figure.height) ? std::max(figure.height, least_length) : 500;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\" "
      "fill=\"#222\">\n",
      pixels(width),
      pixels(height));
  if (!figure.title.empty()) text += "<title>" + escaped(figure.title) + "</title>\n";
  text += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  double top = margin;
  if (!figure.title.empty()) {
    const std::string title = cut(figure.title, fitting(width, title_size));
    text += text_at(width / 2, top + 20, title, {title_size, "middle", "#222", true});
    top += title_height;
  }
  for (const std::string& line : figure.caption) {
    text += text_at(width / 2,
                    top + caption_size,
                    cut(line, fitting(width, caption_size)),
                    {caption_size, "middle", "#555"});
    top += caption_height;
  }
  const std::size_t columns = std::max<std::size_t>(figure.columns, 1);
  const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
  const double cell_width = (width - 2 * margin) / static_cast<double>(columns);
  const double cell_height =
      (height - margin - top) / static_cast<double>(std::max<std::size_t>(rows, 1));
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const double left = margin + cell_width * static_cast<double>(i % columns);
    const std::size_t row = i / columns;
    const double above = top + cell_height * static_cast<double>(row);
    text += panel_svg(figure.panels[i], {left, above, left + cell_width, above + cell_height});
  }
  return text + "</svg>\n";
}

}  // namespace leafwise::pipeline::drawing
