// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/branch.hpp"

/// The candidates for the choice of a leaf, and the message if none is chosen.
namespace leafwise::pipeline::detail {

/// A leaf that may be meant, and how far the initial point is from it.
struct Candidate {
  const Leaf* told = nullptr;
  NumericLeaf leaf;
  Fit fit;
  std::string why_unfinished;  ///< if it is
};

/// "g1: 0.25 away (x2), misses x1 - x2 + 2 = 0 by 0.5"
[[nodiscard]] std::string words_on(const Model& model, const Candidate& candidate);
[[nodiscard]] std::string on_no_leaf(const Model& model,
                                     std::vector<Candidate> candidates,
                                     const BranchChoice& choice);
/// The unknowns in which the points that were found on the leaves differ: then leaves do not cross
/// there, but what is given is too little to tell them apart.
[[nodiscard]] std::vector<std::string> differing(const Model& model,
                                                 const std::vector<Candidate>& candidates);
[[nodiscard]] std::string on_several(const Model& model, const std::vector<Candidate>& candidates);
[[nodiscard]] std::string no_such_leaf(const DecompositionReport& report, const std::string& name);
[[nodiscard]] std::string missing_values(const Candidate& candidate);
[[nodiscard]] std::string free_motion(const Leaf& leaf);
[[nodiscard]] std::string singular_start(const Leaf& leaf);
[[nodiscard]] std::string inconsistent(const DecompositionReport& report);

}  // namespace leafwise::pipeline::detail
