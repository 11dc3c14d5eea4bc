// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string>

#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/leaf_words.hpp"
#include "leaves/shown_equations.hpp"
#include "text/incident_words.hpp"
#include "text/paint.hpp"
#include "text/terminal_text.hpp"
#include "write/local_report.hpp"

namespace leafwise::pipeline {

namespace {

/// The tree, with chains of single children straight below each other.
class Tree {
 public:
  Tree(const DecompositionReport& report, TextStyle style)
      : report_(report), expressions_(report), paint_(style) {}

  [[nodiscard]] std::string below(const ReportNode& node) {
    add_children(node, "  ");
    return text_;
  }

 private:
  void add_children(const ReportNode& node, const std::string& margin) {
    if (node.children.size() == 1) {
      add_line(margin + "↓ ", node.children.front());
      add_children(node.children.front(), margin);
      return;
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const bool last = i + 1 == node.children.size();
      add_line(margin + (last ? "└─ " : "├─ "), node.children[i]);
      add_children(node.children[i], margin + (last ? "   " : "│  "));
    }
  }

  void add_line(const std::string& lead, const ReportNode& node) {
    std::string line = lead + (node.leaf.empty() ? node.operation : "leaf " + node.leaf);
    if (!node.why.empty() && node.why != node.operation) line += ": " + node.why;
    const Leaf* leaf = report_.find_leaf(node.leaf);
    if (leaf != nullptr) {
      if (leaf->numbers.dimension) line += fmt::format(", dimension {}", *leaf->numbers.dimension);
    } else if (node.operation != "leaf") {
      for (std::size_t i = 0; i < node.equations.size(); ++i) {
        line += (i == 0 ? "; " : ", ") + expressions_.shown(node.equations[i]);
      }
    }
    line = detail::shortened(detail::safe_text(line));
    if (leaf != nullptr) line = leaf->is_complete() ? paint_.leaf(line) : paint_.no_leaf(line);
    text_ += line + "\n";
  }

  const DecompositionReport& report_;
  detail::ShownEquations expressions_;
  detail::Paint paint_;
  std::string text_;
};

std::string auxiliaries_text(const DecompositionReport& report) {
  std::string text;
  for (const auto& [name, original] : report.auxiliary) {
    text += fmt::format("  {} stands for {}\n", name, to_string(original));
  }
  return text.empty() ? text : "\nAuxiliary unknowns\n" + detail::safe_lines(text);
}

std::string redundant_text(const DecompositionReport& report) {
  if (report.redundant.empty()) return {};
  return detail::safe_text(word_list(report.redundant, "and")) +
         (report.redundant.size() == 1 ? " follows" : " follow") + " from the other equations.\n";
}

std::string incidents_text(const DecompositionReport& report) {
  std::string text = report.incidents.empty() ? "" : "\nIncidents\n";
  for (const Incident& incident : report.incidents) {
    text += "  " + detail::words_for(incident) + "\n";
  }
  return text;
}

}  // namespace

std::string decomposition_text(const DecompositionReport& report, TextStyle style) {
  const detail::Paint paint(style);
  if (report.start && report.completed_by == CompletedBy::nothing) {
    return detail::start_report_text(report, style);
  }
  std::string text =
      report.start ? detail::start_leaf_text(*report.start, report.choice, style) + "\n" : "";
  text += paint.title(detail::safe_text(report.title.empty() ? report.file : report.title));
  text += "\n\n" + detail::leaf_counts(report);
  if (!report.complete) {
    text +=
        (report.is_uncompleted() ? ": " : "; not complete: ") + detail::safe_text(report.reason);
  }
  // Below a second nobody waits, and the text is the same each time.
  if (report.seconds >= 1) text += fmt::format("; {:.0f} s", report.seconds);
  text += "\n" + (report.start ? std::string() : detail::start_choice_text(report.choice)) +
          redundant_text(report) + incidents_text(report) + auxiliaries_text(report);
  text += "\nTree\n" + Tree(report, style).below(report.tree);
  for (const Leaf& leaf : report.leaves) text += "\n" + leaf_text(report, leaf, style);
  return text;
}

std::string node_text(const DecompositionReport& report, const ReportNode& node, TextStyle style) {
  const detail::Paint paint(style);
  const detail::ShownEquations expressions(report);
  std::string text =
      paint.title(detail::safe_text(node.name)) + ": " + detail::safe_text(node.operation) + "\n";
  if (!node.why.empty() && node.why != node.operation) {
    text += "  why: " + detail::safe_text(node.why) + "\n";
  }
  if (!node.leaf.empty()) text += "  leaf: " + detail::safe_text(node.leaf) + "\n";
  if (node.dimension && *node.dimension >= 0) {
    text += fmt::format("  dimension: {}\n", *node.dimension);
  }
  for (const algebra::Polynomial& equation : node.equations) {
    text += "  " + expressions.shown(equation) + "\n";
  }
  return text + Tree(report, style).below(node);
}

}  // namespace leafwise::pipeline
