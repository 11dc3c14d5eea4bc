// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/thinning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

namespace leafwise::pipeline::drawing {

namespace {

/// Distances below this, in pixels, are not seen.
constexpr double grain = 0.5;

/// Curves of fewer points are drawn as they are.
constexpr std::size_t few_points = 2000;

/// With more, a curve covers itself so often that its pieces can be left out.
constexpr std::size_t many_points = 10'000;

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

  /// Covers all pixels of a piece of a line. Whether one of them was free.
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

bool goes_one_way(const std::vector<Line>& lines) {
  bool is_rising = true;
  bool is_falling = true;
  const Place* last = nullptr;
  for (const Line& line : lines) {
    for (const Place& place : line) {
      is_rising = is_rising && (last == nullptr || last->x <= place.x);
      is_falling = is_falling && (last == nullptr || last->x >= place.x);
      last = &place;
    }
  }
  return is_rising || is_falling;
}

std::size_t count_of(const std::vector<Line>& lines) {
  return std::accumulate(
      lines.begin(), lines.end(), std::size_t{0}, [](std::size_t sum, const Line& line) {
        return sum + line.size();
      });
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
  if (line.size() == 1) return result;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const Place& last = result.back();
    if (std::max(std::abs(line[i].x - last.x), std::abs(line[i].y - last.y)) < grain) continue;
    result.push_back(line[i]);
  }
  result.push_back(line.back());
  return result;
}

void add_uncovered_pieces(const Line& line, Ink& ink, std::vector<Line>& lines) {
  if (line.size() == 1 && ink.cover(line.front())) lines.push_back(line);
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

std::vector<Line> thinned(const std::vector<Line>& lines, const Box& box) {
  if (count_of(lines) <= few_points) return lines;
  const bool is_series = goes_one_way(lines);
  std::vector<Line> result;
  for (const Line& line : lines) {
    if (line.empty()) continue;
    result.push_back(is_series ? by_columns(line) : without_close_points(line));
  }
  if (count_of(result) <= many_points) return result;
  std::vector<Line> pieces;
  Ink ink(box);
  for (const Line& line : result) add_uncovered_pieces(line, ink, pieces);
  return pieces;
}

Line thinned_dots(const Line& places, const Box& box) {
  if (places.size() <= few_points) return places;
  Ink ink(box, grain);
  Line result;
  for (const Place& place : places) {
    if (ink.cover(place)) result.push_back(place);
  }
  return result;
}

}  // namespace leafwise::pipeline::drawing
