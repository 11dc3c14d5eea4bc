// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::tests {

/// A stiff system as programs, its limit ε = 0, and a point of T𝒰.
struct StiffSystem {
  integrator::StiffNames names;
  integrator::Program mass;
  integrator::Program force;
  integrator::Program potential;
  integrator::Program constraints;  ///< g, 𝒰 = {g = 0}
  std::vector<long double> start;   ///< (t, q, q')

  template <typename Real>
  [[nodiscard]] integrator::StiffProblem<Real> problem(Real epsilon) const {
    return integrator::stiff_problem<Real>(
        names, integrator::StiffPrograms{&mass, force, potential}, epsilon);
  }
  /// With g as constraints.
  template <typename Real>
  [[nodiscard]] integrator::HessenbergProblem<Real> limit() const {
    integrator::HessenbergNames all{names.positions, names.velocities, {}, names.independent};
    for (std::size_t i = 0; i < constraints.outputs().size(); ++i) {
      all.multipliers.push_back("l" + std::to_string(i));
    }
    return integrator::hessenberg_problem<Real>(
        all, integrator::MechanicalParts{mass, force, constraints});
  }
  template <typename Real>
  [[nodiscard]] std::vector<Real> start_as() const {
    return {start.begin(), start.end()};
  }
};

/// The stiff spring pendulum [Lu, (1.1)], U = (r − 1)²/2, from the angle −π/4 to the horizontal
/// with angular velocity 1, as in truth E.
[[nodiscard]] StiffSystem spring_pendulum();

/// n = 4, m = 2: M = diag + w wᵀ with w depending on q; f with springs, friction, products of
/// velocities and a drive; U = gᵀ K g / 2 with quadratic g and K depending on q. The start is near
/// T𝒰, not on it.
[[nodiscard]] StiffSystem random_stiff_system(std::mt19937_64& random);

/// M = 1, with f and U as formulas of (t, q, q') and (t, q); f empty: 0.
[[nodiscard]] integrator::StiffProblem<double> simple_stiff_problem(
    std::size_t n,
    const std::function<std::vector<integrator::Expression>(integrator::ProgramBuilder&)>& force,
    const std::function<integrator::Expression(integrator::ProgramBuilder&)>& potential,
    double epsilon);

}  // namespace leafwise::tests
