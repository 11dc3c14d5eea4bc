// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "leafwise/pipeline/drawing.hpp"
#include "support/seed.hpp"
#include "svg_reading.hpp"

namespace {

using namespace leafwise::pipeline::drawing;
using namespace leafwise::tests;

/// Coordinates have two digits behind the point, and so have the ticks they are measured by; what
/// is measured beyond the outermost ticks is at most a few times as uncertain.
constexpr double pixel_tolerance = 0.06;

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

Figure one_panel(Panel panel, double width = 800, double height = 500) {
  Figure figure;
  figure.panels.push_back(std::move(panel));
  figure.width = width;
  figure.height = height;
  return figure;
}

/// Values of a random size around a random middle; for logarithmic axes of random decades.
std::vector<double> random_values(std::mt19937_64& random, std::size_t count, Scale scale) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const double decades = 12 * unit(random);
  // Not less than a billionth of the middle: values have 16 digits, a picture has 3.
  const double size = std::pow(10, decades);
  const double middle = size * std::pow(10, 4.5 * (1 + unit(random))) * (unit(random) > 0 ? 1 : -1);
  const double spread = 1 + 10 * std::abs(unit(random));
  std::vector<double> values(count);
  for (double& value : values) {
    value = scale == Scale::linear ? middle + size * unit(random)
                                   : std::pow(10, decades + spread * unit(random));
  }
  return values;
}

struct RandomPanel {
  Panel panel;
  std::string svg;
};

RandomPanel random_panel(std::mt19937_64& random) {
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> length(250, 1500);
  RandomPanel made;
  Panel& panel = made.panel;
  panel.x.scale = coin(random) == 1 ? Scale::linear : Scale::logarithmic;
  panel.y.scale = coin(random) == 1 ? Scale::linear : Scale::logarithmic;
  panel.x.label = "t";
  panel.y.label = coin(random) == 1 ? "x′" : "";
  panel.title = coin(random) == 1 ? "title" : "";
  Curve curve;
  curve.label = coin(random) == 1 ? "curve" : "";
  curve.x = random_values(random, 40, panel.x.scale);
  curve.y = random_values(random, 40, panel.y.scale);
  panel.curves.push_back(curve);
  made.svg = svg_of(one_panel(panel, length(random), length(random)));
  return made;
}

/// "−0.25", "10⁻⁸", "5·10⁻⁸", "×10⁵"
long double number_in(std::string text) {
  const std::vector<std::string> raised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from)) {
      text.replace(at, from.size(), to);
    }
  };
  replace("−", "-");
  replace("⁻", "^-");
  for (std::size_t digit = 0; digit < raised.size(); ++digit) {
    replace(raised[digit], "^" + std::to_string(digit));
  }
  const std::size_t power = text.find("10^");
  if (power == std::string::npos) return std::stold(text);
  std::string exponent = text.substr(power + 2);
  std::erase(exponent, '^');
  const std::size_t dot = text.find("·");
  return std::stold((dot == std::string::npos ? "1" : text.substr(0, dot)) + "e" + exponent);
}

/// What a label says, with the unit that stands at the end of the axis: "×10⁻⁹ + 9.81".
long double said(const std::string& label, const std::string& unit) {
  std::string scale = unit;
  long double offset = 0;
  for (const std::string sign : {" − ", " + "}) {
    const std::size_t at = unit.find(sign);
    if (at == std::string::npos) continue;
    offset = (sign == " + " ? 1 : -1) * std::stold(unit.substr(at + sign.size()));
    scale = unit.substr(0, at);
  }
  return number_in(label) * (scale.empty() ? 1 : number_in(scale)) + offset;
}

