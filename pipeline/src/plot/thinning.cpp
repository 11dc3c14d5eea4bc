// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/thinning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace leafwise::pipeline::drawing {

namespace {

/// What cannot be told apart, in pixels.
constexpr double grain = 0.5;

/// Lines of fewer points are drawn as they are.
constexpr std::size_t short_line = 2000;

/// Of more, a line covers itself so often that its pieces can be left out.
constexpr std::size_t long_line = 20'000;

std::size_t cells_along(double length) {
  return static_cast<std::size_t>(std::max(std::ceil(length), 1.0)) + 1;
}

/// Which pixels of a box are covered.
class Ink {
 public:
  explicit Ink(const Box& box, double size = 1)
      : box_(box),
        size_(size),
        across_(cells_along((box.right - box.left) / size)),
        down_(cells_along((box.bottom - box.top) / size)),
        covered_(across_ * down_) {}

  /// Covers the pixel there. Whether it was free; of places outside: no.
  bool cover(const Place& place) {
    if (!box_.holds(place)) return false;
    const auto column = static_cast<std::size_t>((place.x - box_.left) / size_);
    const auto row = static_cast<std::size_t>((place.y - box_.top) / size_);
    bool is_covered = covered_[row * across_ + column];
    covered_[row * across_ + column] = true;
    return !is_covered;
  }

  /// The same of all pixels of a piece of a line.
  bool cover(const Place& from, const Place& to) {
    const double longest = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)) / size_;
    const auto steps = static_cast<std::size_t>(std::ceil(longest)) + 1;
    bool is_new = false;
    for (std::size_t i = 0; i <= steps; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(steps);
      is_new |= cover(Place{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    return is_new;
  }

 private:
  Box box_;
  double size_;
  std::size_t across_;
  std::size_t down_;
  std::vector<bool> covered_;
};

bool goes_one_way(const Line& line) {
  const auto is_left = [](const Place& a, const Place& b) { return a.x < b.x; };
  const auto is_right = [](const Place& a, const Place& b) { return a.x > b.x; };
  return std::is_sorted(line.begin(), line.end(), is_left) ||
         std::is_sorted(line.begin(), line.end(), is_right);
}

/// First, lowest, highest and last of the points in one column, in their order, none twice.
void add_column(const Line& line, std::size_t begin, std::size_t end, Line& result) {
  std::array<std::size_t, 4> chosen = {begin, begin, begin, end - 1};
  for (std::size_t i = begin; i < end; ++i) {
    if (line[i].y < line[chosen[1]].y) chosen[1] = i;
    if (line[i].y > line[chosen[2]].y) chosen[2] = i;
  }
  std::sort(chosen.begin(), chosen.end());
  const auto* last = std::unique(chosen.begin(), chosen.end());
  for (const auto* index = chosen.begin(); index != last; ++index) result.push_back(line[*index]);
}

Line by_columns(const Line& line) {
  Line result;
  const auto column_of = [](const Place& place) { return std::floor(place.x / grain); };
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= line.size(); ++i) {
    if (i < line.size() && column_of(line[i]) == column_of(line[begin])) continue;
    add_column(line, begin, i, result);
    begin = i;
  }
  return result;
}

Line without_close_points(const Line& line) {
  Line result{line.front()};
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const Place& last = result.back();
    if (std::max(std::abs(line[i].x - last.x), std::abs(line[i].y - last.y)) < grain) continue;
    result.push_back(line[i]);
  }
  result.push_back(line.back());
  return result;
}

std::vector<Line> without_covered_pieces(const Line& line, const Box& box) {
  std::vector<Line> lines;
  Ink ink(box);
  bool is_down = false;  // the pen
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (!ink.cover(line[i], line[i + 1])) {
      is_down = false;
      continue;
    }
    if (!is_down) lines.push_back({line[i]});
    lines.back().push_back(line[i + 1]);
    is_down = true;
  }
  return lines;
}

/// Where a piece of a line enters and leaves the box, as shares of its length (Liang and Barsky,
/// 1984); none if it passes by.
std::optional<std::array<double, 2>> part_within(const Box& box, const Place& a, const Place& b) {
  const double across = b.x - a.x;
  const double down = b.y - a.y;
  const std::array<std::array<double, 2>, 4> sides = {{{-across, a.x - box.left},
                                                       {across, box.right - a.x},
                                                       {-down, a.y - box.top},
                                                       {down, box.bottom - a.y}}};
  double from = 0;
  double to = 1;
  for (const auto& [direction, distance] : sides) {
    if (direction == 0) {
      if (distance < 0) return std::nullopt;
    } else if (direction < 0) {
      from = std::max(from, distance / direction);
    } else {
      to = std::min(to, distance / direction);
    }
  }
  if (from > to) return std::nullopt;
  return std::array<double, 2>{from, to};
}

}  // namespace

std::vector<Line> cut_to(const Box& box, const Line& line) {
  const bool is_within =
      std::all_of(line.begin(), line.end(), [&](const Place& p) { return box.holds(p); });
  if (is_within) return {line};
  std::vector<Line> lines;
  bool is_down = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Place& a = line[i];
    const Place& b = line[i + 1];
    const auto part = part_within(box, a, b);
    const auto at = [&](double share) {
      return Place{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    };
    if (!part) {
      is_down = false;
      continue;
    }
    const auto [from, to] = *part;
    if (!is_down || from > 0) lines.push_back({from > 0 ? at(from) : a});
    lines.back().push_back(to < 1 ? at(to) : b);
    is_down = to == 1;
  }
  return lines;
}

std::vector<Line> thinned(const Line& line, const Box& box) {
  if (line.size() <= short_line) return {line};
  if (goes_one_way(line)) return {by_columns(line)};
  Line result = without_close_points(line);
  if (result.size() <= long_line) return {std::move(result)};
  return without_covered_pieces(result, box);
}

Line thinned_dots(const Line& places, const Box& box) {
  if (places.size() <= short_line) return places;
  Ink ink(box, grain);
  Line result;
  for (const Place& place : places) {
    if (ink.cover(place)) result.push_back(place);
  }
  return result;
}

}  // namespace leafwise::pipeline::drawing
