// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Two pairs of bars of the same lengths between the same two points: the angle of one bar of a
/// pair is that of the corresponding other, or the pairs are mirrored.
struct CongruentDyads {
  std::vector<Polynomial> same;      ///< two linear forms z₁, z₂
  std::vector<Polynomial> mirrored;  ///< one polynomial d
};

/// Reads such a split off generators: circles of equal radius, P and H, Q and E, and two linear
/// relations that are differences of loops, D_k = α_k z_k + β_k w_k with z_k = p_k ± h_k and
/// w_k = q_k ± e_k. Then P − H = Σ z_k (p_k ∓ h_k) and Q − E = Σ w_k (q_k ∓ e_k), and modulo D both
/// are linear in z with a 2 × 2 matrix of determinant d. By Cramer's rule d·z_k lies in the ideal,
/// so its zeros are those where z₁ = z₂ = 0 and those where d = 0. Not what the generators say
/// already.
[[nodiscard]] std::optional<CongruentDyads> congruent_dyads(
    const std::vector<Polynomial>& generators);

}  // namespace leafwise::algebra::detail
