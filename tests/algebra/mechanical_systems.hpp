// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "differential_systems.hpp"

/// Mechanisms written as text, and the same as plain equations.
namespace leafwise::tests {

/// Unit masses under gravity 1 with these constraints.
inline algebra::DifferentialSystem bodies(const Texts& coordinates, const Texts& constraints) {
  const JetReader reader(coordinates);
  algebra::DifferentialSystem system;
  system.unknowns = coordinates;
  algebra::MechanicalSystem mechanics;
  mechanics.coordinates = coordinates;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    mechanics.mass.emplace_back(coordinates.size());
    mechanics.mass.back()[i] = algebra::Polynomial(algebra::Rational(1));
    const bool is_height = coordinates[i].starts_with("y");
    mechanics.force.emplace_back(is_height ? algebra::Polynomial(algebra::Rational(-1))
                                           : algebra::Polynomial());
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    mechanics.constraints.push_back(
        {reader.read(constraints[i]), "constraint " + std::to_string(i + 1)});
  }
  system.mechanics = mechanics;
  return system;
}

inline Texts linkage(int crank, int coupler, int rocker, int ground) {
  const auto text = [](int value) { return std::to_string(value); };
  return {"x1^2 + y1^2 - " + text(crank * crank),
          "(x2 - x1)^2 + (y2 - y1)^2 - " + text(coupler * coupler),
          "(x2 - " + text(ground) + ")^2 + y2^2 - " + text(rocker * rocker)};
}

/// The same motion, described by plain equations with multipliers of these constraints.
inline algebra::DifferentialSystem plain(const Texts& coordinates, const Texts& constraints) {
  const algebra::DifferentialSystem mechanics = bodies(coordinates, constraints);
  Texts unknowns = coordinates;
  std::vector<algebra::Polynomial> equations;
  for (std::size_t k = 0; k < constraints.size(); ++k) unknowns.push_back("l" + std::to_string(k));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const algebra::Variable coordinate{algebra::Role::unknown, coordinates[i], 0};
    algebra::Polynomial motion(algebra::Variable{algebra::Role::unknown, coordinates[i], 2});
    motion -= mechanics.mechanics->force[i];
    for (std::size_t k = 0; k < constraints.size(); ++k) {
      const algebra::Polynomial& constraint = mechanics.mechanics->constraints[k].polynomial;
      motion += constraint.derivative(coordinate) *
                algebra::Polynomial(
                    algebra::Variable{algebra::Role::unknown, "l" + std::to_string(k), 0});
    }
    equations.push_back(motion);
  }
  for (const auto& constraint : mechanics.mechanics->constraints) {
    equations.push_back(constraint.polynomial);
  }
  return system_of(unknowns, equations);
}

}  // namespace leafwise::tests