TEST_SUITE("law") {
  TEST_CASE("drawing: every point stands where the numbers along the axes say") {
    auto random = make_generator("drawing: every point stands");
    for (std::uint64_t i = 0; i < 200 * multiplier(); ++i) {
      const RandomPanel made = random_panel(random);
      const Panel& panel = made.panel;
      const SvgAxis x(made.svg, 'x', panel.x.scale == Scale::logarithmic);
      const SvgAxis y(made.svg, 'y', panel.y.scale == Scale::logarithmic);
      const auto lines = lines_of(curves_of(made.svg).at(0));
      REQUIRE(lines.size() == 1);
      const Curve& curve = panel.curves.front();
      REQUIRE(lines[0].size() == curve.x.size());
      const SvgFrame frame = frame_of(made.svg);
      for (std::size_t k = 0; k < curve.x.size(); ++k) {
        CHECK(std::abs(lines[0][k].first - x.pixel(curve.x[k])) < pixel_tolerance);
        CHECK(std::abs(lines[0][k].second - y.pixel(curve.y[k])) < pixel_tolerance);
        CHECK(lines[0][k].first > frame.left);
        CHECK(lines[0][k].first < frame.right);
        CHECK(lines[0][k].second > frame.top);
        CHECK(lines[0][k].second < frame.bottom);
      }
    }
  }

  TEST_CASE("drawing: numbers along an axis rise, cover it, and say what is there") {
    auto random = make_generator("drawing: numbers along an axis");
    for (std::uint64_t i = 0; i < 200 * multiplier(); ++i) {
      const RandomPanel made = random_panel(random);
      const SvgFrame frame = frame_of(made.svg);
      for (const char axis : {'x', 'y'}) {
        const Scale scale = axis == 'x' ? made.panel.x.scale : made.panel.y.scale;
        std::vector<SvgTick> ticks;
        for (const SvgTick& tick : ticks_of(made.svg, axis)) {
          if (!tick.label.empty()) ticks.push_back(tick);
        }
        REQUIRE(ticks.size() >= 2);
        const double sign = axis == 'x' ? 1 : -1;
        const double low = axis == 'x' ? frame.left : frame.bottom;
        const double high = axis == 'x' ? frame.right : frame.top;
        double widest = 0;
        for (std::size_t k = 1; k < ticks.size(); ++k) {
          CHECK(ticks[k].value > ticks[k - 1].value);
          const double gap = sign * (ticks[k].pixel - ticks[k - 1].pixel);
          CHECK(gap > 10);  // letters are 12 pixels high
          widest = std::max(widest, gap);
        }
        CHECK(sign * (ticks.front().pixel - low) > -0.01);
        CHECK(sign * (high - ticks.back().pixel) > -0.01);
        CHECK(sign * (ticks.front().pixel - low) < widest + 0.02);
        CHECK(sign * (high - ticks.back().pixel) < widest + 0.02);
        // Numbers are told to as many digits as tell neighbours apart, and are exact with them.
        const std::string unit_pattern =
            axis == 'x'
                ? "text-anchor=\"end\" fill=\"#555\">(×10[^<]*| (?:[+]|−) [^<]*|×[^<]*)</text>"
                : "<text x=\"[^\"]*\" y=\"[^\"]*\" fill=\"#555\">([^<]*)</text>";
        const std::vector<std::string> units = all_matches(made.svg, unit_pattern);
        const std::string unit = units.empty() ? "" : units.front();
        const double step = ticks[1].value - ticks[0].value;
        for (const SvgTick& tick : ticks) {
          const auto value = static_cast<double>(said(tick.label, unit));
          CAPTURE(tick.label);
          CAPTURE(unit);
          const double tolerance = scale == Scale::linear
                                       ? 1e-6 * step + 1e-15 * std::abs(tick.value)
                                       : 1e-9 * std::abs(tick.value);
          CHECK(std::abs(value - tick.value) <= tolerance);
        }
      }
    }
  }

  TEST_CASE("drawing: texts stay texts, whatever they are") {
    auto random = make_generator("drawing: texts stay texts");
    std::uniform_int_distribution<int> byte(1, 255);
    const Folder folder;
    std::vector<std::string> files;
    const std::vector<std::string> nasty = {"</text><script>alert(1)</script>",
                                            "\"' onload=\"x",
                                            "<![CDATA[ ]]> <!-- -- -->",
                                            "&amp; &#0; &nonsense;",
                                            "\x01\x02\x7f\xff\xc0\x80",
                                            "\xef\xbf\xbe\xed\xa0\x80",
                                            "x1'' λ₁ 漢字"};
    for (std::size_t i = 0; i < nasty.size() + 20; ++i) {
      std::string text;
      if (i < nasty.size()) {
        text = nasty[i];
      } else {
        for (int k = 0; k < 60; ++k) text += static_cast<char>(byte(random));
      }
      Panel panel;
      panel.title = panel.x.label = panel.y.label = panel.empty = text;
      panel.curves.push_back({text, {0, 1}, {0, 1}, {}, Stroke::solid, Mark::ring, 1});
      panel.rules.push_back({Rule::Direction::upright, 0.5, text});
      panel.notes.push_back({0.5, 0.5, text});
      Figure figure = one_panel(panel);
      figure.title = text;
      figure.caption = {text};
      const std::string svg = svg_of(figure);
      CHECK(svg.find("<script") == std::string::npos);
      CHECK(svg == svg_of(figure));
      files.push_back(folder.with("picture" + std::to_string(i) + ".svg", svg));
    }
    CHECK(is_xml(files));
  }
}

