// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <vector>

#include "completion/mechanics/position_component.hpp"
#include "geometry/jacobian.hpp"

/// M q'' = F − Gᵀλ on one component of the positions, as a plain differential system.
namespace leafwise::algebra::detail {

/// t, coordinates, auxiliaries, parameters: where the positions live. @pre system.mechanics
[[nodiscard]] std::vector<Variable> position_variables(const DifferentialSystem& system);

/// Relations of auxiliaries that velocities determine, directly or through others: w (1 + x'^2)
/// = 1.
/// @pre system.mechanics
[[nodiscard]] std::set<Polynomial> velocity_relations(const DifferentialSystem& system);

/// Writes M q'' − F + Gᵀλ = 0, the component's generators and the auxiliaries' relations into
/// `component.system`, with one multiplier for each of `component.constraints`.
/// @return G: what the constraints say of the velocities, by coordinates
PolynomialMatrix write_equations(const DifferentialSystem& given,
                                 const std::vector<Polynomial>& generators,
                                 PositionComponent& component);

/// Properties of the motion that follow from G on the component: degrees of freedom and regularity.
void look_at_velocities(const MechanicalSystem& mechanics,
                        const PolynomialMatrix& velocities,
                        PositionComponent& component,
                        const Limits& limits);

/// Whether the constraints that were given span the normal space at every point of the component.
/// False when a limit ended the question.
/// @param relations  of the auxiliaries
[[nodiscard]] bool are_enough(const DifferentialSystem& system,
                              const Ideal& positions,
                              const std::vector<Polynomial>& relations,
                              const Limits& limits);

}  // namespace leafwise::algebra::detail
