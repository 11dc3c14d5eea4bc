// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "local/attempt.hpp"
#include "local/combination.hpp"
#include "local/substitution.hpp"

namespace leafwise::algebra::detail {

/// The present form of a line.
struct WorkingLine {
  AnalyticEquation equation;
  std::size_t place = 0;  ///< among the user's lines
  /// How often each of the user's lines is differentiated in it.
  std::map<std::size_t, unsigned> depths;
};

/// Lines with what was done to them, and how the last attempt with them ended.
struct Repaired {
  std::vector<AnalyticEquation> original;  ///< the user's
  std::vector<WorkingLine> lines;
  std::vector<Expression> coefficients;  ///< of all combinations
  std::vector<CombinedLine> combined;
  std::vector<RedundantLine> redundant;
  std::vector<std::string> numeric;
  std::vector<LocalProof::Step> steps;  ///< what was done, for the certificate
  std::vector<std::size_t> aside;
  LocalAttempt attempt;
};

/// The same lines, not yet tried.
[[nodiscard]] Repaired without_attempt(const Repaired& state);

/// With the combination in its line's place, or without the line if that is 0; not yet tried.
[[nodiscard]] Repaired with_combination(const Repaired& state, const Combination& combination);

/// A line put into those that the substitution changes.
void put_line_in(Repaired& state, const Substitution& substitution);

/// The claims that the attempt proves about the user's lines: these must be defined and 0 at the
/// point, and the coefficients of combinations finite; the index counts the derivatives in the
/// lines as they are.
/// @pre the attempt is certified
[[nodiscard]] LocalLeaf leaf_of(Repaired& state, const std::vector<std::string>& unknowns);

}  // namespace leafwise::algebra::detail
