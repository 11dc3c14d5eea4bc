// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/race/engines.hpp"
#include "decomposition/race/race.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/checked_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// What engines know to do with a connected piece as a whole.
namespace leafwise::algebra::detail::strategies {

namespace {

std::optional<PartsFound> split_by_factorising(Task& task) {
  const Outcome<Parts> parts = detail::factorising_basis(task.ideal(), task.turn);
  if (!parts) return std::nullopt;
  return split_if_covered(task, parts.value(), "factorising Gröbner basis").found;
}

std::optional<PartsFound> split_by_race(Task& task) {
  Splitter& splitter = task.splitter;
  const Piece& piece = task.piece;
  const Splitter::Settings& settings = splitter.settings();
  Outcome<RaceResult> race =
      race_for_primes(task.lean(), settings.seed, task.turn, splitter.incidents());
  if (!race) return std::nullopt;
  RaceResult result = std::move(race).value();
  splitter.note_verification(result.verification_seconds);
  if (!result.verified) splitter.note_unverified_step();
  std::vector<Ideal> ideals;
  ideals.reserve(result.primes.size());
  for (const Polynomials& prime : result.primes) {
    ideals.emplace_back(piece.variables, prime, splitter.engine());
  }
  PartsFound found;
  for (const Ideal& minimal : without_redundant(std::move(ideals), task.turn)) {
    Piece part = piece;
    part.generators = minimal.generators();
    if (is_excluded(part, settings.point)) {
      found.unexplored.push_back(left_part(part, "does not hold the point"));
      continue;
    }
    const Polynomials& prime = minimal.generators();
    found.primes.push_back(prime_from(piece, prime, result.engine));
    found.primes.back().path.push_back(result.engine);
  }
  return found;
}

}  // namespace

const Strategy factorising_basis{"factorising Gröbner basis",
                                 Stage::basis,
                                 "always",
                                 "`facstd` of an engine",
                                 "the parts are checked to cover, and are split further",
                                 [](const Task&) { return true; },
                                 split_by_factorising};

const Strategy race{"race",
                    Stage::basis,
                    "always",
                    "characteristic series beside GTZ, each for a turn",
                    "the first answer that covers; that each is prime is proved afterwards",
                    [](const Task&) { return true; },
                    split_by_race};

}  // namespace leafwise::algebra::detail::strategies
