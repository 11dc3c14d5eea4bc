// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "leafwise/pipeline/drawing.hpp"
#include "support/seed.hpp"
#include "svg_reading.hpp"

// Labels within a picture: where they stand, and that they can be read.
namespace {

using namespace leafwise::pipeline::drawing;
using namespace leafwise::tests;

struct LabelBox {
  std::string text;
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

/// The labels of rules and notes. Letters are taken to be half as wide as high, and as high as
/// capitals: rather too small, so that what overlaps here does so in any font.
std::vector<LabelBox> labels_of(const std::string& svg) {
  std::vector<LabelBox> boxes;
  const std::string contents = between(svg, "<svg class=\"contents\"", "</svg>").at(0);
  for (const std::string& element : between(contents, "<text ", "</text>")) {
    const std::size_t end = element.find('>');
    const auto number = [&](const std::string& key) {
      return std::stod(between(" " + element, " " + key + "=\"", "\"").at(0));
    };
    LabelBox box;
    box.text = element.substr(end + 1);
    const double size = number("font-size");
    const double width = 0.5 * size * static_cast<double>(box.text.size());
    const bool ends_there = element.find("text-anchor=\"end\"") < end;
    box.left = number("x") - (ends_there ? width : 0);
    box.right = box.left + width;
    box.bottom = number("y");
    box.top = box.bottom - 0.7 * size;
    boxes.push_back(box);
  }
  return boxes;
}

void check_apart(const std::string& svg) {
  const std::vector<LabelBox> boxes = labels_of(svg);
  const SvgFrame frame = frame_of(svg);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    CAPTURE(boxes[a].text);
    CHECK(boxes[a].left >= frame.left);
    CHECK(boxes[a].right <= frame.right);
    CHECK(boxes[a].top >= frame.top);
    CHECK(boxes[a].bottom <= frame.bottom);
    for (std::size_t b = 0; b < a; ++b) {
      CAPTURE(boxes[b].text);
      const bool is_apart = boxes[a].left >= boxes[b].right || boxes[b].left >= boxes[a].right ||
                            boxes[a].top >= boxes[b].bottom || boxes[b].top >= boxes[a].bottom;
      CHECK(is_apart);
    }
  }
}

/// A panel from 0 to 1 in both directions.
Panel unit_panel() {
  Panel panel;
  panel.curves.push_back({"", {0, 1}, {0, 1}});
  return panel;
}

std::string drawn(const Panel& panel) {
  Figure figure;
  figure.panels.push_back(panel);
  return svg_of(figure);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("drawing: labels at the same places are moved apart, and stay within the frame") {
    auto random = make_generator("drawing: labels at the same places");
    std::uniform_real_distribution<double> unit(0, 1);
    std::uniform_int_distribution<int> letters(1, 18);
    std::uniform_int_distribution<int> kind(0, 2);
    for (std::uint64_t i = 0; i < 100 * multiplier(); ++i) {
      Panel panel = unit_panel();
      // All of them crowd around one place; eight find room in any corner of the frame.
      const double x = unit(random);
      const double y = unit(random);
      const double spread = i % 2 == 0 ? 0 : 0.03;
      for (int k = 0; k < 8; ++k) {
        // No narrow letters, for which half of the size is too much.
        const std::string text(static_cast<std::size_t>(letters(random)),
                               "abcdeghk"[static_cast<std::size_t>(k)]);
        const double across = std::min(1.0, x + spread * unit(random));
        const double up = std::min(1.0, y + spread * unit(random));
        switch (kind(random)) {
          case 0: panel.rules.push_back({Rule::Direction::across, up, text}); break;
          case 1: panel.rules.push_back({Rule::Direction::upright, across, text}); break;
          default: panel.notes.push_back({across, up, text});
        }
      }
      const std::string svg = drawn(panel);
      CHECK(labels_of(svg).size() == 8);
      check_apart(svg);
    }
  }
}

TEST_CASE("drawing: of two rules close to each other the upper one is labelled above") {
  for (const bool is_upper_first : {false, true}) {
    Panel panel = unit_panel();
    panel.rules = {{Rule::Direction::across, is_upper_first ? 0.505 : 0.5, "one"},
                   {Rule::Direction::across, is_upper_first ? 0.5 : 0.505, "two"}};
    const std::string svg = drawn(panel);
    check_apart(svg);
    const SvgAxis axis(svg, 'y', false);
    for (const LabelBox& label : labels_of(svg)) {
      const bool is_upper = (label.text == "one") == is_upper_first;
      const double line = axis.pixel(is_upper ? 0.505 : 0.5);
      CHECK((is_upper ? label.bottom < line : label.top > line));
      // Beside its own line: as far as a letter is high.
      CHECK((is_upper ? line - label.bottom : label.top - line) < 11);
    }
  }
}

TEST_CASE("drawing: the unit of an axis and its label share a line without covering each other") {
  Panel panel = unit_panel();
  panel.curves.front().x = {1e-9, 3e-9};
  panel.x.label = std::string(400, 'x');
  const std::string svg = drawn(panel);
  const SvgFrame frame = frame_of(svg);
  const std::string unit = between(svg, "×10", "</text>").at(0);
  const std::vector<std::string> labels = all_matches(svg, ">(x+…)</text>");
  REQUIRE(labels.size() == 1);
  // Both in letters half as wide as high, the label in the middle of the frame.
  const double label_width = 0.5 * 13 * static_cast<double>(labels[0].size() - 2);
  CHECK(label_width / 2 + 0.5 * 12 * 5 < (frame.right - frame.left) / 2);
}
