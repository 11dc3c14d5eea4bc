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

/// The lines of one curve, so that they look the same. Of many points that go one way across: in
/// each column, half a pixel wide, the first, lowest, highest and last of a line. Of any others:
/// points closer than that are skipped. If many remain, pieces that cover no pixel which is not
/// covered are left out.
[[nodiscard]] std::vector<Line> thinned(const std::vector<Line>& lines, const Box& box);

/// Omits dots that others cover.
[[nodiscard]] Line thinned_dots(const Line& places, const Box& box);

}  // namespace leafwise::pipeline::drawing
