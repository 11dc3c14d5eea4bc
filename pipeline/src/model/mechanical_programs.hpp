// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/variable.hpp"
#include "leafwise/integrator/program.hpp"
#include "leafwise/pipeline/model.hpp"

/// [mechanics] and [stiff] as programs, functions such as sqrt and sin as they are: for methods
/// that complete nothing.
/// @pre problem.model.mechanics
/// @throws InvalidInput if a symbolic parameter has no number
namespace leafwise::pipeline::detail {

/// The coordinates of a mechanical system.
struct MechanicalVariables {
  algebra::Variable time;
  std::vector<algebra::Variable> positions;
  std::vector<algebra::Variable> velocities;

  [[nodiscard]] std::vector<algebra::Variable> place() const;   ///< (t, q)
  [[nodiscard]] std::vector<algebra::Variable> motion() const;  ///< (t, q, q')
};
[[nodiscard]] MechanicalVariables mechanical_variables(const Model& model);

/// (t, q) ↦ M, row by row
[[nodiscard]] integrator::Program mass_program(const Model& model);
/// (t, q, q') ↦ F
[[nodiscard]] integrator::Program force_program(const Model& model);
/// (t, q) ↦ U, without 1/ε². @pre problem.model.mechanics->stiff
[[nodiscard]] integrator::Program potential_program(const Model& model);

}  // namespace leafwise::pipeline::detail
