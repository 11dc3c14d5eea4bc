// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "decomposition/simplify/piece_of_variety.hpp"
#include "decomposition/split/found_prime.hpp"

/// From pieces to what is said about them.
namespace leafwise::algebra::detail {

/// The piece as a part that was left as it is.
[[nodiscard]] LeftPart left_part(const Piece& piece, std::string why);

/// A prime of the piece's remaining variables, given by its generators there.
[[nodiscard]] FoundPrime prime_from(const Piece& piece, const Polynomials& core, std::string proof);

[[nodiscard]] PartsFound only(FoundPrime prime);

/// The results for the core of a piece (its generators in the variables they use), as parts of
/// the piece.
[[nodiscard]] PartsFound lifted(const Piece& piece, PartsFound found);

/// Those of the variables that occur, in their order.
[[nodiscard]] std::vector<Variable> used_in_order(const std::vector<Variable>& variables,
                                                  const Polynomials& generators);

}  // namespace leafwise::algebra::detail
