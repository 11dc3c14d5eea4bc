// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/kept_piece.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "decomposition/simplify/components.hpp"

namespace leafwise::algebra::detail {

namespace {

/// In as many variables as the piece: prime for a reason of its own, or nothing.
std::optional<PrimeComponent> proved_prime(const Piece& piece,
                                           const FoundPrime& claimed,
                                           const Engine& engine,
                                           std::uint64_t seed,
                                           const Limits& limits) {
  PrimeComponent component{Ideal(piece.variables, claimed.generators, engine)};
  const Outcome<int> dimension = component.ideal.dimension(limits);
  if (!dimension || dimension.value() < 0) return std::nullopt;
  component.dimension = dimension.value();
  const bool as_many = piece.variables.size() ==
                       claimed.generators.size() + static_cast<std::size_t>(dimension.value());
  component.complete_intersection = as_many ? Truth::yes : Truth::unknown;
  component.prime = Truth::yes;  // to be proved
  component.verified_by = {kept_words};
  prove_again(component, seed, limits);
  if (!is_proved_prime(component)) return std::nullopt;
  return component;
}

}  // namespace

bool can_be_checked(const Piece& piece, const PartsFound& found) {
  // That more cover takes longer to see than to find them again.
  constexpr std::size_t most_parts = 12;
  return found.primes.size() <= most_parts && piece.nonzero.empty() && found.unexplored.empty() &&
         found.unsplit.empty() && !found.primes.empty();
}

Outcome<PartsFound> proved_anew(const Piece& piece,
                                const PartsFound& claimed,
                                const Engine& engine,
                                std::uint64_t seed,
                                const Limits& limits) {
  if (!can_be_checked(piece, claimed)) return Undefined{"not a piece that is kept"};
  PartsFound found;
  std::vector<Ideal> ideals;
  for (const FoundPrime& one : claimed.primes) {
    std::optional<PrimeComponent> component = proved_prime(piece, one, engine, seed, limits);
    if (!component) return Unable{"no proof that a part is prime"};
    ideals.push_back(component->ideal);
    found.primes.push_back(
        {one.generators, component->absolutely_prime, std::move(component->verified_by), one.path});
  }
  const Cover cover =
      verify_cover(Ideal(piece.variables, piece.generators, engine), ideals, limits);
  if (cover.contained == Truth::no) return Undefined{"a part is none of the piece"};
  // Not wrong if they do not cover: parts may have been left out that lie in those of other pieces.
  if (cover.contained != Truth::yes || cover.covers != Truth::yes) {
    return Unable{"no proof that its parts are all"};
  }
  return found;
}

}  // namespace leafwise::algebra::detail
