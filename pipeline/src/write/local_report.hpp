// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// What `decompose --local` says.
struct LocalReport {
  std::string sha256;  ///< of the problem file
  double seconds = 0;
  algebra::LocalLeaf leaf;
  std::string certificate = {};  ///< the file beside the report that proves it; empty: none
};

/// What the algebra found beside a run.
struct FoundBeside {
  std::optional<DecompositionReport> report;  ///< of a completion that was not cut
  std::uint64_t jobs = 0;                     ///< of the engine, until it was done or cut
};

/// @param alone else above a global answer: without a title, and without what is not asked there
[[nodiscard]] std::string local_text(const Problem& problem,
                                     const LocalReport& report,
                                     TextStyle style,
                                     bool alone = true);
/// A leaf at the start that was read from a report.
struct SavedLocalLeaf {
  LocalReport report;
  bool is_mechanism = false;
  std::string json;  ///< as it stands there
};

/// Of the text of a report, the leaf `here` that was found at the start alone; none if it has none.
/// @throws InvalidInput where it is not what it should be
[[nodiscard]] std::optional<SavedLocalLeaf> saved_local_leaf(const std::string& file,
                                                             const std::string& text);
/// What `local_text` prints of it, without a title.
[[nodiscard]] std::string local_card(const LocalReport& report, bool is_mechanism, TextStyle style);

[[nodiscard]] bool is_proved(const LocalReport& report);
/// The global answer, as JSON, with what is known.
/// @param first the leaf at the start comes first among its leaves: the others are unfinished
[[nodiscard]] std::string decomposition_json_with(const DecompositionReport& global,
                                                  const Problem& problem,
                                                  const LocalReport& report,
                                                  bool first);
/// docs/schemas/decomposition.schema.json, with one leaf of status "local".
[[nodiscard]] std::string local_json(const Problem& problem, const LocalReport& report);
/// The same with what the algebra found beside a run: the report of a completion that ended, with
/// the local leaf under `local`; otherwise how much was done when it was cut.
[[nodiscard]] std::string known_json(const Problem& problem,
                                     const LocalReport& report,
                                     const FoundBeside& found);

}  // namespace leafwise::pipeline::detail
