// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Pictures of numbers as SVG, made of nothing but text: docs/plot.md has some. Lengths are in
/// pixels. What cannot be drawn (a value that is not finite or beyond 1e300; on a logarithmic axis
/// one that is below 1e-300) is left out and breaks its line.
namespace leafwise::pipeline::drawing {

enum class Scale { linear, logarithmic };

struct Axis {
  std::string label;
  Scale scale = Scale::linear;
  std::optional<double> from = std::nullopt;  ///< none: the data and a small margin
  std::optional<double> to = std::nullopt;
};

enum class Stroke { solid, dashed, none };
enum class Mark { none, dot, ring, cross, square };

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito, 2008); after the
/// last one they begin again.
constexpr std::size_t colour_count = 7;

/// Points in order. If there are many, only those that shape the curve are drawn.
struct Curve {
  std::string label;  ///< in the legend; empty: not there
  std::vector<double> x;
  std::vector<double> y;                             ///< as many as x
  std::optional<std::size_t> colour = std::nullopt;  ///< none: the curve's number in its panel
  Stroke stroke = Stroke::solid;
  Mark mark = Mark::none;
  double width = 1.5;  ///< of the line; dots are as large as they are countable
};

/// A thin line across the whole panel.
struct Rule {
  enum class Direction { across, upright };

  Direction direction = Direction::across;
  double at = 0;
  std::string label;
};

/// A text beside a point.
struct Note {
  double x = 0;
  double y = 0;
  std::string text;
};

/// A pair of axes and its contents.
struct Panel {
  std::string title;
  Axis x;
  Axis y;
  bool equal = false;  ///< a unit is as long across as upwards
  bool axes = true;    ///< false: only the curves, as for a mechanism
  std::vector<Curve> curves;
  std::vector<Rule> rules;
  std::vector<Note> notes;
  std::string empty = "nothing to draw";  ///< shown if there is no point
};

/// Panels in rows, from left to right and from top to bottom.
struct Figure {
  std::string title;
  std::vector<std::string> caption;  ///< lines below the title
  std::vector<Panel> panels;
  std::size_t columns = 1;  ///< of panels, at least 1
  double width = 800;       ///< at least 100
  double height = 500;      ///< likewise
};

/// The whole file: valid XML whatever the texts are; the same figure gives the same bytes.
[[nodiscard]] std::string svg_of(const Figure& figure);

}  // namespace leafwise::pipeline::drawing
