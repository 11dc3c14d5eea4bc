// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"

/// What is said of leaves in plain words, in every format.
namespace leafwise::pipeline::detail {

/// "2 degrees of freedom, index 3, forces unique, smooth everywhere"
[[nodiscard]] std::string summary_of(const Leaf& leaf);

/// "1 free function among u and v", "2 free functions: u and v"
[[nodiscard]] std::string free_functions(std::size_t count, const Texts& among);

/// What the status means for solutions.
[[nodiscard]] std::string status_words(const Leaf& leaf);

/// "inside g1; essential"; empty if it is no singular solution.
[[nodiscard]] std::string inside_words(const Leaf& leaf);

/// What is known of the base: "prime, also over the complex numbers; checked independently"; empty
/// if nothing is.
[[nodiscard]] std::string proof_words(const Leaf& leaf);

/// What is known of real points: "none: x^2 + 1 has no real zero"; empty if there are regular ones,
/// which `proof_words` says.
[[nodiscard]] std::string real_words(const Leaf& leaf);

/// What could not be found out and people should know; a sentence each.
[[nodiscard]] Texts warnings_of(const Leaf& leaf);

/// "2 leaves, 1 unexplored"
[[nodiscard]] std::string leaf_counts(const DecompositionReport& report);

}  // namespace leafwise::pipeline::detail
