// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "decomposition/simplify/piece_of_variety.hpp"
#include "decomposition/split/found_prime.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

/// Whether what was found about the piece can be checked, in less time than it takes to find it,
/// and without the rest of what was known there: that its parts are all needs that none was left
/// out because another piece has its points.
[[nodiscard]] bool can_be_checked(const Piece& piece, const PartsFound& found);

/// What another process says of a piece, if all of it is proved anew: that its parts hold the
/// piece's equations and cover its zeros, and that each is prime. Of a claim nothing else remains.
/// Undefined: it is wrong.
[[nodiscard]] Outcome<PartsFound> proved_anew(const Piece& piece,
                                              const PartsFound& claimed,
                                              const Engine& engine,
                                              std::uint64_t seed,
                                              const Limits& limits);

}  // namespace leafwise::algebra::detail
