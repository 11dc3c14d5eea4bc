// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/splitter.hpp"

#include <chrono>
#include <utility>

#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/kept_piece.hpp"
#include "decomposition/split/strategies.hpp"
#include "engine/work_clock.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

/// Forty four-bars in a row need a hundred; the stack holds thousands.
constexpr int most_splits_above = 500;

/// The whole content of the question how a piece splits.
std::string question_about(const Piece& piece, const Point* point) {
  // With the names, in which the stored result describes how it was found.
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
  core.is_storey = piece.is_storey;
  core.least_dimension = piece.least_dimension;
  return core;
}

std::optional<PartsFound> first_that_helps(Stage stage, Task& task) {
  for (const Strategy* strategy : strategies::in_order) {
    if (strategy->stage != stage || !strategy->applies(task)) continue;
    if (auto found = strategy->run(task)) return found;
  }
  return std::nullopt;
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

PartsFound Splitter::split_given(const Piece& piece, const Limits& limits) {
  Task task(*this, engine_, piece, limits);
  if (auto found = first_that_helps(Stage::as_given, task)) return std::move(*found);
  return split(piece, limits);
}

PartsFound Splitter::split_by_factors(const Piece& piece,
                                      const Polynomials& factors,
                                      const Limits& limits) {
  PartsFound found;
  Piece rest = piece;
  for (const Polynomial& factor : factors) {
    Piece zero = rest;
    zero.generators.push_back(factor);
    zero.path.push_back("factor " + to_string(factor));
    found.append(split(std::move(zero), limits));
    rest.nonzero.push_back(factor);
    rest.path.push_back("where " + to_string(factor) + " is not 0");
  }
  return found;
}

PartsFound Splitter::split_simplified(const Piece& piece, const Limits& limits) {
  Task task(*this, engine_, piece, limits);
  if (auto found = first_that_helps(Stage::at_sight, task)) return std::move(*found);
  if (limits.is_over()) return unsplit(piece, "the time limit was reached");
  if (auto found = first_that_helps(Stage::blocks, task)) return std::move(*found);
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
  if (auto known = recalled(piece, question, limits)) return std::move(*known);
  const auto start = WorkClock::now();
  const int unverified = unverified_steps_;
  PartsFound found = split_by_anything(piece, limits);
  // A result that lacks something is no result; one that came at once needs no keeping.
  const bool is_worth_keeping = found.unsplit.empty() && !engine_.setbacks().lost_something() &&
                                unverified == unverified_steps_ &&
                                WorkClock::now() - start > limits.budget(&Effort::worth_keeping);
  if (is_worth_keeping && settings_.store != nullptr) {
    const std::string text = to_text(piece.variables, found);
    if (can_be_checked(piece, found)) {
      settings_.store->remember_part(question, text);
    } else {
      settings_.store->remember(question, text);
    }
  }
  return found;
}

std::optional<PartsFound> Splitter::recalled(const Piece& piece,
                                             const std::string& question,
                                             const Limits& limits) {
  if (settings_.store == nullptr) return std::nullopt;
  if (const std::optional<std::string> answer = settings_.store->recalled(question)) {
    return parts_from_text(piece.variables, *answer);
  }
  const std::optional<std::string> kept = settings_.store->read(question);
  if (!kept) return std::nullopt;
  const std::optional<PartsFound> claimed = parts_from_text(piece.variables, *kept);
  const Limits check = limits.spend(&Effort::least_verification);
  const Outcome<PartsFound> found =
      claimed ? proved_anew(piece, *claimed, engine_, settings_.seed, check)
              : Outcome<PartsFound>(Undefined{"no text of parts"});
  if (found.is_undefined()) settings_.store->disbelieve(question);
  if (!found) return std::nullopt;  // or too dear to be proved: it counts as missing
  settings_.store->remember_part(question, to_text(piece.variables, found.value()));
  return found.value();
}

/// What looks at the whole and what looks at parts of it by turns, each for a time that doubles:
/// neither can know that the other would be done at once. What splits for sure is followed to its
/// end.
PartsFound Splitter::split_by_anything(const Piece& piece, const Limits& limits) {
  Task task(*this, engine_, piece, limits);
  if (auto found = first_that_helps(Stage::first, task)) return std::move(*found);
  std::optional<PartsFound> partly;
  for (milliseconds turn = limits.budget(&Effort::turn_of_piece); !limits.is_over(); turn *= 2) {
    const Limits limits_of_turn = limits.spend(turn);
    task.begin(limits_of_turn);
    if (task.ideal().known_basis(limits_of_turn)) {
      if (auto found = first_that_helps(Stage::basis, task)) return std::move(*found);
    }
    // More time does not help engines that fail at once.
    const bool is_hopeless = !limits_of_turn.is_over();
    task.begin(limits.spend(turn));
    std::optional<PartsFound> found = first_that_helps(Stage::parts, task);
    if (found && found->unsplit.empty()) return std::move(*found);
    if (found) partly = std::move(found);
    if (is_hopeless) break;
  }
  return partly ? std::move(*partly) : unsplit(piece, "no engine finished in time");
}

}  // namespace leafwise::algebra::detail
