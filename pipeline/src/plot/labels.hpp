// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plot/thinning.hpp"

namespace leafwise::pipeline::drawing {

/// A possible place of a text: its baseline begins or ends there.
struct LabelPlace {
  Place place;
  bool ends_there = false;  ///< else it begins there
};

/// Texts within a frame. Each is put where it is wanted, unless it would stand on one before it or
/// reach over the frame's edge: then where there is room nearby.
class Labels {
 public:
  /// Letters are as large as this, in pixels.
  static constexpr double size = 11;

  explicit Labels(const Box& frame) : frame_(frame) {}

  /// The text as SVG, at the first of the places where it is free; if there is none, at the first
  /// free one beside or above or below them; where the frame is full, at the first of all.
  /// @param places not empty, the best first
  [[nodiscard]] std::string add(const std::string& text,
                                const std::vector<LabelPlace>& places,
                                std::string_view fill);

 private:
  [[nodiscard]] bool is_free(const Box& box) const;

  Box frame_;
  std::vector<Box> taken_;
};

}  // namespace leafwise::pipeline::drawing
