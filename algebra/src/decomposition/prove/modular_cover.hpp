// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

/// Whether V(I) ⊂ ∪ V(Pₖ), asked modulo a random prime p: with a random element gₖ of each Pₖ, is
/// 1 in I + (1 − zₖ·gₖ, all k)? Much cheaper than over ℚ.
///
/// If V(I) is covered, the answer is yes for all but the finitely many primes of bad reduction. If
/// it is not, a wrong yes needs some gₖ that vanishes on a component that Pₖ does not vanish on, a
/// chance of at most 1/p for each, or a prime of bad reduction again; both are far below one in ten
/// million for each of the primes tried.
[[nodiscard]] Outcome<bool> covers_modulo_primes(const Ideal& ideal,
                                                 const std::vector<Ideal>& parts,
                                                 std::uint64_t seed,
                                                 const Limits& limits);

/// The meaning of a yes, in words for reports.
inline constexpr const char* modular_cover_words =
    "with the others it covers the ideal's zeros: step by step, or modulo two random primes (error "
    "probability below 1e-7)";

}  // namespace leafwise::algebra::detail
