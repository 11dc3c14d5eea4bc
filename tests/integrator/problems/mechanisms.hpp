// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mechanism.hpp"

namespace leafwise::tests {

/// Schropp's and Tuomela–Arponen's pendulum: |y|² = 1, unit gravity along −y²; from (1, 0) at rest.
/// Reference: pendulum_t20.
[[nodiscard]] Mechanism pendulum();

/// [TA01, (6.5)]: bars a, b, c and ground d, torque T = 0.8, m = (0.2, 0.1), γ = 9.81. Lengths
/// (1, 2, 1.5, 2); from (0.5, 0.866, …) at rest. References: fourbar_regular_t1,
/// fourbar_regular_t5.
[[nodiscard]] Mechanism regular_four_bar();

/// Lengths (1, 2, 1, 2): the parallelogram y² = y⁴ [TA01, g₁]. Reference: fourbar_singular_g1_t1.
[[nodiscard]] Mechanism parallelogram_four_bar();
/// The other branch [TA01, g₂]. References: fourbar_singular_g2_t1, fourbar_singular_g2_t5; y⁴
/// changes sign, where g alone is singular, at x ≈ 1.44, 1.61, 4.50, 4.67, 7.56, 7.75.
[[nodiscard]] Mechanism crossed_four_bar();
/// The same start with g itself: not to be integrated past x = 1.43.
[[nodiscard]] Mechanism singular_four_bar();

/// Six points on a chain of rods, with springs [TA00, (7.7)]. Reference: sixpoint_t1. Energy 149/3.
[[nodiscard]] Mechanism six_points();

/// Andrews' squeezing mechanism, seven angles [HW96, VII.7]. Reference: andrews_t0.03.
[[nodiscard]] Mechanism andrews_squeezer();

/// IFToMM A02 with N = 2: three upright links, two couplers, all uniform rods of length and mass 1,
/// γ = 9.81, on the parallelogram branch: the upper joints move alike. Coordinates of B₀, B₁, B₂.
/// `redundant`: the lengths of all five rods are given as well as the branch's own equations.
/// Reference: nfourbar_n2_t10, position of B₀ only.
[[nodiscard]] Mechanism n_four_bar(bool redundant);

}  // namespace leafwise::tests
