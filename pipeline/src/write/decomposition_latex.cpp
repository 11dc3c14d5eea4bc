// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/leaf_words.hpp"
#include "leaves/shown_equations.hpp"
#include "saved/report_names.hpp"
#include "write/latex_expression.hpp"

namespace leafwise::pipeline {

namespace {

/// Characters of source on a line of a formula: about the width of a page.
constexpr std::size_t line_length = 150;
/// Of an equation with more terms, only the number of its terms is told.
constexpr std::size_t most_terms = 200;

class Fragment {
 public:
  explicit Fragment(const DecompositionReport& report)
      : report_(report), expressions_(report), names_(report), formulas_(report.independent) {}

  [[nodiscard]] std::string text() {
    const std::string title =
        detail::latex_text(report_.title.empty() ? report_.file : report_.title);
    text_ = "% Made by leafwise " + report_.version + "; needs \\usepackage{amsmath}.\n";
    text_ += "\\subsection*{" + title + "}\n\n";
    text_ += detail::latex_text(detail::leaf_counts(report_)) + ".";
    if (!report_.complete) text_ += " Not complete: " + detail::latex_text(report_.reason) + ".";
    text_ += "\n\n";
    add_auxiliaries();
    for (const Leaf& leaf : report_.leaves) add_leaf(leaf);
    text_ += "\\paragraph{Tree}\\mbox{}\\par\n";
    add_children(report_.tree, 0);
    return text_;
  }

 private:
  void add_auxiliaries() {
    if (report_.auxiliary.empty()) return;
    text_ += "Auxiliary unknowns stand for functions and divisions:\n";
    begin_equations();
    for (const auto& [name, original] : report_.auxiliary) {
      if (!are_known(algebra::variables_of(original))) continue;
      add_line(detail::latex_name(name) + " &= " + formulas_.formula(original));
    }
    end_equations();
  }

  void add_leaf(const Leaf& leaf) {
    text_ += "\\paragraph{Leaf " + detail::latex_text(leaf.name) + "} " +
             detail::latex_text(detail::summary_of(leaf)) + ".";
    if (!leaf.origin.inside.empty()) {
      text_ += " A singular solution " + detail::latex_text(detail::inside_words(leaf)) + ".";
    }
    for (const std::string& source : leaf.origin.redundant) {
      text_ += " " + detail::latex_text(source) + " follows from the others here.";
    }
    const std::string real = leaf.is_complete() ? detail::real_words(leaf) : "";
    if (!real.empty()) text_ += " Real points: " + detail::latex_text(real) + ".";
    for (const std::string& warning : detail::warnings_of(leaf)) {
      text_ += " Warning: " + detail::latex_text(warning) + ".";
    }
    text_ += "\n";
    if (leaf.status == LeafStatus::inconsistent) return end_paragraph();
    add_equations("Its base", leaf.equations.base.equations);
    add_equations("with", leaf.equations.linear.equations);
    end_paragraph();
  }

  void end_paragraph() { text_ += "\n"; }

  void add_equations(const std::string& words, const std::vector<algebra::Polynomial>& equations) {
    if (equations.empty()) return;
    text_ += words + "\n";
    begin_equations();
    for (const algebra::Polynomial& equation : equations) add_equation(equation);
    end_equations();
  }

  /// Broken between its terms where it is too long.
  void add_equation(const algebra::Polynomial& equation) {
    if (!are_known(equation.variables())) {
      return add_line("& \\text{" + detail::latex_text(to_string(equation)) + "} = 0");
    }
    const std::vector<std::string> terms = formulas_.terms(expressions_.readable(equation));
    if (terms.size() > most_terms) {
      return add_line(fmt::format("& \\text{{a sum of {} terms}} = 0", terms.size()));
    }
    std::string line = "& ";
    for (const std::string& term : terms) {
      if (line.size() > 2 && line.size() + term.size() > line_length) {
        add_line(line);
        line = "& \\quad";
      }
      line += term;
    }
    add_line(line + " = 0");
  }

  /// No text of a report that others wrote, which may mean anything to LaTeX.
  [[nodiscard]] bool are_known(const std::set<algebra::Variable>& used) const {
    return std::all_of(used.begin(), used.end(), [&](const algebra::Variable& variable) {
      return names_.knows(variable);
    });
  }

  void begin_equations() {
    text_ += "\\begin{align*}\n";
    is_first_line_ = true;
  }
  void add_line(const std::string& line) {
    text_ += (is_first_line_ ? "  " : " \\\\\n  ") + line;
    is_first_line_ = false;
  }
  void end_equations() { text_ += "\n\\end{align*}\n"; }

  void add_children(const ReportNode& node, std::size_t depth) {
    const bool branches = node.children.size() > 1;
    for (const ReportNode& child : node.children) {
      std::string line = child.leaf.empty() ? child.operation : "leaf " + child.leaf;
      if (!child.why.empty() && child.why != child.operation) line += ": " + child.why;
      if (child.dimension && *child.dimension >= 0) {
        line += fmt::format(", dimension {}", *child.dimension);
      }
      text_ += fmt::format("\\noindent\\hspace*{{{}em}}{} {}\\par\n",
                           depth,
                           branches ? "$\\triangleright$" : "$\\downarrow$",
                           detail::latex_text(line));
      // Deeper than this and nothing is left of the line.
      constexpr std::size_t most_depth = 12;
      add_children(child, branches && depth < most_depth ? depth + 1 : depth);
    }
  }

  const DecompositionReport& report_;
  detail::ShownEquations expressions_;
  detail::ReportNames names_;
  detail::LatexFormulas formulas_;
  std::string text_;
  bool is_first_line_ = true;
};

}  // namespace

std::string decomposition_latex(const DecompositionReport& report) {
  return Fragment(report).text();
}

}  // namespace leafwise::pipeline
