// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "terminal_text.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Expression;
using algebra::Leaf;
using algebra::LeafStatus;
using algebra::Polynomial;
using algebra::Variable;

constexpr std::size_t most_characters = 96;
/// Of a text that replaces an auxiliary unknown: longer ones hide more than they show.
constexpr std::size_t most_readable_size = 200;

std::string shortened(const std::string& text, std::size_t most) {
  const std::vector<std::string> characters = detail::safe_characters(text);
  if (characters.size() <= most) return text;
  std::string result;
  for (std::size_t i = 0; i + 1 < most; ++i) result += characters[i];
  return result + "…";
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

bool is_auxiliary(const Problem& problem, const std::string& name) {
  const auto& all = problem.polynomial.auxiliaries;
  return std::any_of(
      all.begin(), all.end(), [&](const auto& known) { return known.auxiliary.name == name; });
}

/// Whether it only says what an auxiliary is.
bool is_definition(const Problem& problem, const Polynomial& polynomial) {
  const auto& all = problem.polynomial.equations;
  return std::any_of(all.begin(), all.end(), [&](const PolynomialEquation& equation) {
    return equation.source == PolynomialEquation::Source::auxiliary &&
           equation.polynomial.primitive() == polynomial.primitive();
  });
}

/// The equation with auxiliaries written as what they stand for; as it is where that would say
/// nothing (a definition) or not work (a derivative of an auxiliary).
std::string shown(const Problem& problem, const Polynomial& polynomial) {
  const std::set<Variable> used = polynomial.variables();
  const bool has_derivative = std::any_of(used.begin(), used.end(), [&](const Variable& v) {
    return v.order > 0 && is_auxiliary(problem, v.name);
  });
  if (has_derivative || is_definition(problem, polynomial)) {
    return to_string(polynomial.primitive()) + " = 0";
  }
  const Expression restored =
      algebra::substitute(to_expression(polynomial.primitive()),
                          [&](const Variable& variable) -> std::optional<Expression> {
                            if (variable.role != algebra::Role::unknown || variable.order > 0)
                              return std::nullopt;
                            for (const AuxiliaryUnknown& unknown : problem.polynomial.auxiliaries) {
                              if (unknown.auxiliary.name != variable.name) continue;
                              if (unknown.auxiliary.original.size() > most_readable_size)
                                return std::nullopt;
                              return unknown.auxiliary.original;
                            }
                            return std::nullopt;
                          });
  return to_string(restored) + " = 0";
}

/// The tree, with chains of single children straight below each other.
class Tree {
 public:
  Tree(const Problem& problem, const DecomposeReport& report)
      : problem_(problem), report_(report) {}

  [[nodiscard]] std::string text() {
    add_children(report_.completion.tree, "  ");
    return "Tree\n" + text_;
  }

 private:
  void add_children(const algebra::TreeNode& node, const std::string& margin) {
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

  void add_line(const std::string& lead, const algebra::TreeNode& node) {
    std::string line = lead + (node.leaf.empty() ? node.operation : "leaf " + node.leaf);
    if (!node.why.empty() && node.why != node.operation) line += ": " + node.why;
    const auto& leaves = report_.completion.leaves;
    const auto leaf = std::find_if(
        leaves.begin(), leaves.end(), [&](const Leaf& known) { return known.name == node.leaf; });
    if (leaf != leaves.end()) {
      line += fmt::format(", dimension {}", leaf->dimension);
    } else if (node.operation != "leaf") {
      for (std::size_t i = 0; i < node.equations.size(); ++i) {
        line += (i == 0 ? "; " : ", ") + shown(problem_, node.equations[i]);
      }
    }
    text_ += shortened(line, most_characters) + "\n";
  }

  const Problem& problem_;
  const DecomposeReport& report_;
  std::string text_;
};

std::string status_text(const Leaf& leaf) {
  switch (leaf.status) {
    case LeafStatus::involutive: return "a point of it determines the solution";
    case LeafStatus::underdetermined:
      return leaf.motion_is_free ? "functions can be chosen freely, and they move the state"
                                 : "something can be chosen freely, within its equations";
    case LeafStatus::inconsistent: return "no solutions: equations contradict each other";
    case LeafStatus::unfinished: return "a limit was reached before it was complete";
    case LeafStatus::unexplored: break;
  }
  return "not looked into: it does not hold the initial point";
}

/// What a card says, one row a fact.
class Card {
 public:
  Card(const Problem& problem, const Leaf& leaf, const LeafFacts& facts)
      : problem_(problem), leaf_(leaf), facts_(facts) {}

  [[nodiscard]] std::string text() {
    const bool complete =
        leaf_.status == LeafStatus::involutive || leaf_.status == LeafStatus::underdetermined;
    text_ = fmt::format("{} is {}: {}\n", leaf_.name, to_string(leaf_.status), status_text(leaf_));
    if (!leaf_.because.empty()) row("because of", word_list(leaf_.because, "and"));
    if (leaf_.status == LeafStatus::inconsistent) return text_;
    if (complete) {
      add_numbers();
    }
    add_equations();
    if (complete) add_proofs();
    return text_;
  }

 private:
  void row(const std::string& name, const std::string& value) {
    text_ += fmt::format("  {:<14}{}\n", name, value);
  }

  void add_numbers() {
    std::string dimension = fmt::format("{}, {} counted", leaf_.dimension, problem_.independent);
    if (facts_.physical_dimension && *facts_.physical_dimension != leaf_.dimension) {
      dimension += fmt::format("; {} without the constants that auxiliary unknowns add",
                               *facts_.physical_dimension);
    }
    row("dimension", dimension);
    if (leaf_.degrees_of_freedom) {
      row("mechanism",
          counted(static_cast<std::size_t>(*leaf_.degrees_of_freedom),
                  "degree of freedom",
                  "degrees of freedom"));
    }
    if (leaf_.freedom > 0) {
      const std::size_t count = static_cast<std::size_t>(leaf_.freedom);
      std::string free = counted(count, "free function", "free functions");
      std::set<std::string> names;
      for (const Variable& variable : leaf_.free) names.insert(variable.name);
      if (!names.empty()) {
        free += (names.size() > count ? " among " : ": ") +
                word_list({names.begin(), names.end()}, "and");
      }
      row("freedom", free);
    }
    if (leaf_.index) row("index", std::to_string(*leaf_.index));
    row("found in",
        counted(static_cast<std::size_t>(leaf_.rounds), "round", "rounds") + " of differentiation");
  }

  void add_equations() {
    std::string label = "equations";
    for (const Polynomial& generator : leaf_.base.generators()) {
      const auto& hidden = facts_.hidden;
      const bool is_hidden =
          std::find(hidden.begin(), hidden.end(), generator.primitive()) != hidden.end();
      row(label, shown(problem_, generator) + (is_hidden ? "    (hidden)" : ""));
      label.clear();
    }
    if (leaf_.base.generators().empty()) row(label, "none");
    label = "with";
    for (const Polynomial& linear : leaf_.linear) {
      // Long ones are read by programs, in the JSON report.
      row(label, shortened(shown(problem_, linear), most_characters));
      label.clear();
    }
  }

  void add_proofs() {
    std::string proofs = leaf_.prime == Truth::yes ? "prime" : "it may split further";
    if (leaf_.absolutely_prime == Truth::yes) proofs += ", also over the complex numbers";
    if (leaf_.absolutely_prime == Truth::no) proofs += ", but it splits over the complex numbers";
    if (facts_.smooth == Truth::yes) proofs += "; smooth";
    if (facts_.smooth == Truth::no) proofs += "; with singular points";
    row("proved", proofs + (leaf_.verified ? "; checked independently" : ""));
    if (leaf_.rank_drops_followed == Truth::unknown) {
      row("open", "leaves where the linear part loses rank were not all looked for");
    }
  }

  const Problem& problem_;
  const Leaf& leaf_;
  const LeafFacts& facts_;
  std::string text_;
};

std::string auxiliaries_text(const Problem& problem) {
  std::string text;
  for (const AuxiliaryUnknown& unknown : problem.polynomial.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    text += fmt::format(
        "  {} stands for {}\n", unknown.auxiliary.name, to_string(unknown.auxiliary.original));
  }
  return text.empty() ? text : "\nAuxiliary unknowns\n" + text;
}

/// "2 leaves, 1 unexplored"
std::string leaf_counts(const algebra::Completion& completion) {
  std::map<LeafStatus, std::size_t> counts;
  for (const Leaf& leaf : completion.leaves) ++counts[leaf.status];
  const std::size_t complete = counts[LeafStatus::involutive] + counts[LeafStatus::underdetermined];
  std::string text = complete == 0 ? "no leaf" : counted(complete, "leaf", "leaves");
  for (const LeafStatus status :
       {LeafStatus::inconsistent, LeafStatus::unfinished, LeafStatus::unexplored}) {
    if (counts[status] > 0) text += fmt::format(", {} {}", counts[status], to_string(status));
  }
  return text;
}

}  // namespace

std::string decompose_text(const Problem& problem, const DecomposeReport& report) {
  const algebra::Completion& completion = report.completion;
  std::string text = problem.title.empty() ? problem.file : problem.title;
  text += "\n\n" + leaf_counts(completion);
  if (!completion.complete) text += "; not complete: " + completion.reason;
  // Below a second nobody waits, and the text is the same each time.
  if (report.seconds >= 1) text += fmt::format("; {:.0f} seconds", report.seconds);
  text += "\n" + auxiliaries_text(problem) + "\n";
  text += Tree(problem, report).text();
  for (std::size_t i = 0; i < completion.leaves.size(); ++i) {
    text += "\n" + Card(problem, completion.leaves[i], report.facts[i]).text();
  }
  if (completion.leaves.empty() && completion.complete) {
    text += "\nThe equations contradict each other: there are no solutions.\n";
  }
  return detail::safe_lines(text);
}

}  // namespace leafwise::pipeline
