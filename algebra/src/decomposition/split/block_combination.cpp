// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/small_systems.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// Components of systems that share no variable. Sums of primes in different variables need not be
/// prime over ℚ (x² − 2 and y² − 2), unless all but one of them are prime over ℂ.
namespace leafwise::algebra::detail::strategies {

namespace {

/// Everything that is not a prime of one block, in the variables of the whole piece.
LeftPart whole_part(const Piece& piece, LeftPart part) {
  Piece rest = piece;
  rest.generators.insert(rest.generators.end(), part.generators.begin(), part.generators.end());
  part.generators = rest.all_generators();
  part.path.insert(part.path.begin(), piece.path.begin(), piece.path.end());
  return part;
}

/// One choice of a prime per block, as an odometer.
bool next_choice(std::vector<std::size_t>& choice, const std::vector<PartsFound>& blocks) {
  for (std::size_t i = 0; i < choice.size(); ++i) {
    if (++choice[i] < blocks[i].primes.size()) return true;
    choice[i] = 0;
  }
  return false;
}

Truth is_absolutely_prime(const Task& task, FoundPrime& prime) {
  if (prime.absolutely != Truth::unknown) return prime.absolutely;
  const bool linear = std::all_of(prime.generators.begin(),
                                  prime.generators.end(),
                                  [](const Polynomial& g) { return g.degree() <= 1; });
  if (linear) {
    prime.absolutely = Truth::yes;
    return prime.absolutely;
  }
  const Ideal ideal(used_in_order(task.piece.variables, prime.generators),
                    prime.generators,
                    task.splitter.engine());
  const Outcome<ProjectionCertificate> certificate = projection_certificate(
      ideal, task.splitter.settings().seed, task.limits.spend(&Effort::block_certificate));
  if (certificate && certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime.absolutely;
}

/// Past the blocks: the engines look at the sum as a whole.
PartsFound split_as_one(const Task& task, const Piece& piece) {
  Piece core;
  core.variables = used_in_order(piece.variables, piece.generators);
  core.generators = piece.generators;
  Task whole(task.splitter, task.splitter.engine(), core, task.limits);
  std::optional<PartsFound> found = conjugate_points.run(whole);
  if (!found) found = race.run(whole);
  if (!found) {
    found.emplace();
    found->unsplit.push_back(left_part(core, "no engine finished in time"));
  }
  return lifted(piece, std::move(*found));
}

PartsFound combine(const Task& task, std::vector<PartsFound> blocks) {
  const Piece& piece = task.piece;
  PartsFound result;
  bool some_block_is_empty = false;
  for (PartsFound& block : blocks) {
    for (LeftPart& part : block.unexplored) {
      result.unexplored.push_back(whole_part(piece, std::move(part)));
    }
    // A part that could not be split stands for all of its combinations.
    for (LeftPart& part : block.unsplit) {
      result.unsplit.push_back(whole_part(piece, std::move(part)));
    }
    for (FoundPrime& prime : block.primes) is_absolutely_prime(task, prime);
    some_block_is_empty |= block.primes.empty();
  }
  if (some_block_is_empty) return result;
  std::vector<std::size_t> choice(blocks.size(), 0);
  std::size_t listed = 0;
  do {
    if (++listed > task.splitter.settings().most_combinations || task.limits.is_over()) {
      LeftPart rest{piece.all_generators(), "combinations of its blocks' components", piece.path};
      result.unsplit.push_back(std::move(rest));
      return result;
    }
    FoundPrime sum;
    Piece combined = piece;
    combined.generators.clear();
    std::size_t doubtful = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const FoundPrime& prime = blocks[i].primes[choice[i]];
      combined.generators.insert(
          combined.generators.end(), prime.generators.begin(), prime.generators.end());
      combined.path.insert(combined.path.end(), prime.path.begin(), prime.path.end());
      sum.proofs.insert(sum.proofs.end(), prime.proofs.begin(), prime.proofs.end());
      if (prime.absolutely != Truth::yes) ++doubtful;
    }
    if (doubtful > 1) {
      result.append(split_as_one(task, combined));
      continue;
    }
    sum.generators = combined.all_generators();
    sum.path = combined.path;
    sum.absolutely = doubtful == 0 ? Truth::yes : Truth::unknown;
    sum.proofs.emplace_back("a sum of primes in different variables, all but one absolutely prime");
    result.primes.push_back(std::move(sum));
  } while (next_choice(choice, blocks));
  return result;
}

std::optional<PartsFound> split_blocks(Task& task) {
  const Piece& piece = task.piece;
  const std::vector<std::vector<std::size_t>> blocks = connected_blocks(piece.generators);
  if (blocks.size() < 2) return std::nullopt;
  std::vector<PartsFound> found;
  found.reserve(blocks.size());
  for (const std::vector<std::size_t>& members : blocks) {
    Piece block;
    for (const std::size_t member : members) block.generators.push_back(piece.generators[member]);
    block.variables = used_in_order(piece.variables, block.generators);
    block.set_least_dimension();
    block.depth = piece.depth;
    block.is_storey = piece.is_storey;
    found.push_back(task.splitter.split(std::move(block), task.limits));
    // A block without points: nothing of the piece has any.
    const PartsFound& last = found.back();
    if (last.primes.empty() && last.unsplit.empty() && last.unexplored.empty()) return PartsFound{};
  }
  return combine(task, std::move(found));
}

}  // namespace

const Strategy blocks{"blocks",
                      Stage::blocks,
                      "equations fall into sets that share no variable",
                      "the sets by themselves",
                      "a sum of primes in different variables is prime when all but one are so "
                      "over ℂ; else the sum is split",
                      [](const Task&) { return true; },
                      split_blocks};

}  // namespace leafwise::algebra::detail::strategies
