// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/splitter.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "decomposition/prove/primality.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/small_systems.hpp"
#include "engine/work_clock.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

/// From so many variables on, small systems are tried before anything that looks at the whole.
constexpr std::size_t many_without_point = 24;
constexpr std::size_t many_with_point = 12;
/// Forty four-bars in a row need a hundred; the stack holds thousands.
constexpr int most_splits_above = 500;

/// The whole content of the question how a piece splits.
std::string question_about(const Piece& piece, const Point* point) {
  // With the names: what is kept tells in them how it was found.
  std::string text = "split above " + std::to_string(piece.least_dimension);
  for (const Variable& variable : piece.variables) text += " " + to_string(variable);
  text += " : " + to_text(piece.variables, {piece.generators, piece.nonzero});
  if (point != nullptr) text += " at " + point->restricted_to(piece.variables).to_string();
  return text;
}

PartsFound unsplit(const Piece& piece, std::string why) {
  PartsFound found;
  found.unsplit.push_back(left_part(piece, std::move(why)));
  return found;
}

Piece core_of(const Piece& piece) {
  Piece core;
  core.variables = piece.variables;
  core.generators = piece.generators;
  core.nonzero = piece.nonzero;
  core.enriched = piece.enriched;
  core.depth = piece.depth;
  core.least_dimension = piece.least_dimension;
  return core;
}

}  // namespace

PartsFound Splitter::split(Piece piece, const Limits& limits) {
  if (++piece.depth > most_splits_above) return unsplit(piece, "too many splits in a row");
  SimplifiedPieces simple = simplified(std::move(piece), settings_.point, factoriser_, limits);
  PartsFound found;
  for (const Piece& excluded : simple.excluded) {
    found.unexplored.push_back(left_part(excluded, "does not hold the point"));
  }
  for (const Piece& untouched : simple.untouched) {
    found.unsplit.push_back(left_part(untouched, "the time limit was reached"));
  }
  for (const Piece& part : simple.pieces) found.append(split_simplified(part, limits));
  return found;
}

PartsFound Splitter::split_simplified(const Piece& piece, const Limits& limits) {
  if (piece.generators.empty()) {
    FoundPrime prime = prime_from(piece, {}, "a graph over affine space");
    prime.absolutely = Truth::yes;
    return only(std::move(prime));
  }
  if (piece.generators.size() == 1) {
    const Outcome<std::vector<Polynomials>> factors = factoriser_.factors(piece.generators, limits);
    if (!factors) {
      const Ideal ideal(piece.variables, piece.generators, engine_);
      if (auto prime = proved_prime(piece, ideal, limits)) return only(std::move(*prime));
      return unsplit(piece, factors.reason());
    }
    if (factors.value().front().size() != 1) {
      return split_by_factors(piece, factors.value().front(), limits);
    }
    const bool is_sure = is_irreducible_by_flint(piece.generators.front());
    return only(
        prime_from(piece, piece.generators, is_sure ? irreducible_by_flint : irreducible_once));
  }
  if (limits.is_over()) return unsplit(piece, "the time limit was reached");
  const std::vector<std::vector<std::size_t>> blocks = connected_blocks(piece.generators);
  if (blocks.size() > 1) return split_blocks(piece, blocks, limits);
  // What does not occur is free, and of no concern to the engines.
  Piece core = core_of(piece);
  core.variables = used_in_order(piece.variables, piece.generators);
  core.least_dimension -= static_cast<int>(piece.variables.size() - core.variables.size());
  std::erase_if(core.nonzero, [&](const Polynomial& polynomial) {
    return used_in_order(core.variables, {polynomial}).size() != polynomial.variables().size();
  });
  return lifted(piece, split_connected(core, limits));
}

PartsFound Splitter::split_connected(const Piece& piece, const Limits& limits) {
  const std::string question = question_about(piece, settings_.point);
  if (auto known = recalled(piece, question)) return std::move(*known);
  const auto start = WorkClock::now();
  const int unverified = unverified_steps_;
  PartsFound found = split_by_anything(piece, limits);
  // A result that lacks something is no result; one that came at once needs no keeping.
  const bool is_worth_keeping = found.unsplit.empty() && !engine_.setbacks().lost_something() &&
                                unverified == unverified_steps_ &&
                                WorkClock::now() - start > limits.budget(&Effort::worth_keeping);
  if (is_worth_keeping && settings_.store != nullptr) {
    settings_.store->remember(question, to_text(piece.variables, found));
  }
  return found;
}

std::optional<PartsFound> Splitter::recalled(const Piece& piece, const std::string& question) {
  if (settings_.store == nullptr) return std::nullopt;
  const std::optional<std::string> answer = settings_.store->recalled(question);
  if (!answer) return std::nullopt;
  return parts_from_text(piece.variables, *answer);
}

PartsFound Splitter::split_by_anything(const Piece& piece, const Limits& limits) {
  // A point makes small systems worth while much earlier: most of what they split off is dropped.
  const std::size_t many = settings_.point != nullptr ? many_with_point : many_without_point;
  if (piece.variables.size() >= many) {
    if (auto found = split_by_small_systems(piece, limits)) return std::move(*found);
  }
  return split_by_turns(piece, limits);
}

/// The engines and the small systems by turns, each for a time that doubles: neither can know that
/// the other would be done at once. What splits for sure is followed to its end.
PartsFound Splitter::split_by_turns(const Piece& piece, const Limits& limits) {
  const Ideal ideal(piece.variables, piece.generators, engine_);
  std::optional<PartsFound> partly;
  for (milliseconds turn = limits.budget(&Effort::turn_of_piece); !limits.is_over(); turn *= 2) {
    const Limits limits_of_turn = limits.spend(turn);
    if (auto found = split_by_algebra(piece, ideal, limits_of_turn, limits)) {
      return std::move(*found);
    }
    // More time does not help engines that fail at once.
    const bool is_hopeless = !limits_of_turn.is_over();
    std::optional<PartsFound> found = split_by_small_systems(piece, limits.spend(turn));
    if (found && found->unsplit.empty()) return std::move(*found);
    if (found) partly = std::move(found);
    if (is_hopeless) break;
  }
  return partly ? std::move(*partly) : unsplit(piece, "no engine finished in time");
}

}  // namespace leafwise::algebra::detail
