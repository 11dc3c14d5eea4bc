// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "decomposition/simplify/piece_of_variety.hpp"
#include "decomposition/split/found_prime.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"

namespace leafwise::algebra::detail {

class Splitter;

/// When a strategy has its turn.
enum class Stage {
  as_given,  ///< before anything is solved for
  at_sight,  ///< simplified, also when time is over
  blocks,    ///< simplified
  first,     ///< connected, before the whole of it is looked at
  basis,     ///< its reduced Gröbner basis is there
  parts,     ///< by turns with `basis`
  beside,    ///< of the whole system as it was given, in a second lane
};

/// A piece that is to be split, and what is known of it by now.
class Task {
 public:
  Task(Splitter& by, const Engine& engine, const Piece& part, const Limits& all);
  /// With an ideal that may know its basis already.
  Task(Splitter& by, const Piece& part, Ideal known, const Limits& all);

  Splitter& splitter;
  const Piece& piece;
  Limits limits;  ///< for the parts that are found
  Limits turn;    ///< for finding them

  [[nodiscard]] const Ideal& ideal();
  /// The same ideal by few generators: engines become slow with redundant ones.
  [[nodiscard]] const Ideal& lean();
  void begin(const Limits& next_turn);

 private:
  Engine engine_;
  std::optional<Ideal> ideal_;
  std::optional<Ideal> lean_;
};

/// One way to take a piece apart, or to see that it is prime. The words are those of the table in
/// docs/design/decomposition.md.
struct Strategy {
  const char* name = "";
  Stage stage = Stage::as_given;
  const char* when = "";
  const char* cost = "";
  const char* proof = "";                       ///< why its parts are all, and its primes prime
  bool (*applies)(const Task& task) = nullptr;  ///< at a glance: asks nobody
  /// Returns nothing if it does not help.
  std::optional<PartsFound> (*run)(Task& task) = nullptr;
  int turns = 1;  ///< how many of a stage's turns it has at once
};

[[nodiscard]] const char* to_string(Stage stage);

}  // namespace leafwise::algebra::detail
