// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/mechanical_system.hpp"

#include <fmt/format.h>

namespace leafwise::pipeline::detail {

algebra::MechanicalSystem mechanical_system(const std::vector<std::string>& coordinates,
                                            const PolynomialMechanics& form) {
  algebra::MechanicalSystem mechanics;
  mechanics.coordinates = coordinates;
  mechanics.mass = form.mass;
  mechanics.force = form.force;
  for (std::size_t i = 0; i < form.stiff_force.size(); ++i) {
    mechanics.force[i] += form.stiff_force[i];
  }
  for (std::size_t i = 0; i < form.constraints.size(); ++i) {
    mechanics.constraints.push_back(
        {form.constraints[i], fmt::format("constraint {}", i + 1), false});
  }
  return mechanics;
}

}  // namespace leafwise::pipeline::detail
