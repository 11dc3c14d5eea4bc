// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline {

namespace {

/// A text between the quotes of DOT, where only `"` and `\` have a meaning.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : detail::safe_text(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string label_of(const ReportNode& node, const DecompositionReport& report) {
  // What stands in a box: more than that is read in the JSON report.
  constexpr std::size_t most_equations = 4;
  std::string label = escaped(node.leaf.empty() ? node.operation : node.leaf);
  if (!node.why.empty()) label += "\\n" + escaped(node.why);
  const std::size_t shown = std::min(most_equations, node.equations.size());
  for (std::size_t i = 0; i < shown; ++i) {
    label += "\\n" + escaped(detail::shortened(to_string(node.equations[i]))) + " = 0";
  }
  if (shown < node.equations.size()) {
    label += fmt::format("\\n… {} more", node.equations.size() - shown);
  }
  const Leaf* leaf = report.find_leaf(node.leaf);
  const std::optional<int> dimension = leaf == nullptr ? node.dimension : leaf->numbers.dimension;
  if (dimension && *dimension >= 0) label += fmt::format("\\ndimension {}", *dimension);
  if (leaf == nullptr) return label;
  if (!leaf->origin.inside.empty()) label += "\\ninside " + escaped(leaf->origin.inside);
  return label;
}

const char* shape_of(const ReportNode& node, const DecompositionReport& report) {
  if (node.leaf.empty()) return "";
  const Leaf* leaf = report.find_leaf(node.leaf);
  const bool complete = leaf == nullptr || leaf->is_complete();
  return complete ? ", style=\"rounded,filled\", fillcolor=palegreen"
                  : ", style=\"rounded,filled\", fillcolor=mistyrose";
}

void add_node(const ReportNode& node,
              const DecompositionReport& report,
              std::size_t& count,
              std::string& text) {
  const std::size_t own = count++;
  text +=
      fmt::format("  n{} [label=\"{}\"{}];\n", own, label_of(node, report), shape_of(node, report));
  for (const ReportNode& child : node.children) {
    text += fmt::format("  n{} -> n{};\n", own, count);
    add_node(child, report, count, text);
  }
}

}  // namespace

std::string decomposition_dot(const DecompositionReport& report) {
  std::string text = fmt::format(
      "digraph leafwise {{\n  label=\"{}\";\n  labelloc=t;\n"
      "  node [shape=box, fontname=\"sans-serif\"];\n",
      escaped(report.title.empty() ? report.file : report.title));
  std::size_t count = 0;
  add_node(report.tree, report, count, text);
  return text + "}\n";
}

}  // namespace leafwise::pipeline
