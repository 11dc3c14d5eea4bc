// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"
#include "decomposition/tower/tower_proof.hpp"

/// Bars, dyads and roots that stand on each other.
namespace leafwise::algebra::detail::strategies {

namespace {

std::optional<PartsFound> see_tower(Task& task) {
  const Piece& piece = task.piece;
  const Splitter& splitter = task.splitter;
  const std::optional<TowerProof> proof =
      prove_tower(piece.generators, splitter.settings().seed, splitter.engine(), task.limits);
  if (!proof) return std::nullopt;
  FoundPrime prime = prime_from(piece, piece.generators, tower_words);
  if (proof->absolutely) prime.absolutely = Truth::yes;
  return only(std::move(prime));
}

bool has_equations(const Task& task) {
  return !task.piece.generators.empty();
}

}  // namespace

const Strategy tower_as_given{"tower",
                              Stage::as_given,
                              "each equation or pair brings variables of its own",
                              "points modulo small primes, counted",
                              "its storeys are irreducible over what lies below, see below",
                              has_equations,
                              see_tower};

const Strategy tower_of_piece{"tower of a piece",
                              Stage::first,
                              "the same of what is left of a piece",
                              "points modulo small primes, counted",
                              "its storeys are irreducible over what lies below, see below",
                              has_equations,
                              see_tower};

}  // namespace leafwise::algebra::detail::strategies
