// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "leafwise/pipeline/drawing.hpp"
#include "plot/thinning.hpp"
#include "plot/ticks.hpp"

namespace leafwise::pipeline::drawing {

/// "#0072B2", …; the numbers go round.
[[nodiscard]] std::string_view colour(std::size_t number);

/// A panel within its part of the picture, legend, numbers and labels included.
[[nodiscard]] std::string panel_svg(const Panel& panel, const Box& cell);

/// The places of a panel's values in the picture.
struct Frame {
  Range x;
  Range y;
  Box box;

  [[nodiscard]] double across(double value) const {
    return box.left + x.share(value) * (box.right - box.left);
  }
  [[nodiscard]] double down(double value) const {
    return box.bottom - y.share(value) * (box.bottom - box.top);
  }
};

/// Lines and marks of all curves, rules and notes. What is outside of the frame is cut off.
[[nodiscard]] std::string contents_svg(const Panel& panel, const Frame& frame);

/// Lines of entries, as many as they need; empty if no curve has a label.
[[nodiscard]] std::string legend_svg(const Panel& panel, const Box& room);
[[nodiscard]] double legend_height(const Panel& panel, double width);

}  // namespace leafwise::pipeline::drawing
