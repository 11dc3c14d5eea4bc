// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

/// Runs on the leaf at the start, found there without decomposing anything.
namespace leafwise::pipeline::detail {

/// Nothing is said but what holds near the start.
struct LocalWay {
  algebra::LocalLeaf leaf;
  DecompositionReport report;  ///< with this leaf as `here`, if it is proved
  Outcome<Selection> selection;
};

/// Whether the leaf at the start can do: there is a start, nothing is asked of the algebra but this
/// leaf, and the exact way is not expected to be a matter of milliseconds.
[[nodiscard]] bool may_be_local(const Problem& problem);

[[nodiscard]] Outcome<Selection> with_warning(Outcome<Selection> selection, std::string warning);

/// Undefined: the point is off the leaf, does not determine a motion, or the motion is free.
/// Unable: nothing was proved.
/// @throws InvalidInput without [initial], or if a symbolic parameter has no number
[[nodiscard]] LocalWay local_way(const Problem& problem,
                                 const std::string& sha256,
                                 std::uint64_t seed);

}  // namespace leafwise::pipeline::detail
