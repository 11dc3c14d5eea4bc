// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/labels.hpp"

#include <algorithm>
#include <optional>

#include "plot/svg_text.hpp"

namespace leafwise::pipeline::drawing {

namespace {

/// How far letters of size 1 reach above and below their baseline.
constexpr double ascent = 0.8;
constexpr double descent = 0.25;

/// Between texts side by side; from one line to the next.
constexpr double gap = 6;
constexpr double line_height = Labels::size * (ascent + descent) + 1;

Box box_of(const LabelPlace& at, double width) {
  const double left = at.ends_there ? at.place.x - width : at.place.x;
  return {
      left, at.place.y - ascent * Labels::size, left + width, at.place.y + descent * Labels::size};
}

LabelPlace moved(LabelPlace at, double across, double down) {
  at.place.x += across;
  at.place.y += down;
  return at;
}

}  // namespace

bool Labels::is_free(const Box& box) const {
  const bool is_within = box.left >= frame_.left && box.right <= frame_.right &&
                         box.top >= frame_.top && box.bottom <= frame_.bottom;
  return is_within && std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
           return box.left < other.right && other.left < box.right && box.top < other.bottom &&
                  other.top < box.bottom;
         });
}

std::string Labels::add(const std::string& text,
                        const std::vector<LabelPlace>& places,
                        std::string_view fill) {
  if (text.empty()) return {};
  const double width = text_width(text, size);
  std::optional<LabelPlace> chosen;
  const auto try_at = [&](const LabelPlace& at) {
    if (!chosen && is_free(box_of(at, width))) chosen = at;
  };
  for (const LabelPlace& at : places) try_at(at);
  // Some texts beside each other, and some lines: more would be too far from what they belong to.
  constexpr int most_moves = 6;
  for (int move = 1; move <= most_moves && !chosen; ++move) {
    for (const LabelPlace& at : places) {
      const double inwards = at.ends_there ? -1 : 1;
      try_at(moved(at, inwards * move * (width + gap), 0));
      try_at(moved(at, 0, -move * line_height));
      try_at(moved(at, 0, move * line_height));
    }
  }
  const LabelPlace at = chosen.value_or(places.front());
  taken_.push_back(box_of(at, width));
  return text_at(at.place.x,
                 at.place.y,
                 text,
                 {.size = size, .anchor = at.ends_there ? "end" : "start", .fill = fill});
}

}  // namespace leafwise::pipeline::drawing
