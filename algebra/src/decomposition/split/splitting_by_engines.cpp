// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "decomposition/race/engines.hpp"
#include "decomposition/race/race.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/simplify/readable_generators.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// What engines know to do with a connected piece as a whole.
namespace leafwise::algebra::detail::strategies {

namespace {

/// Those that contain none of the others.
std::vector<Ideal> without_redundant(std::vector<Ideal> ideals, const Limits& limits) {
  std::vector<Ideal> kept;
  kept.reserve(ideals.size());
  for (std::size_t i = 0; i < ideals.size(); ++i) {
    bool redundant = false;
    for (std::size_t k = 0; k < ideals.size() && !redundant; ++k) {
      if (k == i) continue;
      const Outcome<bool> inside = is_subset(ideals[k], ideals[i], limits);
      if (!inside || !inside.value()) continue;
      // Of equal ones the first stays.
      const Outcome<bool> equal = is_subset(ideals[i], ideals[k], limits);
      redundant = k < i || !equal || !equal.value();
    }
    if (!redundant) kept.push_back(ideals[i]);
  }
  return kept;
}

/// Parts that contain the piece's ideal already, each by few generators of its own.
PartsFound split_into(const Task& task, const std::vector<Ideal>& parts) {
  PartsFound found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Piece part = task.piece;
    part.generators = readable_generators(parts[i], task.piece.generators, task.limits).polynomials;
    part.path.push_back("factorising Gröbner basis, part " + std::to_string(i + 1) + " of " +
                        std::to_string(parts.size()));
    found.append(task.splitter.split(std::move(part), task.limits));
  }
  return found;
}

std::optional<PartsFound> split_by_factorising(Task& task) {
  const Outcome<Parts> parts = detail::factorising_basis(task.ideal(), task.turn);
  if (!parts || parts.value().size() < 2) return std::nullopt;
  const auto start = Limits::Clock::now();
  std::vector<Ideal> ideals;
  ideals.reserve(parts.value().size());
  for (const Polynomials& part : parts.value()) {
    ideals.emplace_back(task.piece.variables, part, task.splitter.engine());
  };
  const Cover cover = verify_cover(task.ideal(), ideals, task.turn);
  task.splitter.note_verification(
      std::chrono::duration<double>(Limits::Clock::now() - start).count());
  if (cover.covers == Truth::no || cover.contained == Truth::no) {
    task.splitter.incidents().push_back({"factorising Gröbner basis",
                                         cover.covers == Truth::no
                                             ? "components are missing"
                                             : "a part does not contain the ideal"});
    return std::nullopt;
  }
  if (cover.covers != Truth::yes || cover.contained != Truth::yes) return std::nullopt;
  const std::vector<Ideal> kept = without_redundant(std::move(ideals), task.limits);
  if (kept.size() < 2) return std::nullopt;
  return split_into(task, kept);
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
