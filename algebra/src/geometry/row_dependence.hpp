// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "geometry/jacobian.hpp"
#include "leafwise/algebra/ideal.hpp"

/// Where the rows of a matrix depend on each other, by what makes them do so: the pairs of a point
/// z of V(P) and multipliers μ ≠ 0 with μᵀ·matrix(z) = 0. Each pair has a last multiplier that is
/// not zero; scaled to 1 it leaves one system for each row, sparse where the matrix is, while
/// minors would be many and long.
namespace leafwise::algebra::detail {

/// Whether the rows are independent at every point of V(P) over ℂ: exact. No, too, if it was only
/// not to be shown modulo a prime.
[[nodiscard]] Outcome<bool> are_rows_independent(const Ideal& ideal,
                                                 const PolynomialMatrix& rows,
                                                 const Limits& limits);

/// Whether the pairs are a set of less than this dimension (parameters count, the scale of the
/// multipliers does not): its general sections are empty modulo random primes.
[[nodiscard]] Outcome<bool> are_dependences_below(const Ideal& ideal,
                                                  const PolynomialMatrix& rows,
                                                  int dimension,
                                                  const Limits& limits);

}  // namespace leafwise::algebra::detail
