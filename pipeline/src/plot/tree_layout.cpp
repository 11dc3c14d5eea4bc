// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/tree_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plot/svg_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr double box_width = 270;
constexpr double line_height = 15;
constexpr double padding = 12;
constexpr double gap_across = 18;
constexpr double gap_down = 26;
constexpr double indent = 40;

/// Wider trees would need scrolling.
constexpr double widest = 1300;

/// The width of a box, in letters of 11 pixels.
constexpr std::size_t most_characters = 42;

std::vector<std::string> lines_of(const ReportNode& node, const DecompositionReport& report) {
  using drawing::cut;
  std::vector<std::string> lines;
  const Leaf* leaf = report.find_leaf(node.leaf);
  lines.push_back(node.leaf.empty() ? node.operation : "leaf " + node.leaf);
  if (leaf != nullptr) {
    std::string numbers = to_string(leaf->status);
    if (leaf->numbers.dimension) numbers += fmt::format(", dimension {}", *leaf->numbers.dimension);
    if (leaf->numbers.index) numbers += fmt::format(", index {}", *leaf->numbers.index);
    lines.push_back(numbers);
    if (!leaf->origin.inside.empty()) lines.push_back("inside " + leaf->origin.inside);
  }
  const bool is_said = leaf != nullptr && node.why == to_string(leaf->status);
  if (!node.why.empty() && !is_said) lines.push_back(node.why);
  if (!node.equations.empty()) {
    const std::string more =
        node.equations.size() > 1 ? fmt::format(" (+{})", node.equations.size() - 1) : "";
    const std::size_t room = most_characters - 4 - more.size();
    lines.push_back(cut(drawing::with_primes(to_string(node.equations.front())), room) + " = 0" +
                    more);
  }
  for (std::string& line : lines) line = cut(line, most_characters);
  return lines;
}

void measure_row(TreeBox& box) {
  double offset = 0;
  for (const TreeBox& child : box.children) offset += child.block_width + gap_across;
  const double width = offset - gap_across;
  const double first = box.children.front().stem;
  const double last = width - box.children.back().block_width + box.children.back().stem;
  // The box above the middle of its children; it may stand out on either side.
  const double middle = (first + last) / 2;
  const double left = std::max(0.0, box.width / 2 - middle);
  box.stem = middle + left;
  box.block_width = std::max(left + width, box.stem + box.width / 2);
  double height = 0;
  for (const TreeBox& child : box.children) height = std::max(height, child.block_height);
  box.block_height = box.height + gap_down + height;
}

void measure_stack(TreeBox& box) {
  box.stem = box.width / 2;
  box.block_width = box.width;
  box.block_height = box.height;
  for (const TreeBox& child : box.children) {
    box.block_width = std::max(box.block_width, indent + child.block_width);
    box.block_height += gap_down + child.block_height;
  }
}

TreeBox measured(const ReportNode& node, const DecompositionReport& report) {
  TreeBox box;
  box.node = &node;
  box.lines = lines_of(node, report);
  box.width = box_width;
  box.height = line_height * static_cast<double>(box.lines.size()) + padding;
  double across = 0;
  for (const ReportNode& child : node.children) {
    box.children.push_back(measured(child, report));
    across += box.children.back().block_width + gap_across;
  }
  if (box.children.empty()) {
    box.stem = box.width / 2;
    box.block_width = box.width;
    box.block_height = box.height;
    return box;
  }
  box.stacked = box.children.size() > 1 && across > widest;
  box.stacked ? measure_stack(box) : measure_row(box);
  return box;
}

/// @param left, top of the block
void place(TreeBox& box, double left, double top) {
  box.x = left + box.stem - box.width / 2;
  box.y = top;
  double below = top + box.height + gap_down;
  if (box.stacked) {
    for (TreeBox& child : box.children) {
      place(child, left + indent, below);
      below += child.block_height + gap_down;
    }
    return;
  }
  if (box.children.empty()) return;
  double across = 0;
  for (const TreeBox& child : box.children) across += child.block_width + gap_across;
  const double width = across - gap_across;
  const double first = box.children.front().stem;
  const double last = width - box.children.back().block_width + box.children.back().stem;
  double next = left + box.stem - (first + last) / 2;
  for (TreeBox& child : box.children) {
    place(child, next, below);
    next += child.block_width + gap_across;
  }
}

}  // namespace

TreeBox tree_layout(const DecompositionReport& report) {
  TreeBox root = measured(report.tree, report);
  place(root, 0, 0);
  return root;
}

}  // namespace leafwise::pipeline::detail
