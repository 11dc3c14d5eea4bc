// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/splitter.hpp"

/// Components of systems that share no variable. Sums of primes in different variables need not be
/// prime over ℚ (x² − 2 and y² − 2), unless all but one of them are prime over ℂ.
namespace leafwise::algebra::detail {

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

}  // namespace

PartsFound Splitter::split_blocks(const Piece& piece,
                                  const std::vector<std::vector<std::size_t>>& blocks,
                                  const Limits& limits) {
  std::vector<PartsFound> found;
  found.reserve(blocks.size());
  for (const std::vector<std::size_t>& members : blocks) {
    Piece block;
    for (const std::size_t member : members) block.generators.push_back(piece.generators[member]);
    block.variables = used_in_order(piece.variables, block.generators);
    block.set_least_dimension();
    block.depth = piece.depth;
    found.push_back(split(std::move(block), limits));
    // A block without points: nothing of the piece has any.
    const PartsFound& last = found.back();
    if (last.primes.empty() && last.unsplit.empty() && last.unexplored.empty()) return {};
  }
  return combine(piece, std::move(found), limits);
}

Truth Splitter::is_absolutely_prime(const std::vector<Variable>& variables,
                                    FoundPrime& prime,
                                    const Limits& limits) {
  if (prime.absolutely != Truth::unknown) return prime.absolutely;
  const bool linear = std::all_of(prime.generators.begin(),
                                  prime.generators.end(),
                                  [](const Polynomial& g) { return g.degree() <= 1; });
  if (linear) {
    prime.absolutely = Truth::yes;
    return prime.absolutely;
  }
  const Ideal ideal(used_in_order(variables, prime.generators), prime.generators, engine_);
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(ideal, settings_.seed, limits.spend(&Effort::block_certificate));
  if (certificate && certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime.absolutely;
}

PartsFound Splitter::combine(const Piece& piece,
                             std::vector<PartsFound> blocks,
                             const Limits& limits) {
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
    for (FoundPrime& prime : block.primes) is_absolutely_prime(piece.variables, prime, limits);
    some_block_is_empty |= block.primes.empty();
  }
  if (some_block_is_empty) return result;
  std::vector<std::size_t> choice(blocks.size(), 0);
  std::size_t listed = 0;
  do {
    if (++listed > settings_.most_combinations || limits.is_over()) {
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
      result.append(split_by_algebra_in_all(combined, limits));
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

/// Past the blocks: the engines look at the sum as a whole.
PartsFound Splitter::split_by_algebra_in_all(const Piece& piece, const Limits& limits) {
  Piece core;
  core.variables = used_in_order(piece.variables, piece.generators);
  core.generators = piece.generators;
  const Ideal ideal(core.variables, core.generators, engine_);
  std::optional<PartsFound> found = split_points(core, ideal, limits, limits);
  if (!found) found = split_by_race(core, ideal, limits);
  if (!found) {
    found.emplace();
    found->unsplit.push_back(left_part(core, "no engine finished in time"));
  }
  return lifted(piece, std::move(*found));
}

}  // namespace leafwise::algebra::detail
