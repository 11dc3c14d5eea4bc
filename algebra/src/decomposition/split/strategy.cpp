// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/strategy.hpp"

#include <utility>

#include "decomposition/simplify/readable_generators.hpp"

namespace leafwise::algebra::detail {

Task::Task(Splitter& by, const Engine& engine, const Piece& part, const Limits& all)
    : splitter(by), piece(part), limits(all), turn(all), engine_(engine) {}

Task::Task(Splitter& by, const Piece& part, Ideal known, const Limits& all)
    : splitter(by),
      piece(part),
      limits(all),
      turn(all),
      engine_(known.engine()),
      ideal_(std::move(known)) {}

const Ideal& Task::ideal() {
  if (!ideal_) ideal_.emplace(piece.variables, piece.generators, engine_);
  return *ideal_;
}

const Ideal& Task::lean() {
  if (lean_) return *lean_;
  const Outcome<KnownBasis> known = ideal().known_basis(turn);
  if (!known) return ideal();
  const int codimension = static_cast<int>(piece.variables.size()) - known.value().dimension;
  if (static_cast<int>(piece.generators.size()) <= codimension) return ideal();
  Polynomials few = readable_generators(ideal(), piece.generators, turn).polynomials;
  lean_.emplace(piece.variables, std::move(few), engine_);
  lean_->remember(known.value());
  return *lean_;
}

void Task::begin(const Limits& next_turn) {
  turn = next_turn;
  lean_.reset();
}

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::as_given: return "as given";
    case Stage::at_sight: return "at sight";
    case Stage::blocks: return "blocks";
    case Stage::first: return "first";
    case Stage::basis: return "basis";
    case Stage::parts: return "parts";
    case Stage::beside: return "beside";
  }
  return "";
}

}  // namespace leafwise::algebra::detail
