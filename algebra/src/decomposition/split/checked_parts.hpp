// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decomposition/split/strategy.hpp"

/// Parts that somebody says a piece falls into.
namespace leafwise::algebra::detail {

/// Those that contain none of the others; of equal ones the first.
[[nodiscard]] std::vector<Ideal> without_redundant(std::vector<Ideal> ideals, const Limits& limits);

struct CheckedParts {
  std::optional<PartsFound> found;  ///< two or more that are the whole together, split further
  Truth covers = Truth::unknown;    ///< whether they are the whole together
};

/// Looks whether the parts, each given by generators in the piece's variables, contain the piece's
/// ideal and cover its zeros; that they do not is an incident if they were to.
/// @param by where they come from, for the path of what is found in them
/// @param must_cover false where that was only hoped for
[[nodiscard]] CheckedParts split_if_covered(Task& task,
                                            const std::vector<Polynomials>& parts,
                                            const std::string& by,
                                            bool must_cover = true);

}  // namespace leafwise::algebra::detail
