// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "plot/labels.hpp"
#include "plot/panel.hpp"
#include "plot/svg_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

/// M. Okabe, K. Ito: Color Universal Design, 2008; without yellow, which white swallows.
constexpr std::array<std::string_view, colour_count> palette = {
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

/// Lines go on outside of the frame for so many times its size, so that no end shows.
constexpr double margin = 1;

struct Drawn {
  std::vector<Line> lines;  ///< broken where a point has no place
  Line places;
};

Drawn drawn(const Curve& curve, const Frame& frame) {
  Drawn result;
  bool is_down = false;
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_drawable(curve.x[i], frame.x.scale) || !is_drawable(curve.y[i], frame.y.scale)) {
      is_down = false;
      continue;
    }
    const Place place{frame.across(curve.x[i]), frame.down(curve.y[i])};
    if (!is_down) result.lines.emplace_back();
    result.lines.back().push_back(place);
    result.places.push_back(place);
    is_down = true;
  }
  return result;
}

std::string point_text(const Place& place) {
  return pixels(place.x) + " " + pixels(place.y);
}

/// A line of one point is a dot: with round ends it is seen.
std::string path_of(const Line& line) {
  std::string text = "M" + point_text(line.front());
  if (line.size() == 1) return text + "h0";
  text += "L";
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (i > 1) text += ' ';
    text += point_text(line[i]);
  }
  return text;
}

std::string lines_svg(const Curve& curve, const Drawn& drawn, const Frame& frame) {
  const double wide = margin * (frame.box.right - frame.box.left);
  const double high = margin * (frame.box.bottom - frame.box.top);
  const Box around{
      frame.box.left - wide, frame.box.top - high, frame.box.right + wide, frame.box.bottom + high};
  std::vector<Line> within;
  for (const Line& line : drawn.lines) {
    for (Line& part : cut_to(around, line)) within.push_back(std::move(part));
  }
  std::string path;
  for (const Line& line : thinned(within, around)) path += path_of(line);
  if (path.empty()) return {};
  return fmt::format(
      "<path class=\"line\" fill=\"none\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\"{} d=\"{}\"/>\n",
      pixels(curve.width),
      curve.stroke == Stroke::dashed ? " stroke-dasharray=\"6 5\"" : "",
      path);
}

double dot_size(std::size_t count) {
  constexpr std::size_t few = 200;
  constexpr std::size_t many = 2000;
  return count <= few ? 4.4 : count <= many ? 3.2 : 2;
}

std::string marks_svg(Mark mark, const Line& places, const Frame& frame) {
  Line within;
  std::copy_if(places.begin(), places.end(), std::back_inserter(within), [&](const Place& place) {
    return frame.box.holds(place);
  });
  within = thinned_dots(within, frame.box);
  if (within.empty()) return {};
  std::string path;
  for (const Place& place : within) {
    path += "M" + point_text(place);
    switch (mark) {
      case Mark::dot: path += "h0"; break;
      case Mark::ring: path += "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"; break;
      case Mark::cross: path += "m-4 -4l8 8m0 -8l-8 8"; break;
      case Mark::square: path += "m-3.5 -3.5h7v7h-7z"; break;
      case Mark::none: break;
    }
  }
  const bool is_dot = mark == Mark::dot;
  return fmt::format(
      "<path class=\"marks\" fill=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{}\"/>\n",
      mark == Mark::ring || mark == Mark::square ? "#fff" : "none",
      pixels(is_dot ? dot_size(within.size()) : 1.5),
      path);
}

/// Where the line of a rule stands in the picture; none if that is outside of the frame.
std::optional<double> place_of(const Rule& rule, const Frame& frame) {
  const bool is_across = rule.direction == Rule::Direction::across;
  const Range& range = is_across ? frame.y : frame.x;
  if (!is_drawable(rule.at, range.scale)) return std::nullopt;
  const double share = range.share(rule.at);
  if (share < 0 || share > 1) return std::nullopt;
  return is_across ? frame.down(rule.at) : frame.across(rule.at);
}

std::string rule_svg(const Rule& rule, double place, const Frame& frame, Labels& labels) {
  constexpr std::string_view look = "stroke=\"#777\" stroke-dasharray=\"2 3\"";
  constexpr double beside = 4;
  constexpr double line_height = 12;
  const Box& box = frame.box;
  if (rule.direction == Rule::Direction::across) {
    const double right = box.right - beside;
    return line_between(box.left, place, box.right, place, look) +
           labels.add(rule.label,
                      {{{right, place - beside}, true}, {{right, place + line_height}, true}},
                      "#555");
  }
  const double first = box.top + line_height;
  return line_between(place, box.top, place, box.bottom, look) +
         labels.add(
             rule.label, {{{place + beside, first}}, {{place - beside, first}, true}}, "#555");
}

/// From the top and from the left, so that of two labels that would overlap the upper one stays
/// above its line, and the lower one goes below its own.
std::string rules_svg(const std::vector<Rule>& rules, const Frame& frame, Labels& labels) {
  std::vector<std::pair<double, const Rule*>> drawn;
  for (const Rule& rule : rules) {
    if (const auto place = place_of(rule, frame)) drawn.emplace_back(*place, &rule);
  }
  std::stable_sort(drawn.begin(), drawn.end(), [](const auto& one, const auto& other) {
    return one.first < other.first;
  });
  std::string text;
  for (const auto& [place, rule] : drawn) text += rule_svg(*rule, place, frame, labels);
  return text;
}

std::string note_svg(const Note& note, const Frame& frame, Labels& labels) {
  if (!is_drawable(note.x, frame.x.scale) || !is_drawable(note.y, frame.y.scale)) return {};
  const Place at{frame.across(note.x), frame.down(note.y)};
  if (!frame.box.holds(at)) return {};
  constexpr double beside = 5;
  constexpr double below = beside + 0.7 * Labels::size;  // as high as capital letters
  return labels.add(note.text,
                    {{{at.x + beside, at.y - beside}},
                     {{at.x - beside, at.y - beside}, true},
                     {{at.x + beside, at.y + below}},
                     {{at.x - beside, at.y + below}, true}},
                    "#222");
}

}  // namespace

std::string_view colour(std::size_t number) {
  return palette.at(number % palette.size());
}

std::string contents_svg(const Panel& panel, const Frame& frame) {
  const Box& box = frame.box;
  std::string text = fmt::format(
      "<svg class=\"contents\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
      "viewBox=\"{0} {1} {2} {3}\" overflow=\"hidden\">\n",
      pixels(box.left),
      pixels(box.top),
      pixels(box.right - box.left),
      pixels(box.bottom - box.top));
  Labels labels(box);
  text += rules_svg(panel.rules, frame, labels);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = panel.curves[i];
    const Drawn points = drawn(curve, frame);
    text += fmt::format("<g class=\"curve\" stroke=\"{}\">\n", colour(curve.colour.value_or(i)));
    if (!curve.label.empty()) text += "<title>" + escaped(curve.label) + "</title>\n";
    if (curve.stroke != Stroke::none) text += lines_svg(curve, points, frame);
    if (curve.mark != Mark::none) text += marks_svg(curve.mark, points.places, frame);
    text += "</g>\n";
  }
  for (const Note& note : panel.notes) text += note_svg(note, frame, labels);
  return text + "</svg>\n";
}

}  // namespace leafwise::pipeline::drawing
