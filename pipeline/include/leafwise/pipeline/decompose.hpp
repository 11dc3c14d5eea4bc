// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/problem.hpp"

/// A problem, completed and split into leaves, and what is said about that: docs/decompose.md.
namespace leafwise::pipeline {

/// The problem as the algebra takes it. Sources are in the user's words: "equation 3",
/// "constraint 1", "w1 = sin(theta)". Unknowns come first, then auxiliaries, in their order.
[[nodiscard]] algebra::DifferentialSystem system_from(const Problem& problem);

/// Takes unknowns to higher orders than they occur with: `--orders lambda=2`.
/// @throws InvalidInput for other names, and for orders that are too low or beyond `most_order`
void raise_orders(const std::map<std::string, unsigned>& orders,
                  const Problem& problem,
                  algebra::DifferentialSystem& system);
inline constexpr unsigned most_order = 100;

/// [initial] with the values of the auxiliaries; none if the file has no [initial]. Values with a
/// symbolic parameter are left out: the algebra knows no number for them.
[[nodiscard]] std::optional<algebra::Point> initial_point(const Problem& problem);

/// What a report says of a leaf beyond the leaf itself.
struct LeafFacts {
  Truth smooth = Truth::unknown;  ///< the base, over ℂ
  Truth complete_intersection = Truth::unknown;
  std::optional<int> dimension;                   ///< empty: not known
  std::optional<int> physical_dimension;          ///< without what polynomialisation added
  std::vector<algebra::Variable> base_variables;  ///< without parameters
  std::vector<algebra::Variable> full_variables;  ///< without multipliers of [mechanics]
  /// The leaf's ideal in these, if it could be computed in time.
  std::optional<std::vector<algebra::Polynomial>> full;
  /// Of the base's generators, those that do not follow from relations that the user wrote.
  std::vector<algebra::Polynomial> hidden;
};

struct DecomposeReport {
  algebra::DifferentialSystem system;
  algebra::Completion completion;
  std::vector<LeafFacts> facts;  ///< one for each leaf
  /// Whether the given relations generate a radical ideal.
  Truth radical_input = Truth::unknown;
  std::string sha256;  ///< of the problem file
  std::uint64_t seed = 1;
  double seconds = 0;
};

/// Adds what a report needs to a completion; what the limits do not allow stays unknown. A leaf
/// that was reached by steering is called `here` if it is the only one.
[[nodiscard]] DecomposeReport report_on(const Problem& problem,
                                        algebra::DifferentialSystem system,
                                        algebra::Completion completion,
                                        bool steered,
                                        const algebra::Limits& limits);

/// A tree and a card for each leaf, for people.
[[nodiscard]] std::string decompose_text(const Problem& problem, const DecomposeReport& report);
/// docs/schemas/decomposition.schema.json
[[nodiscard]] std::string decompose_json(const Problem& problem, const DecomposeReport& report);
/// The tree for Graphviz.
[[nodiscard]] std::string decompose_dot(const Problem& problem, const DecomposeReport& report);

}  // namespace leafwise::pipeline
