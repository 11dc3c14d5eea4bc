// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/outcome.hpp"

/// What is said about a completed system, as texts and numbers: made by `decompose`, saved as JSON,
/// read back by `inspect`. All formats are written from it, so that they say the same.
namespace leafwise::pipeline {

using Texts = std::vector<std::string>;
/// Names with texts, in an order that means something.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

struct ReportedEquations {
  Texts variables;
  Texts equations;
};

/// A leaf; keys of the JSON report have the same names.
struct ReportedLeaf {
  std::string name;
  std::string alias;   ///< of the leaf `here` of a run: its name in a whole decomposition, if known
  std::string status;  ///< "involutive", …
  ReportedEquations base;
  ReportedEquations linear;  ///< its variables are the unknowns
  std::optional<ReportedEquations> full;
  Texts constraints;
  Texts hidden;  ///< of the base's equations: those that the user's relations do not imply
  std::optional<int> dimension;
  std::optional<int> codimension;
  std::optional<int> physical_dimension;
  std::optional<int> freedom;
  std::optional<int> initial_values;  ///< that can be chosen at the start, free functions aside
  Texts free;
  std::optional<std::string> motion;  ///< "free" or "determined"
  std::optional<int> degrees_of_freedom;
  int rounds = 0;
  std::optional<int> index;
  std::optional<int> prolongations;
  Truth prime = Truth::unknown;
  Truth absolutely_prime = Truth::unknown;
  Truth radical_input = Truth::unknown;
  Truth complete_intersection = Truth::unknown;
  Truth smooth = Truth::unknown;
  Truth rank_drops_followed = Truth::unknown;
  std::optional<std::vector<Texts>> critical;
  Texts redundant;
  std::string inside;  ///< of a singular solution: the leaf's name; empty otherwise
  Truth essential = Truth::unknown;
  bool verified = false;
  Texts verified_by;
  Texts probable;  ///< claims that rest on random primes, with their bounds
  Texts because;
  std::vector<Texts> paths;

  /// Involutive or underdetermined: what is said of it holds.
  [[nodiscard]] bool is_complete() const;
};

/// What happened beside the mathematics: a worker died, the cache was refused, somebody pressed
/// Ctrl-C.
struct ReportedIncident {
  std::string what;
  std::string where;
  std::string cost;
};

struct ReportedNode {
  std::string name;  ///< its place: "root", "root.1", "root.1.2"
  std::string operation;
  std::string why;
  Texts equations;  ///< what was added here
  double seconds = 0;
  std::string leaf;  ///< empty if it is none
  std::vector<ReportedNode> children = {};
  std::optional<int> dimension = {};  ///< of the base here; −1: no point; none: not known
};

struct DecompositionReport {
  std::string file;  ///< of the problem or of the report; not saved
  std::string version;
  std::string title;
  std::string sha256;  ///< of the problem file
  std::string independent;
  Texts unknowns;
  std::vector<std::pair<std::string, unsigned>> orders;
  NamedTexts parameters;
  NamedTexts auxiliary;
  Texts definitions;  ///< relations that only say what auxiliaries are
  std::string method = "linear";
  bool complete = true;
  std::string reason;  ///< if a limit was reached, or something was lost
  std::vector<ReportedIncident> incidents;
  bool lost_something = false;  ///< one of these cost an answer, and is the reason; not saved
  Texts redundant;
  double seconds = 0;
  std::uint64_t seed = 1;
  std::vector<ReportedLeaf> leaves;
  ReportedNode tree;

  /// Of a run whose method integrates the system as it stands: there are no leaves, and none are
  /// missing.
  [[nodiscard]] bool is_uncompleted() const;
  /// Null if there is none of this name or alias.
  [[nodiscard]] const ReportedLeaf* find_leaf(const std::string& name) const;
  [[nodiscard]] const ReportedNode* find_node(const std::string& name) const;
};

/// What the tree of such a run's report consists of.
inline const std::string uncompleted_operation = "not completed";

struct TextStyle {
  bool colour = false;
};

/// A tree and a card for each leaf, for people.
[[nodiscard]] std::string decomposition_text(const DecompositionReport& report, TextStyle style);
/// One card, or the tree from one node on.
[[nodiscard]] std::string leaf_text(const DecompositionReport& report,
                                    const ReportedLeaf& leaf,
                                    TextStyle style);
[[nodiscard]] std::string node_text(const DecompositionReport& report,
                                    const ReportedNode& node,
                                    TextStyle style);

/// docs/schemas/decomposition.schema.json, and parts of it.
[[nodiscard]] std::string decomposition_json(const DecompositionReport& report);
[[nodiscard]] std::string leaf_json(const ReportedLeaf& leaf);
[[nodiscard]] std::string node_json(const ReportedNode& node);

/// Reads what `decomposition_json` wrote. Unknown keys are ignored.
/// @throws InvalidInput for what is no such report: it names the line or the key
[[nodiscard]] DecompositionReport read_decomposition(const std::string& file,
                                                     const std::string& text);

/// The tree for Graphviz.
[[nodiscard]] std::string decomposition_dot(const DecompositionReport& report);
/// A fragment for a LaTeX document that uses amsmath.
[[nodiscard]] std::string decomposition_latex(const DecompositionReport& report);

}  // namespace leafwise::pipeline
