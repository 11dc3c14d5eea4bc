// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "decomposition/split/found_prime.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

/// From what splitting found to the components that are reported.
namespace leafwise::algebra::detail {

/// Why a component may be prime that another process has kept: no proof.
inline constexpr const char* kept_words = "kept by another run";

struct MinimalComponents {
  std::vector<PrimeComponent> components;
  /// Why it is not known of all primes whether they are minimal; empty if it is. Those in doubt are
  /// components of unknown primality.
  std::string doubt;
};

/// Each as an ideal in all variables, with basis, dimension and degree; those that contain another
/// are dropped. Parts that could not be split come last, as components of unknown primality.
[[nodiscard]] MinimalComponents minimal_components(const Ideal& ideal,
                                                   const PartsFound& found,
                                                   const Limits& limits);

/// By higher dimension, then lower sum of the degrees of the reduced basis, then its text.
void sort_components(std::vector<PrimeComponent>& components);

/// Readable generators, and whether they are a complete intersection.
void describe(const Ideal& ideal, PrimeComponent& component, const Limits& limits);

/// Whether the component is prime over ℂ, and a second proof that it is over ℚ, where they are
/// affordable; notes them in `verified_by`.
void prove_again(PrimeComponent& component, std::uint64_t seed, const Limits& limits);

/// Replaces the finder's claims by proofs that depend on the component alone: engines
/// race, and the answer must not depend on the winner.
void prove_in_own_words(PrimeComponent& component, std::uint64_t seed, const Limits& limits);

/// Whether something else than the word of an engine says that it is prime: its shape, or a
/// projection. Engines' answers are checked to cover the ideal, which any union of primes does.
[[nodiscard]] bool is_proved_prime(const PrimeComponent& component);

/// The decomposition as text and back, for the cache.
[[nodiscard]] std::string to_text(const Ideal& ideal, const Decomposition& decomposition);
[[nodiscard]] std::optional<Decomposition> decomposition_from_text(const Ideal& ideal,
                                                                   const std::string& text);

}  // namespace leafwise::algebra::detail
