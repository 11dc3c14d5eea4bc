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
  DecompositionReport report;  ///< of this leaf alone
  Outcome<Selection> selection;
  /// Exact equations would say the same of the start: there is one, or it leaves something open.
  bool is_last_word = true;
  /// What is given fits several starts, and the guess does not choose one: refused at once. The
  /// report says nothing of a leaf then.
  bool is_undecided = false;
  algebra::LocalLeaf leaf;  ///< as it was found
};

/// Which way is tried first: a question of size, never of time. `exact` where positions are at most
/// four quadrics, which the algebra takes apart in milliseconds. `only_exact` where a leaf is asked
/// for by name, and for more equations than dense linear algebra takes.
enum class FirstWay { local, exact, only_exact };
/// Of larger systems the search for the point takes seconds.
[[nodiscard]] bool is_small_enough_for_local_way(const Model& model);
[[nodiscard]] FirstWay first_way(const Problem& problem);

[[nodiscard]] Outcome<Selection> with_warning(Outcome<Selection> selection, std::string warning);

/// What the leaf near a start says, of which values a run takes from [initial].
[[nodiscard]] LocalWay way_from(const Problem& problem,
                                const algebra::LocalStart& start,
                                const std::string& sha256,
                                std::uint64_t seed);

/// Of several starts that what is given allows the guess chooses.
/// Undefined: the point is off the leaf, several starts fit and the guess chooses none, it does not
/// determine a motion, or the motion is free. Unable: nothing was proved.
/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] LocalWay local_way(const Problem& problem,
                                 const std::string& sha256,
                                 std::uint64_t seed);

}  // namespace leafwise::pipeline::detail
