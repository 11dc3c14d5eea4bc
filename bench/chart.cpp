// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

namespace leafwise::bench {
namespace {

// In pixels.
constexpr double panel_width = 440;
constexpr double left_margin = 62;
constexpr double right_margin = 18;
constexpr double top = 40;
constexpr double bottom = 310;
constexpr double legend_top = 372;
constexpr double legend_line = 22;
constexpr double letter = 7;  // about the width of one

constexpr std::size_t most_marked_points = 40;

template <typename... Values>
std::string print(const char* format, Values... values) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + escaped(text) +
         "</text>\n";
}

std::string line_of(double x0, double y0, double x1, double y1, const char* stroke) {
  return print("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>\n", x0, y0, x1, y1, stroke);
}

bool is_dashed(const Curve& curve) {
  return curve.label.ends_with('*');
}

std::string shown_label(const Curve& curve) {
  return is_dashed(curve) ? curve.label.substr(0, curve.label.size() - 1) : curve.label;
}

/// Where values of an axis lie between two pixels.
class Scale {
 public:
  Scale(const Axis& axis, double from, double to)
      : axis_(axis), from_(axis.is_reversed ? to : from), to_(axis.is_reversed ? from : to) {}

  void include(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, measure(value));
    high_ = std::max(high_, measure(value));
  }
  /// To whole ticks.
  void round() {
    if (low_ > high_) low_ = high_ = 0;
    const double unit = axis_.is_logarithmic ? 1 : step();
    low_ = std::floor(low_ / unit + 1e-9) * unit;
    high_ = std::ceil(high_ / unit - 1e-9) * unit;
    if (high_ <= low_) high_ = low_ + unit;
  }
  [[nodiscard]] bool shows(double value) const {
    return std::isfinite(value) && (!axis_.is_logarithmic || value > 0);
  }
  [[nodiscard]] double place(double value) const { return at(measure(value)); }
  [[nodiscard]] double at(double measure) const {
    return from_ + (measure - low_) / (high_ - low_) * (to_ - from_);
  }

  struct Tick {
    double place = 0;
    std::string label;
  };
  [[nodiscard]] std::vector<Tick> ticks() const {
    std::vector<Tick> result;
    const double unit = step();
    const auto first = static_cast<long>(std::ceil(low_ / unit - 1e-9));
    const auto last = static_cast<long>(std::floor(high_ / unit + 1e-9));
    for (long n = first; n <= last; ++n) {
      const double value = static_cast<double>(n) * unit;
      result.push_back({at(value), axis_.is_logarithmic ? power(value) : print("%g", value)});
    }
    return result;
  }

 private:
  [[nodiscard]] double measure(double value) const {
    return axis_.is_logarithmic ? std::log10(value) : value;
  }
  /// Of ticks: some five to eight of them.
  [[nodiscard]] double step() const {
    const double rough = std::max(high_ - low_, 1e-12) / 6;
    if (axis_.is_logarithmic) return std::max(1.0, std::round(rough));
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor * decade >= rough) return factor * decade;
    }
    return 10 * decade;
  }
  /// 10 with a raised exponent; 1 and 10 as they are.
  static std::string power(double exponent) {
    static constexpr std::array<const char*, 10> raised = {
        "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (exponent == 0) return "1";
    if (exponent == 1) return "10";
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : print("%.0f", std::abs(exponent))) {
      text += raised.at(static_cast<std::size_t>(digit - '0'));
    }
    return text;
  }

  Axis axis_;
  double from_;
  double to_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

