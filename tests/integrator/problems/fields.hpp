// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reference.hpp"

namespace leafwise::tests {

/// (x, y) on the unit circle with V = (−y, x): the solution is an angle. No independent variable.
template <typename Real>
[[nodiscard]] StartedProblem<Real> circle();

/// Rotation of the unit sphere about (1, 2, 2)/3, from (1, 0, 0): V = ω × z. Exact by Rodrigues.
template <typename Real>
[[nodiscard]] StartedProblem<Real> rotating_sphere();

/// y' ² + y² + x² = 1 as the kernel of contact form and df [TA00, (2.2)]: cusps of y(x), folds, at
/// the equator y' = 0. Coordinates (x, y, y1), from (0, 0.3, √0.91). References, by arc length:
/// sphere_s0.5, sphere_s1.0, sphere_s2.0, here with x as first state. (0, ±1, 0) is singular.
template <typename Real>
[[nodiscard]] StartedProblem<Real> sphere_with_folds();

/// Coordinates (x, y1, y2, v1, v2) on the energy surface [TA01, (6.2)]. Reference:
/// henon_heiles_t110.
template <typename Real>
[[nodiscard]] StartedProblem<Real> henon_heiles();

/// Coordinates (x, y1, y2, v1, v2) with energy and angular momentum [TA00, (7.5)], from
/// (0.5, 0, 0, 1.73). Reference: kepler_t10.
template <typename Real>
[[nodiscard]] StartedProblem<Real> kepler();

/// The same at energy 0.13, from (0.1, 0, 0, 0.5). Reference: henon_heiles_H0.13_t100.
template <typename Real>
[[nodiscard]] StartedProblem<Real> henon_heiles_chaotic();

/// Kepler's ellipse with half axis 1, from its pericentre. References, in closed form:
/// kepler_e0.3_t20, kepler_e0.6_t20, kepler_e0.9_t10.
template <typename Real>
[[nodiscard]] StartedProblem<Real> kepler_ellipse(long double eccentricity);

/// Coordinates (x, y1, y2, y3, v1, v2) [TA01, (6.4)], from y = (0.85, 0) at rest. References, with
/// states (y1, y2, v1, v2): stiff_eps0.1_t1.7, …t3.7, …t20, stiff_eps0.01_t0.5.
template <typename Real>
[[nodiscard]] StartedProblem<Real> stiff_pendulum(long double epsilon);

/// Discharge pressure control [TA00, (7.3)], f = 5 tanh(x − 10) + 15: coordinates (x, y1, …, y5) on
/// a surface of codimension 3, linear block in y'. From y4 = 36.7, y5 = 9.998. References, with
/// states (y4, y5): discharge_t10, discharge_t20.
template <typename Real>
[[nodiscard]] StartedProblem<Real> discharge();

}  // namespace leafwise::tests
