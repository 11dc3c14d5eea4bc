// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "decomposition/race/engines.hpp"
#include "leafwise/algebra/ideal.hpp"

/// For and against the primality of what engines call prime.
namespace leafwise::algebra::detail {

/// Whether the ideal, of dimension 0, is a field's: the minimal polynomial of a random linear form
/// is irreducible over ℚ and of full degree. False says nothing.
[[nodiscard]] bool are_conjugate_points(const Ideal& ideal,
                                        std::uint64_t seed,
                                        const Limits& limits);

/// Beyond this the minimal polynomial costs more than the engines.
inline constexpr long most_points = 60;

/// Whether V(I), I unmixed of dimension d ≥ 1 and degree D over ℚ, is cut by some d planes over ℚ
/// in D points that are conjugate: then I is prime. For of two components (or of one that counts
/// twice) each has a degree less than D, and no more points than that (Bézout); but points that are
/// conjugate lie on the same components. False says nothing.
[[nodiscard]] bool has_conjugate_section(const Ideal& ideal,
                                         std::uint64_t seed,
                                         const Limits& limits);

/// Whether FLINT finds the polynomial irreducible over ℚ, too; false also where it is so large that
/// this could take long, since it could not be stopped.
[[nodiscard]] bool is_irreducible_by_flint(const Polynomial& polynomial);

inline constexpr const char* irreducible_once = "one irreducible equation";
inline constexpr const char* irreducible_by_flint = "one irreducible equation, by FLINT";

/// Whether the ideal is certainly not prime: an element of its reduced basis factors (one factor
/// would be in a prime ideal, with a smaller leading monomial), or a factorising basis splits it.
[[nodiscard]] bool is_certainly_not_prime(const Ideal& ideal, const Limits& limits);

/// The first of the parts that is certainly not prime, if there is one.
[[nodiscard]] bool some_is_not_prime(const Ideal& like, const Parts& parts, const Limits& limits);

}  // namespace leafwise::algebra::detail
