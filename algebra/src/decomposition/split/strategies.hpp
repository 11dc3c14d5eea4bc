// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "decomposition/split/strategy.hpp"

/// All strategies in the order in which they are tried. A new one is a source of its own and two
/// lines here.
namespace leafwise::algebra::detail::strategies {

extern const Strategy tower_as_given;
extern const Strategy congruent_dyads;
extern const Strategy affine_space;
extern const Strategy one_equation;
extern const Strategy blocks;
extern const Strategy exchange;
extern const Strategy small_systems_first;
extern const Strategy tower_of_piece;
extern const Strategy lies_in_others;
extern const Strategy factors_of_basis;
extern const Strategy factorising_basis;
extern const Strategy conjugate_points;
extern const Strategy projection;
extern const Strategy hypersurface;
extern const Strategy race;
extern const Strategy small_systems;
extern const Strategy similar_loops;
extern const Strategy series_of_whole;

inline constexpr std::array in_order{
    &tower_as_given,
    &congruent_dyads,
    &affine_space,
    &one_equation,
    &blocks,
    &exchange,
    &small_systems_first,
    &tower_of_piece,
    &lies_in_others,
    &factors_of_basis,
    &factorising_basis,
    &conjugate_points,
    &projection,
    &hypersurface,
    &race,
    &small_systems,
    &similar_loops,
    &series_of_whole,
};

}  // namespace leafwise::algebra::detail::strategies
