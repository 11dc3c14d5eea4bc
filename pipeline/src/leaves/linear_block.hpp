// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// What the rates of a leaf's coordinates are, and the rows that determine them: those of the leaf
/// and, for rates that they do not contain, derivatives of the base's equations.
struct LinearBlock {
  std::vector<integrator::Velocity> velocities;  ///< of the leaf's base variables
  std::vector<algebra::Variable> unknowns;
  std::vector<algebra::Polynomial> rows;  ///< affine in the unknowns
};

[[nodiscard]] LinearBlock linear_block(const Model& model, const Leaf& leaf);

}  // namespace leafwise::pipeline::detail
