// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "leafwise/pipeline/decompose.hpp"
#include "terminal_text.hpp"

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

std::string label_of(const algebra::TreeNode& node, const DecomposeReport& report) {
  // What stands in a box: more than that is read in the JSON report.
  constexpr std::size_t most_equations = 4;
  std::string label = escaped(node.leaf.empty() ? node.operation : node.leaf);
  if (!node.why.empty()) label += "\\n" + escaped(node.why);
  const std::size_t shown = std::min(most_equations, node.equations.size());
  for (std::size_t i = 0; i < shown; ++i) {
    label += "\\n" + escaped(to_string(node.equations[i].primitive())) + " = 0";
  }
  if (shown < node.equations.size()) {
    label += fmt::format("\\n… {} more", node.equations.size() - shown);
  }
  const auto& leaves = report.completion.leaves;
  const auto leaf = std::find_if(
      leaves.begin(), leaves.end(), [&](const auto& known) { return known.name == node.leaf; });
  if (leaf != leaves.end()) label += fmt::format("\\ndimension {}", leaf->dimension);
  return label;
}

void add_node(const algebra::TreeNode& node,
              const DecomposeReport& report,
              std::size_t& count,
              std::string& text) {
  const std::size_t own = count++;
  text += fmt::format("  n{} [label=\"{}\"{}];\n",
                      own,
                      label_of(node, report),
                      node.leaf.empty() ? "" : ", style=\"rounded,filled\", fillcolor=palegreen");
  for (const algebra::TreeNode& child : node.children) {
    text += fmt::format("  n{} -> n{};\n", own, count);
    add_node(child, report, count, text);
  }
}

}  // namespace

std::string decompose_dot(const Problem& problem, const DecomposeReport& report) {
  const std::string title = problem.title.empty() ? problem.file : problem.title;
  std::string text = fmt::format(
      "digraph leafwise {{\n  label=\"{}\";\n  labelloc=t;\n"
      "  node [shape=box, fontname=\"sans-serif\"];\n",
      escaped(title));
  std::size_t count = 0;
  add_node(report.completion.tree, report, count, text);
  return text + "}\n";
}

}  // namespace leafwise::pipeline
