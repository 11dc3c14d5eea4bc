// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Pictures of a few curves as SVG, made of nothing but text.
namespace leafwise::bench {

struct Curve {
  std::string label;
  std::string colour;
  std::vector<std::pair<double, double>> points;
};

struct Panel {
  std::string title;
  std::vector<Curve> curves;
};

/// Panels side by side, each with axes of its own, from the smallest to the largest value.
[[nodiscard]] std::string svg_of(const std::string& title, const std::vector<Panel>& panels);

}  // namespace leafwise::bench
