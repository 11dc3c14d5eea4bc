// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "support/folder.hpp"
#include "support/program.hpp"

/// Pictures read back: what stands where.
namespace leafwise::tests {

using SvgPoint = std::pair<double, double>;

struct SvgTick {
  double value = 0;
  double pixel = 0;
  std::string label;
};

/// Whether an independent reader takes all of these files.
inline bool is_xml(const std::vector<std::string>& files) {
  std::string command =
      "/usr/bin/python3 -c 'import sys, xml.dom.minidom\n"
      "for f in sys.argv[1:]: xml.dom.minidom.parse(f)'";
  for (const std::string& file : files) command += " '" + file + "'";
  const CommandResult result = run_command(command);
  if (result.exit_code != 0) MESSAGE(result.messages);
  return result.exit_code == 0;
}

inline std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.push_back((*it)[1].str());
  }
  return found;
}

/// The texts between `opening` and the next `closing`.
inline std::vector<std::string> between(const std::string& text,
                                        const std::string& opening,
                                        const std::string& closing) {
  std::vector<std::string> found;
  std::size_t at = text.find(opening);
  while (at != std::string::npos) {
    const std::size_t begin = at + opening.size();
    const std::size_t end = text.find(closing, begin);
    REQUIRE(end != std::string::npos);
    found.push_back(text.substr(begin, end - begin));
    at = text.find(opening, end);
  }
  return found;
}

inline std::vector<std::string> panels_of(const std::string& svg) {
  std::vector<std::string> panels;
  std::size_t at = svg.find("<g class=\"panel\">");
  while (at != std::string::npos) {
    const std::size_t next = svg.find("<g class=\"panel\">", at + 1);
    panels.push_back(svg.substr(at, next == std::string::npos ? next : next - at));
    at = next;
  }
  return panels;
}

/// @param axis 'x' or 'y'
inline std::vector<SvgTick> ticks_of(const std::string& panel, char axis) {
  std::vector<SvgTick> ticks;
  const std::string opening = std::string("<g class=\"tick-") + axis + "\" data-value=\"";
  for (const std::string& part : between(panel, opening, "</g>")) {
    SvgTick tick;
    tick.value = std::stod(part);
    // The mark is the last line of the tick: both of its ends are at the place.
    const std::string name = std::string(1, axis) + "1=\"";
    tick.pixel = std::stod(part.substr(part.rfind(name) + name.size()));
    const auto labels = between(part, "<text", "</text>");
    if (!labels.empty()) tick.label = labels[0].substr(labels[0].find('>') + 1);
    ticks.push_back(tick);
  }
  return ticks;
}

/// From values to pixels, by the first and the last number of an axis.
class SvgAxis {
 public:
  SvgAxis(const std::string& panel, char axis, bool is_logarithmic)
      : ticks_(ticks_of(panel, axis)), is_logarithmic_(is_logarithmic) {
    REQUIRE(ticks_.size() >= 2);
  }
  [[nodiscard]] double pixel(double value) const {
    const SvgTick& a = ticks_.front();
    const SvgTick& b = ticks_.back();
    const double share = (place(value) - place(a.value)) / (place(b.value) - place(a.value));
    return a.pixel + share * (b.pixel - a.pixel);
  }
  [[nodiscard]] const std::vector<SvgTick>& ticks() const { return ticks_; }

 private:
  [[nodiscard]] double place(double value) const {
    return is_logarithmic_ ? std::log10(value) : value;
  }
  std::vector<SvgTick> ticks_;
  bool is_logarithmic_;
};

struct SvgFrame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

inline SvgFrame frame_of(const std::string& panel) {
  const std::string rect = between(panel, "<rect class=\"frame\"", "/>").at(0);
  const auto number = [&](const std::string& name) {
    return std::stod(between(rect, " " + name + "=\"", "\"").at(0));
  };
  const double left = number("x");
  const double top = number("y");
  return {left, top, left + number("width"), top + number("height")};
}

/// The curves of a panel: their elements.
inline std::vector<std::string> curves_of(const std::string& panel) {
  return between(panel, "<g class=\"curve\"", "</g>");
}

/// The lines of a curve, one for each unbroken piece.
inline std::vector<std::vector<SvgPoint>> lines_of(const std::string& curve) {
  std::vector<std::vector<SvgPoint>> lines;
  for (const std::string& element : between(curve, "<path class=\"line\"", "/>")) {
    const std::string path = between(element, " d=\"", "\"").at(0);
    const char* at = path.c_str();
    while (*at != '\0') {
      if (*at == 'M') lines.emplace_back();
      if (*at == 'h') {  // a dot
        at += 2;
        continue;
      }
      if (*at == 'M' || *at == 'L' || *at == ' ') ++at;
      char* end = nullptr;
      const double x = std::strtod(at, &end);
      REQUIRE(end != at);
      at = end;
      const double y = std::strtod(at, &end);
      REQUIRE(end != at);
      at = end;
      lines.back().emplace_back(x, y);
    }
  }
  return lines;
}

/// The dots of a curve.
inline std::vector<SvgPoint> dots_of(const std::string& curve) {
  std::vector<SvgPoint> dots;
  for (const std::string& element : between(curve, "<path class=\"marks\"", "/>")) {
    for (const std::string& dot : between(element, "M", "h0")) {
      const std::size_t space = dot.find(' ');
      dots.emplace_back(std::stod(dot), std::stod(dot.substr(space)));
    }
  }
  return dots;
}

}  // namespace leafwise::tests
