// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/variable.hpp"
#include "leafwise/integrator/program.hpp"
#include "leafwise/pipeline/problem.hpp"

/// [mechanics] and [stiff] as programs, functions such as sqrt and sin as they are: for methods
/// that complete nothing.
/// @pre problem.mechanics
/// @throws InvalidInput if a symbolic parameter has no number
namespace leafwise::pipeline::detail {

/// What a mechanical system moves in.
struct MechanicalVariables {
  algebra::Variable time;
  std::vector<algebra::Variable> positions;
  std::vector<algebra::Variable> velocities;

  [[nodiscard]] std::vector<algebra::Variable> place() const;   ///< (t, q)
  [[nodiscard]] std::vector<algebra::Variable> motion() const;  ///< (t, q, q')
};
[[nodiscard]] MechanicalVariables mechanical_variables(const Problem& problem);

/// (t, q) ↦ M, row by row
[[nodiscard]] integrator::Program mass_program(const Problem& problem);
/// (t, q, q') ↦ F
[[nodiscard]] integrator::Program force_program(const Problem& problem);
/// (t, q) ↦ U, without 1/ε². @pre problem.mechanics->stiff
[[nodiscard]] integrator::Program potential_program(const Problem& problem);

}  // namespace leafwise::pipeline::detail
