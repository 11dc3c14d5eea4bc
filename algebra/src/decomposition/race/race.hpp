// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomposition/race/engines.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

struct RaceResult {
  Parts primes;
  std::string engine;
  bool verified =
      false;  ///< cover proved; otherwise nothing spoke against it in the time there was
  double verification_seconds = 0;
};

/// Minimal primes (maybe with redundant ones) by whichever engine is first with a right answer:
/// characteristic series in several orders, each for a short time that grows, beside GTZ, in two
/// processes. An answer is believed when it covers the ideal (`verify_cover`).
/// Unable when the limits are over, or when all engines failed again and again.
/// @param incidents  engines that failed or returned a wrong answer are appended, even if no other
/// one gave a right answer
[[nodiscard]] Outcome<RaceResult> race_for_primes(const Ideal& ideal,
                                                  std::uint64_t seed,
                                                  const Limits& limits,
                                                  std::vector<Incident>& incidents);

/// Whether these are known to contain the ideal and to cover its zeros.
[[nodiscard]] bool covers(const Ideal& ideal, const Parts& parts, const Limits& limits);

}  // namespace leafwise::algebra::detail
