// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "geometry/jacobian.hpp"
#include "leafwise/algebra/ideal.hpp"

/// Where the rows of a matrix depend on each other, by what makes them do so: the pairs of a point
/// z of V(P) and multipliers μ ≠ 0 with μᵀ·matrix(z) = 0. Each pair has a last multiplier that is
/// not zero; scaled to 1 it leaves one system for each row, sparse where the matrix is, while
/// minors would be many and long.
namespace leafwise::algebra::detail {

/// Whether the rows are independent at every point of V(P) over ℂ: a yes is exact. No, too, if it
/// was only not to be shown modulo a prime.
[[nodiscard]] Outcome<bool> are_rows_independent(const Ideal& ideal,
                                                 const PolynomialMatrix& rows,
                                                 const Limits& limits);

/// How certain a statement is.
enum class Evidence {
  against,   ///< it is false, or was not to be shown modulo a prime
  probable,  ///< true modulo two random primes (random_choices.hpp, `probably`)
  proved
};

/// Whether the pairs are a set of less than this dimension; parameters count, the scale of the
/// multipliers does not. Modulo a prime p, general sections are looked at first. If they are empty:
///
/// - The equations made homogeneous, cut by as many hyperplanes as the dimension says, have no
///   common zero in the projective space over the closure of 𝔽_p. Then they have none over that of
///   ℚ, since a zero there has a specialisation modulo p; so what they cut is too small, and so is
///   the set that it contains. A proof for each p. It fails where there is more at infinity.
/// - Else the exact dimension, if it is not too expensive. A proof.
/// - Else it is probable. Affine sections may be empty modulo p for other reasons: (p·x − 1) is.
[[nodiscard]] Outcome<Evidence> are_dependences_below(const Ideal& ideal,
                                                      const PolynomialMatrix& rows,
                                                      int dimension,
                                                      const Limits& limits);

}  // namespace leafwise::algebra::detail
