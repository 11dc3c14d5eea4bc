// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

/// Small parts of a system of equations that may show what the whole hides.
namespace leafwise::algebra::detail {

/// The numbers of the generators, grouped so that no two groups share a variable.
[[nodiscard]] std::vector<std::vector<std::size_t>> connected_blocks(
    const std::vector<Polynomial>& generators);

/// f − λg for pairs of generators in which so much cancels that fewer variables are left than in
/// either: differences of similar loops.
[[nodiscard]] std::vector<Polynomial> differences_of_similar(
    const std::vector<Polynomial>& generators);

/// Sets of generators in few variables: all those within the variables of one or two neighbours
/// (single loops of a linkage are among them). Connected, at least two and not all of them; those
/// with the fewest equations that are not linear first, then the most tightly determined.
[[nodiscard]] std::vector<std::vector<std::size_t>> small_systems(
    const std::vector<Polynomial>& generators);

}  // namespace leafwise::algebra::detail
