// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

/// Completes a problem and splits it into leaves, with a report: docs/decompose.md.
namespace leafwise::pipeline {

/// The problem as input of the algebra. Sources are in the user's words: "equation 3",
/// "constraint 1", "w1 = sin(theta)". Unknowns come first, then auxiliaries, in their order.
[[nodiscard]] algebra::DifferentialSystem system_from(const Model& model);

/// Raises the orders of unknowns above those that occur: `--orders lambda=2`.
/// @throws InvalidInput for other names, and for orders that are too low or beyond `most_order`
void raise_orders(const std::map<std::string, unsigned>& orders,
                  const Model& model,
                  algebra::DifferentialSystem& system);
inline constexpr unsigned most_order = 100;

/// [initial] with the values of the auxiliaries; none if the file has no [initial]. Values with a
/// symbolic parameter are left out: the algebra knows no number for them.
[[nodiscard]] std::optional<algebra::Point> initial_point(const Model& model, const Start& start);

/// Questions beside the completion itself.
struct ReportOptions {
  bool steered =
      false;  ///< a leaf that was reached by steering is called `here` if it is the only one
  bool by_elimination = false;
  std::uint64_t seed = 1;
  /// That of the completion: what went wrong with it becomes the report's incidents.
  algebra::Engine engine = algebra::Engine::shared();
};

/// The completion as a report. What the limits do not allow stays unknown: each question about a
/// leaf gets a share of the time that is left, and none more than limits.effort->questions.
[[nodiscard]] DecompositionReport report_on(const Problem& problem,
                                            const algebra::DifferentialSystem& system,
                                            const algebra::Completion& completion,
                                            const ReportOptions& options,
                                            const algebra::Limits& limits);

/// The leaves of plain elimination as a completion without graph variables: each leaf's base is its
/// ideal in all jets. Not complete, with a reason, where elimination did not end.
/// @throws InvalidInput for a system with [mechanics]
[[nodiscard]] algebra::Completion completion_by_elimination(
    const Problem& problem,
    const algebra::DifferentialSystem& system,
    const algebra::CompletionOptions& options,
    const algebra::Limits& limits);

/// Names and exact values as in reports; "symbolic" for letters of the algebra.
[[nodiscard]] NamedTexts parameter_texts(const Model& model);

/// Scripts that check each complete leaf with programs that are not ours: docs/decompose.md.
struct Certificate {
  std::string name;  ///< of the file: "g1.sing", "g1.m2"
  std::string text;
};
[[nodiscard]] std::vector<Certificate> certificates(const Problem& problem,
                                                    const algebra::DifferentialSystem& system,
                                                    const algebra::Completion& completion);

}  // namespace leafwise::pipeline
