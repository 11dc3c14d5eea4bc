// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/prove/primality.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// Pieces of which simplifying has left nothing, or one equation.
namespace leafwise::algebra::detail::strategies {

namespace {

std::optional<PartsFound> whole_space(Task& task) {
  FoundPrime prime = prime_from(task.piece, {}, "a graph over affine space");
  prime.absolutely = Truth::yes;
  return only(std::move(prime));
}

std::optional<PartsFound> split_one_equation(Task& task) {
  const Piece& piece = task.piece;
  const Outcome<std::vector<Polynomials>> factors =
      task.splitter.factoriser().factors(piece.generators, task.limits);
  if (!factors) {
    if (auto prime = projection.run(task)) return prime;
    PartsFound found;
    found.unsplit.push_back(left_part(piece, factors.reason()));
    return found;
  }
  if (factors.value().front().size() != 1) {
    return task.splitter.split_by_factors(piece, factors.value().front(), task.limits);
  }
  const bool is_sure = is_irreducible_by_flint(piece.generators.front());
  return only(
      prime_from(piece, piece.generators, is_sure ? irreducible_by_flint : irreducible_once));
}

}  // namespace

const Strategy affine_space{"affine space",
                            Stage::at_sight,
                            "no equation is left",
                            "nothing",
                            "a graph over affine space",
                            [](const Task& task) { return task.piece.generators.empty(); },
                            whole_space};

const Strategy one_equation{"one equation",
                            Stage::at_sight,
                            "one equation is left",
                            "one factorisation",
                            "its irreducible factors, as FLINT finds them too",
                            [](const Task& task) { return task.piece.generators.size() == 1; },
                            split_one_equation};

}  // namespace leafwise::algebra::detail::strategies