/// A shape that belongs to a colour, so that curves are told apart without colours as well.
std::string mark(double x, double y, std::size_t shape, const std::string& colour) {
  constexpr double r = 3.6;
  const std::string fill = "fill=\"" + colour + "\" stroke=\"white\" stroke-width=\"0.8\"/>\n";
  switch (shape % 5) {
    case 0: return print("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" ", x, y, r) + fill;
    case 1:
      return print("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ",
                   x - r + 0.3,
                   y - r + 0.3,
                   2 * r - 0.6,
                   2 * r - 0.6) +
             fill;
    case 2:
      return print("<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\" ",
                   x,
                   y - r - 1,
                   r + 0.8,
                   2 * r,
                   -2 * r - 1.6) +
             fill;
    case 3:
      return print("<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\" ",
                   x,
                   y - r - 1,
                   r + 1,
                   r + 1,
                   -r - 1,
                   r + 1,
                   -r - 1,
                   -r - 1) +
             fill;
    default:
      return print("<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\" ",
                   x,
                   y + r + 1,
                   r + 0.8,
                   -2 * r,
                   -2 * r - 1.6) +
             fill;
  }
}

/// Colours in the order in which they first occur: the number of one is the shape of its marks.
std::size_t shape_of(const std::vector<Chart>& charts, const Curve& wanted) {
  std::vector<std::string> seen;
  for (const Chart& chart : charts) {
    for (const Curve& curve : chart.curves) {
      if (std::ranges::find(seen, curve.colour) == seen.end()) seen.push_back(curve.colour);
    }
  }
  return static_cast<std::size_t>(std::ranges::find(seen, wanted.colour) - seen.begin());
}

std::string stroke_of(const Curve& curve) {
  return "fill=\"none\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke=\"" + curve.colour +
         (is_dashed(curve) ? "\" stroke-dasharray=\"5 3" : "") + "\"/>\n";
}

std::string curve_of(const Curve& curve, std::size_t shape, const Scale& x, const Scale& y) {
  std::string path;
  std::string marks;
  bool is_drawn = false;
  for (const auto& [px, py] : curve.points) {
    if (!x.shows(px) || !y.shows(py)) {
      is_drawn = false;
      continue;
    }
    path += print("%c%.1f %.1f", is_drawn ? 'L' : 'M', x.place(px), y.place(py));
    is_drawn = true;
    if (curve.points.size() <= most_marked_points) {
      marks += mark(x.place(px), y.place(py), shape, curve.colour);
    }
  }
  return "<path d=\"" + path + "\" " + stroke_of(curve) + marks;
}

std::string chart_of(const std::vector<Chart>& charts, const Chart& chart, double left) {
  const double x0 = left + left_margin;
  const double x1 = left + panel_width - right_margin;
  Scale x(chart.x, x0, x1);
  Scale y(chart.y, bottom, top);
  for (const Curve& curve : chart.curves) {
    for (const auto& [px, py] : curve.points) {
      x.include(px);
      y.include(py);
    }
  }
  x.round();
  y.round();
  std::string svg;
  for (const auto& tick : x.ticks()) {
    svg += line_of(tick.place, top, tick.place, bottom, "#e4e4e4");
    svg += text_at(tick.place, bottom + 17, "middle", tick.label);
  }
  for (const auto& tick : y.ticks()) {
    svg += line_of(x0, tick.place, x1, tick.place, "#e4e4e4");
    svg += text_at(x0 - 7, tick.place + 4, "end", tick.label);
  }
  svg += print(
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
      "stroke=\"#777\"/>\n",
      x0,
      top,
      x1 - x0,
      bottom - top);
  svg += "<g font-weight=\"bold\">" + text_at((x0 + x1) / 2, 24, "middle", chart.title) + "</g>\n";
  svg += text_at((x0 + x1) / 2, bottom + 38, "middle", chart.x.label);
  svg += print("<g transform=\"rotate(-90 %.1f %.1f)\">", left + 16, (top + bottom) / 2) +
         text_at(left + 16, (top + bottom) / 2, "middle", chart.y.label) + "</g>\n";
  for (const Curve& curve : chart.curves) svg += curve_of(curve, shape_of(charts, curve), x, y);
  return svg;
}

/// Entries from the left to the right, in as many lines as it takes; its lower end.
double add_legend(const std::vector<Chart>& charts, double width, std::string& svg) {
  double x = left_margin;
  double y = legend_top;
  std::vector<std::string> seen;
  for (const Chart& chart : charts) {
    for (const Curve& curve : chart.curves) {
      if (std::ranges::find(seen, curve.label) != seen.end()) continue;
      seen.push_back(curve.label);
      const double length = 44 + letter * static_cast<double>(curve.label.size());
      if (x + length > width) {
        x = left_margin;
        y += legend_line;
      }
      svg += print("<path d=\"M%.1f %.1fh26\" ", x, y) + stroke_of(curve);
      if (curve.points.size() <= most_marked_points) {
        svg += mark(x + 13, y, shape_of(charts, curve), curve.colour);
      }
      svg += text_at(x + 32, y + 4, "start", shown_label(curve));
      x += length;
    }
  }
  return y;
}

}  // namespace

std::string svg_of(const std::vector<Chart>& charts) {
  const double width = panel_width * static_cast<double>(charts.size());
  std::string body;
  double left = 0;
  for (const Chart& chart : charts) {
    body += chart_of(charts, chart, left);
    left += panel_width;
  }
  const double height = add_legend(charts, width, body) + 18;
  return print(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
             "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
             "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
             width,
             height) +
         body + "</svg>\n";
}

}  // namespace leafwise::bench
