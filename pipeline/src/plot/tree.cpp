// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "leaves/leaf_words.hpp"
#include "plot/pictures.hpp"
#include "plot/svg_text.hpp"
#include "plot/tree_layout.hpp"

namespace leafwise::pipeline::detail {

namespace {

using drawing::escaped;
using drawing::line_between;
using drawing::pixels;
using drawing::text_at;

constexpr double margin = 20;
constexpr double title_height = 54;
constexpr double least_width = 500;
constexpr std::string_view chosen_colour = "#0072B2";

bool leads_to(const ReportNode& node, const std::string& leaf) {
  return (!leaf.empty() && node.leaf == leaf) ||
         std::any_of(node.children.begin(), node.children.end(), [&](const ReportNode& child) {
           return leads_to(child, leaf);
         });
}

/// The text that a browser shows while the pointer rests on a box, as long as browsers show it.
std::string whole_text_of(const ReportNode& node) {
  constexpr std::size_t longest = 2000;
  std::string text = node.name + ": " + node.operation;
  if (!node.why.empty()) text += "; " + node.why;
  for (const algebra::Polynomial& equation : node.equations) {
    if (text.size() > longest) break;
    text += "; " + to_string(equation) + " = 0";
  }
  return drawing::cut(text, longest);
}

std::string_view fill_of(const ReportNode& node, const DecompositionReport& report) {
  if (node.leaf.empty()) return "#fff";
  const Leaf* leaf = report.find_leaf(node.leaf);
  if (leaf == nullptr || leaf->is_complete()) return "#e3f4ea";
  return leaf->status == LeafStatus::inconsistent ? "#eee" : "#fdf0dc";
}

class TreeWriter {
 public:
  TreeWriter(const DecompositionReport& report, const std::string& branch)
      : report_(report), branch_(branch) {}

  void add(const TreeBox& box) {
    // The way to the chosen leaf lies above the others.
    for (const bool is_chosen : {false, true}) {
      for (const TreeBox& child : box.children) {
        if (leads_to(*child.node, branch_) == is_chosen) add_connection(box, child);
      }
    }
    add_box(box);
    for (const TreeBox& child : box.children) add(child);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add_connection(const TreeBox& box, const TreeBox& child) {
    const bool is_chosen = leads_to(*child.node, branch_);
    const std::string look = is_chosen
                                 ? fmt::format("stroke=\"{}\" stroke-width=\"2.5\"", chosen_colour)
                                 : "stroke=\"#999\" stroke-width=\"1\"";
    std::string path;
    if (box.stacked) {
      constexpr double trunk = 16;
      path = fmt::format("M{} {}V{}H{}",
                         pixels(box.x + trunk),
                         pixels(box.y + box.height),
                         pixels(child.y + child.height / 2),
                         pixels(child.x));
    } else {
      path = fmt::format("M{} {}V{}H{}V{}",
                         pixels(box.x + box.width / 2),
                         pixels(box.y + box.height),
                         pixels((box.y + box.height + child.y) / 2),
                         pixels(child.x + child.width / 2),
                         pixels(child.y));
    }
    text_ += fmt::format("<path fill=\"none\" {} d=\"{}\"/>\n", look, path);
  }

  void add_box(const TreeBox& box) {
    const ReportNode& node = *box.node;
    const bool is_chosen = leads_to(node, branch_);
    const bool is_dead = fill_of(node, report_) == "#eee";
    text_ += fmt::format(
        "<g class=\"node{}\">\n<title>{}</title>\n<rect x=\"{}\" y=\"{}\" width=\"{}\" "
        "height=\"{}\" rx=\"5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
        is_chosen ? " chosen" : "",
        escaped(whole_text_of(node)),
        pixels(box.x),
        pixels(box.y),
        pixels(box.width),
        pixels(box.height),
        fill_of(node, report_),
        is_chosen ? chosen_colour : "#999",
        is_chosen ? "2.5" : "1",
        is_dead ? " stroke-dasharray=\"4 3\"" : "");
    constexpr double side = 9;
    constexpr double line_height = 15;
    double y = box.y + line_height + 2;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
      text_ += text_at(box.x + side, y, box.lines[i], {.size = 11, .bold = i == 0});
      y += line_height;
    }
    text_ += text_at(box.x + box.width - side,
                     box.y + line_height + 2,
                     drawing::cut(node.name, 20),
                     {.size = 9, .anchor = "end", .fill = "#777"});
    text_ += "</g>\n";
  }

  const DecompositionReport& report_;
  const std::string& branch_;
  std::string text_;
};

}  // namespace

std::string tree_svg(const DecompositionReport& report,
                     const std::string& branch,
                     const PlotRequest& request) {
  const TreeBox root = tree_layout(report);
  const double width = std::max(root.block_width + 2 * margin, least_width);
  const double height = root.block_height + title_height + 2 * margin;
  // A requested size scales the picture.
  const double shown_width =
      request.width.value_or(request.height ? width * *request.height / height : width);
  const double shown_height = request.height.value_or(height * shown_width / width);
  const std::string title =
      request.title.value_or(report.title.empty() ? "completion" : report.title);
  const double middle = width / 2;
  const auto fitting = static_cast<std::size_t>(width / 9);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
      "viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\" "
      "fill=\"#222\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      pixels(shown_width),
      pixels(shown_height),
      pixels(width),
      pixels(height),
      escaped(title));
  text += text_at(middle, 26, drawing::cut(title, fitting), {16, "middle", "#222", true});
  const bool is_on_leaf = !branch.empty() && !report.is_uncompleted();
  const std::string chosen = is_on_leaf ? "; the run is on " + branch : "";
  text += text_at(middle, 44, leaf_counts(report) + chosen, {12, "middle", "#555"});
  TreeWriter writer(report, branch);
  writer.add(root);
  text += fmt::format("<g transform=\"translate({} {})\">\n",
                      pixels((width - root.block_width) / 2),
                      pixels(title_height + margin));
  return text + writer.text() + "</g>\n</svg>\n";
}

}  // namespace leafwise::pipeline::detail
