// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/program.hpp"

namespace leafwise::pipeline::detail {

/// M and F of M q'' = F − Gᵀλ, for methods that invert M.
struct MassAndForce {
  integrator::Program mass;   ///< (t, q) ↦ M, row by row
  integrator::Program force;  ///< (t, q, q') ↦ F
};

/// The same motions and multipliers with a mass matrix that is regular where [M Gᵀ; G 0] is: as
/// G q'' = γ, M + w·GᵀG and F + w·Gᵀγ do as well as M and F. What M says already stays as it is,
/// wherever it is positive definite at the start.
/// @param constraints (t, q) ↦ g
/// @param start (t, q): there it is looked at, and there w·GᵀG is as large as M
[[nodiscard]] MassAndForce regular_mass(MassAndForce parts,
                                        const integrator::Program& constraints,
                                        std::span<const double> start);

}  // namespace leafwise::pipeline::detail
