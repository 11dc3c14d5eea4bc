// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Fewer points for the same picture: a million rows are more than there are dots to draw.
namespace leafwise::pipeline::drawing {

/// A place in the picture, in pixels.
struct Place {
  double x = 0;
  double y = 0;
};

using Line = std::vector<Place>;

/// The part of the picture that is drawn.
struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  [[nodiscard]] bool holds(const Place& place) const {
    return place.x >= left && place.x <= right && place.y >= top && place.y <= bottom;
  }
};

/// Cuts off what is far outside of the box: some programs draw nothing where coordinates are huge.
[[nodiscard]] std::vector<Line> cut_to(const Box& box, const Line& line);

/// Lines that look the same. Of a long line that goes one way across: in each column, half a pixel
/// wide, its first, lowest, highest and last point. Of any other: points closer than that are
/// skipped, and if many remain, pieces that cover no pixel which is not covered.
[[nodiscard]] std::vector<Line> thinned(const Line& line, const Box& box);

/// Of many dots those that cover others are left out.
[[nodiscard]] Line thinned_dots(const Line& places, const Box& box);

}  // namespace leafwise::pipeline::drawing
