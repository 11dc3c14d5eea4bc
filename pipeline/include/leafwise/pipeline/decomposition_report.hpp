// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/start_leaf.hpp"

/// The results for a completed system: made by `decompose`, saved as JSON, read by `inspect`.
/// Runs go on its leaves, and all formats are written from it, so that they say the same.
namespace leafwise::pipeline {

/// Names with texts, in an order that means something.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// What happened beside the mathematics: a worker died, the cache was refused, somebody pressed
/// Ctrl-C.
struct Incident {
  std::string what;
  std::string where;
  std::string cost;

  friend bool operator==(const Incident&, const Incident&) = default;
};

/// An auxiliary unknown, and the expression that it replaces.
struct NamedExpression {
  std::string name;
  algebra::Expression original;

  friend bool operator==(const NamedExpression&, const NamedExpression&) = default;
};

/// How much is known beside the leaf at the start.
struct Knowledge {
  enum class Extent { not_asked, cut, complete };
  Extent extent = Extent::not_asked;
  std::uint64_t jobs = 0;  ///< of the engine, until it was cut

  friend bool operator==(const Knowledge&, const Knowledge&) = default;
};

/// How leaves were found: by the linear completion, by plain elimination; or nothing was completed,
/// since the run goes on the leaf at the start, or its method integrates the system as it stands.
enum class CompletedBy { linear, elimination, nothing };

struct ReportNode {
  std::string name;  ///< its place: "root", "root.1", "root.1.2"
  std::string operation;
  std::string why;
  std::vector<algebra::Polynomial> equations;  ///< what was added here
  double seconds = 0;
  std::string leaf;  ///< empty if it is none
  std::vector<ReportNode> children = {};
  std::optional<int> dimension = {};  ///< of the base here; −1: no point; none: not known

  friend bool operator==(const ReportNode&, const ReportNode&) = default;
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
  std::vector<NamedExpression> auxiliary;
  std::vector<algebra::Polynomial> definitions;  ///< relations that only say what auxiliaries are
  CompletedBy completed_by = CompletedBy::linear;
  bool complete = true;
  std::string reason;  ///< if a limit was reached, or something was lost
  std::vector<Incident> incidents;
  bool lost_something = false;  ///< one of these cost an answer, and is the reason; not saved
  Texts redundant;
  double seconds = 0;
  std::uint64_t seed = 1;
  std::vector<Leaf> leaves;  ///< of the completed system
  ReportNode tree;
  std::optional<StartLeaf> start = {};      ///< none: not requested
  std::optional<Knowledge> knowledge = {};  ///< beside `start`

  friend bool operator==(const DecompositionReport&, const DecompositionReport&) = default;

  /// Of a run whose method works without completion: there are no leaves, not even one at
  /// the start, and none are missing.
  [[nodiscard]] bool is_uncompleted() const;
  /// Null if there is none of this name or alias.
  [[nodiscard]] const Leaf* find_leaf(const std::string& name) const;
  [[nodiscard]] const ReportNode* find_node(const std::string& name) const;
};

/// The operation of the only node in the tree of such a run's report.
inline const std::string uncompleted_operation = "not completed";

struct TextStyle {
  bool colour = false;
};

/// A tree and a card for each leaf, as text.
[[nodiscard]] std::string decomposition_text(const DecompositionReport& report, TextStyle style);
/// One card, or the tree from one node on.
[[nodiscard]] std::string leaf_text(const DecompositionReport& report,
                                    const Leaf& leaf,
                                    TextStyle style);
[[nodiscard]] std::string node_text(const DecompositionReport& report,
                                    const ReportNode& node,
                                    TextStyle style);

/// docs/schemas/decomposition.schema.json, and parts of it.
[[nodiscard]] std::string decomposition_json(const DecompositionReport& report);
[[nodiscard]] std::string leaf_json(const Leaf& leaf);
[[nodiscard]] std::string node_json(const ReportNode& node);

/// Reads what `decomposition_json` wrote. Unknown keys are ignored. An equation that is no
/// polynomial in the names of the report, as other programs may write, becomes one symbol with that
/// text for a name: it can be shown, and nothing can be computed with it.
///
/// Law: what was written is read back the same, `file` and `lost_something` aside.
/// @throws InvalidInput if this is not such a report; names the line or the key
[[nodiscard]] DecompositionReport read_decomposition(const std::string& file,
                                                     const std::string& text);

/// @throws InvalidInput if an equation of the leaf is such a symbol
void demand_polynomials(const DecompositionReport& report, const Leaf& leaf);

/// The tree for Graphviz.
[[nodiscard]] std::string decomposition_dot(const DecompositionReport& report);
/// A fragment for a LaTeX document that uses amsmath.
[[nodiscard]] std::string decomposition_latex(const DecompositionReport& report);

}  // namespace leafwise::pipeline
