// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "decomposition/split/factoriser.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/point.hpp"
#include "ring/ring_jobs.hpp"

/// The ways to split an ideal that a worker knows. Their answers are checked by the caller.
namespace leafwise::algebra::detail {

/// The answer of an engine: Gröbner bases of ideals whose zeros make up those of the given one.
using Parts = std::vector<Polynomials>;

/// Factorising Gröbner basis: cheap, but the parts need not be prime.
[[nodiscard]] Outcome<Parts> factorising_basis(const Ideal& ideal, const Limits& limits);

/// Minimal primes by Gianni, Trager and Zacharias (primdec.lib).
[[nodiscard]] Outcome<Parts> primes_by_gtz(const Ideal& ideal, const Limits& limits);

/// Primes by irreducible characteristic series in the given order of the variables (the last is the
/// main variable): those with more members than the ideal has generators cannot be minimal (Krull)
/// and are dropped, the others saturated by their initials.
[[nodiscard]] Outcome<Parts> primes_by_series(const Ideal& ideal,
                                              const std::vector<Variable>& order,
                                              Factoriser& factoriser,
                                              const Limits& limits);

/// The order of variables that factory recommends for its series.
[[nodiscard]] Outcome<std::vector<Variable>> recommended_order(const Ideal& ideal,
                                                               const Limits& limits);

}  // namespace leafwise::algebra::detail
