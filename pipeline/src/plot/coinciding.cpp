// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/coinciding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "plot/ticks.hpp"

namespace leafwise::pipeline::drawing {

namespace {

/// A line is 1.5 pixels wide, and a panel some 400 high.
constexpr double least_share = 1.0 / 400;

/// More names than these say less.
constexpr std::size_t most_names = 4;

double height_of(const Panel& panel, std::size_t first) {
  Extent extent(panel.y.scale);
  for (std::size_t i = first; i < panel.curves.size(); ++i) {
    for (const double value : panel.curves[i].y) {
      if (is_drawable(value, panel.y.scale)) extent.include(value);
    }
  }
  if (extent.is_empty()) return 0;
  const Range range = extent.range(panel.y);
  return range.high - range.low;
}

bool are_close(const Curve& one, const Curve& other, double distance) {
  if (one.x != other.x || one.y.size() != other.y.size()) return false;
  return std::equal(one.y.begin(), one.y.end(), other.y.begin(), [&](double a, double b) {
    return std::abs(a - b) <= distance || (std::isnan(a) && std::isnan(b));
  });
}

std::string joined(const std::vector<std::string>& names) {
  if (names.size() == 1) return names.front();
  const bool is_many = names.size() > most_names;
  const std::size_t shown = is_many ? most_names - 1 : names.size();
  std::string text = names.front();
  for (std::size_t i = 1; i < shown; ++i) text += ", " + names[i];
  return text + (is_many ? fmt::format(" and {} more alike", names.size() - shown) : " alike");
}

}  // namespace

void join_coinciding(Panel& panel, std::size_t first) {
  const double distance = least_share * height_of(panel, first);
  std::vector<Curve> kept(panel.curves.begin(),
                          panel.curves.begin() + static_cast<std::ptrdiff_t>(first));
  std::vector<std::vector<std::string>> names(first);
  for (std::size_t i = first; i < panel.curves.size(); ++i) {
    Curve& curve = panel.curves[i];
    const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(first);
    const auto same =
        curve.label.empty() ? kept.end() : std::find_if(begin, kept.end(), [&](const Curve& other) {
          return are_close(curve, other, distance);
        });
    if (same != kept.end()) {
      names[static_cast<std::size_t>(same - kept.begin())].push_back(curve.label);
      continue;
    }
    names.push_back({curve.label});
    kept.push_back(std::move(curve));
  }
  for (std::size_t i = first; i < kept.size(); ++i) kept[i].label = joined(names[i]);
  panel.curves = std::move(kept);
}

}  // namespace leafwise::pipeline::drawing