TEST_CASE("drawing: what has no place breaks the line") {
  Panel panel;
  panel.y.scale = Scale::logarithmic;
  panel.curves.push_back({"", {0, 1, 2, 3, 4, 5, 6, 7}, {1, 2, 0, 3, nan, -1, 4, infinity}});
  const std::string svg = svg_of(one_panel(panel));
  const auto lines = lines_of(curves_of(svg).at(0));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].size() == 2);
  CHECK(lines[1].size() == 1);
  CHECK(lines[2].size() == 1);
}

TEST_CASE("drawing: odd data make a picture all the same") {
  const Folder folder;
  std::vector<std::string> files;
  const std::vector<std::vector<double>> odd = {{},
                                                {3},
                                                {0},
                                                {nan, nan},
                                                {7, 7, 7},
                                                {1e308, -1e308, 1},
                                                {5e-324, 1e-310, 0},
                                                {1, 1 + 2e-16, 1 - 2e-16},
                                                {1e299, -1e299},
                                                {123456789, 123456789.5},
                                                {-1e-300, 1e-300}};
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    for (const std::vector<double>& values : odd) {
      for (const bool equal : {false, true}) {
        Panel panel;
        panel.x.scale = panel.y.scale = scale;
        panel.equal = equal;
        panel.curves.push_back({"c", values, values});
        panel.curves.back().mark = Mark::dot;
        const std::string svg = svg_of(one_panel(panel, 300, 200));
        CHECK(svg.find("nan") == std::string::npos);
        CHECK(svg.find("inf") == std::string::npos);
        CHECK(ticks_of(svg, 'x').size() >= 2);
        CHECK(svg.size() < 20'000);
        files.push_back(folder.with("odd" + std::to_string(files.size()) + ".svg", svg));
      }
    }
  }
  Panel bare;
  bare.axes = false;
  files.push_back(folder.with("bare.svg", svg_of(one_panel(bare, 1, nan))));
  files.push_back(folder.with("none.svg", svg_of(Figure{})));
  CHECK(is_xml(files));
}

TEST_CASE("drawing: a unit is as long across as upwards where that is wanted") {
  Panel panel;
  panel.equal = true;
  panel.curves.push_back({"", {-1, 1, 0, 0}, {0, 0, 5, -5}});
  const std::string svg = svg_of(one_panel(panel, 900, 300));
  const SvgAxis x(svg, 'x', false);
  const SvgAxis y(svg, 'y', false);
  CHECK(std::abs((x.pixel(1) - x.pixel(0)) + (y.pixel(1) - y.pixel(0))) < pixel_tolerance);
}

TEST_CASE("drawing: ends of axes that are asked for are kept, and what is far outside is cut") {
  Panel panel;
  panel.x.from = 0;
  panel.x.to = 1;
  panel.y.from = 0;
  panel.y.to = 1;
  panel.curves.push_back({"", {-1e9, 1e9}, {-1e9, 1e9}});
  const std::string svg = svg_of(one_panel(panel));
  const SvgFrame frame = frame_of(svg);
  const SvgAxis x(svg, 'x', false);
  CHECK(std::abs(x.pixel(0) - frame.left) < pixel_tolerance);
  CHECK(std::abs(x.pixel(1) - frame.right) < pixel_tolerance);
  const auto lines = lines_of(curves_of(svg).at(0));
  REQUIRE(lines.size() == 1);
  REQUIRE(lines[0].size() == 2);
  for (const auto& [px, py] : lines[0]) {
    CHECK(std::abs(px) < 3000);
    // Still on the diagonal of the frame.
    const double share = (px - frame.left) / (frame.right - frame.left);
    CHECK(std::abs(py - (frame.bottom - share * (frame.bottom - frame.top))) < 0.1);
  }
}

}  // namespace
