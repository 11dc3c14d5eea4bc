// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/leaf_names.hpp"
#include "leaves/leaf_words.hpp"
#include "leaves/shown_equations.hpp"
#include "read/reading.hpp"
#include "text/paint.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline {

namespace {

/// What a card says, one row a fact.
class Card {
 public:
  Card(const DecompositionReport& report, const Leaf& leaf, TextStyle style)
      : report_(report), leaf_(leaf), expressions_(report), paint_(style) {}

  [[nodiscard]] std::string text() {
    const std::string name = detail::safe_text(detail::name_with_alias(leaf_));
    text_ = (leaf_.is_complete() ? paint_.leaf(name) : paint_.no_leaf(name)) + ": " +
            detail::summary_of(leaf_) + "\n";
    if (leaf_.is_complete()) {
      row("status", std::string(to_string(leaf_.status)) + ": " + detail::status_words(leaf_));
    } else {
      row("status", to_string(leaf_.status));
    }
    if (!leaf_.origin.inside.empty()) row("singular", detail::inside_words(leaf_));
    if (!leaf_.origin.because.empty()) row("because of", word_list(leaf_.origin.because, "and"));
    if (leaf_.status == LeafStatus::inconsistent) return text_;
    if (leaf_.is_complete()) add_numbers();
    add_equations();
    if (leaf_.is_complete()) add_proofs();
    return text_;
  }

 private:
  void row(const std::string& label, const std::string& value) {
    // Padded before it is painted: codes have no width.
    const std::string padded = fmt::format("{:<14}", label);
    text_ +=
        "  " + (label.empty() ? padded : paint_.label(padded)) + detail::safe_text(value) + "\n";
  }

  void add_numbers() {
    if (leaf_.numbers.dimension) {
      std::string dimension =
          fmt::format("{}, {} counted", *leaf_.numbers.dimension, report_.independent);
      if (leaf_.numbers.physical_dimension &&
          *leaf_.numbers.physical_dimension != *leaf_.numbers.dimension) {
        dimension += fmt::format("; {} without the constants that auxiliary unknowns add",
                                 *leaf_.numbers.physical_dimension);
      }
      row("dimension", dimension);
    }
    const int freedom = leaf_.numbers.freedom.value_or(0);
    if (freedom > 0) {
      const auto count = static_cast<std::size_t>(freedom);
      row("freedom", detail::free_functions(count, leaf_.numbers.free));
    }
    for (const LeafFact& fact : leaf_facts) {
      const std::optional<int>& value = leaf_.numbers.*fact.value;
      if (fact.has_row && value) row(fact.key, std::to_string(*value));
    }
    const auto rounds = static_cast<std::size_t>(std::max(leaf_.numbers.rounds, 0));
    row("found in", detail::counted(rounds, "round", "rounds") + " of differentiation");
  }

  void add_equations() {
    std::string label = "equations";
    for (const algebra::Polynomial& equation : leaf_.equations.base.equations) {
      const auto& hidden = leaf_.equations.hidden;
      const bool is_hidden = std::find(hidden.begin(), hidden.end(), equation) != hidden.end();
      row(label, expressions_.shown(equation));
      if (is_hidden) {
        text_.pop_back();
        text_ += "    " + paint_.hidden("(hidden)") + "\n";
      }
      label.clear();
    }
    if (leaf_.equations.base.equations.empty()) row(label, "none");
    label = "with";
    for (const algebra::Polynomial& linear : leaf_.equations.linear.equations) {
      // Long ones are read by programs, in the JSON report.
      row(label, detail::shortened(expressions_.shown(linear)));
      label.clear();
    }
  }

  void add_critical() {
    if (!leaf_.equations.critical) return;
    if (leaf_.equations.critical->empty()) return row("critical", "nowhere");
    std::string label = "critical";
    for (const auto& component : *leaf_.equations.critical) {
      std::string equations;
      for (const algebra::Polynomial& equation : component) {
        equations += (equations.empty() ? "" : ", ") + expressions_.shown(equation);
      }
      row(label, detail::shortened("where " + equations));
      label.clear();
    }
  }

  void add_proofs() {
    for (const std::string& source : leaf_.origin.redundant) {
      row("redundant", source + " follows from the others here");
    }
    add_critical();
    const std::string real = detail::real_words(leaf_);
    if (!real.empty()) row("real points", detail::shortened(real));
    const std::string known = detail::proof_words(leaf_);
    // What only the engine says that found it is not called proved.
    const bool is_proved = leaf_.proofs.verified || leaf_.proofs.prime != Truth::yes;
    if (is_proved && !known.empty()) row("proved", known);
    if (!is_proved) row("not asked", "a second proof of: " + known);
    for (const std::string& claim : leaf_.proofs.probable) row("probable", claim);
    for (const std::string& warning : detail::warnings_of(leaf_)) {
      text_ += "  " + paint_.warning(fmt::format("{:<14}{}", "warning", warning)) + "\n";
    }
  }

  const DecompositionReport& report_;
  const Leaf& leaf_;
  detail::ShownEquations expressions_;
  detail::Paint paint_;
  std::string text_;
};

}  // namespace

std::string leaf_text(const DecompositionReport& report, const Leaf& leaf, TextStyle style) {
  return Card(report, leaf, style).text();
}

}  // namespace leafwise::pipeline
