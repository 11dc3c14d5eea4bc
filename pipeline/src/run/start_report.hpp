// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

/// Reports of what was not completed.
namespace leafwise::pipeline::detail {

/// What the file says, `orders` aside, with a tree of one node.
[[nodiscard]] DecompositionReport report_without_completion(const Problem& problem,
                                                            const std::string& sha256,
                                                            std::uint64_t seed);

/// The leaf at the start, and nothing beside it.
[[nodiscard]] DecompositionReport report_at_start(const Problem& problem,
                                                  const algebra::LocalLeaf& found,
                                                  const std::string& sha256,
                                                  std::uint64_t seed);

[[nodiscard]] StartLeaf start_leaf_of(const Model& model, const algebra::LocalLeaf& found);

/// The results of the algebra beside a run.
struct FoundBeside {
  std::optional<DecompositionReport> report;  ///< of a completion that was not cut
  std::uint64_t jobs = 0;                     ///< of the engine, until it was done or cut
};

/// The report of the run with what is known now. Where both speak of the leaf at the start and
/// contradict each other, that is an incident.
[[nodiscard]] DecompositionReport with_knowledge(const DecompositionReport& at_start,
                                                 const FoundBeside& found);

/// How much a completion that may have been cut tells beside the leaf at the start.
[[nodiscard]] Knowledge knowledge_from(const DecompositionReport& completed);

}  // namespace leafwise::pipeline::detail
