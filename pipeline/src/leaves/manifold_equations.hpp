// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/numeric_leaf.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

/// Adds the equations of the leaf's base manifold to the program, their names and the codimension
/// to the problem.
///
/// Auxiliary unknowns that differential equations define (w = tanh(t), w' = 1 − w²) are bound to
/// what they stand for by w − tanh(t) = 0, wherever the coordinates say enough. Solutions keep that
/// anyway, but not stably: an error in w would grow like the function's own neighbours do.
/// @pre leaf.coordinates are the inputs of the program and hold the leaf's base
void add_manifold(const Model& model,
                  const Leaf& exact,
                  NumericProgram& program,
                  NumericLeaf& leaf);

/// w = definition for each auxiliary unknown among the coordinates, with algebraic ones (roots),
/// for which the sign counts. Appends w − definition to leaf.rows.
void add_definitions(const Model& model, NumericProgram& program, NumericLeaf& leaf);

}  // namespace leafwise::pipeline::detail
