// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/piece_parts.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace leafwise::algebra::detail {

LeftPart left_part(const Piece& piece, std::string why) {
  return {piece.all_generators(), std::move(why), piece.path};
}

FoundPrime prime_from(const Piece& piece, const Polynomials& core, std::string proof) {
  Piece with_core = piece;
  with_core.generators = core;
  FoundPrime prime;
  prime.generators = with_core.all_generators();
  prime.proofs.push_back(std::move(proof));
  prime.path = piece.path;
  return prime;
}

PartsFound only(FoundPrime prime) {
  PartsFound found;
  found.primes.push_back(std::move(prime));
  return found;
}

std::vector<Variable> used_in_order(const std::vector<Variable>& variables,
                                    const Polynomials& generators) {
  std::set<Variable> used;
  for (const Polynomial& generator : generators) {
    const std::set<Variable> more = generator.variables();
    used.insert(more.begin(), more.end());
  }
  std::vector<Variable> result;
  std::copy_if(variables.begin(), variables.end(), std::back_inserter(result), [&](const auto& v) {
    return used.contains(v);
  });
  return result;
}

PartsFound lifted(const Piece& piece, PartsFound found) {
  const auto lift = [&](Polynomials& generators, std::vector<std::string>& path) {
    Piece with_core = piece;
    with_core.generators = std::move(generators);
    generators = with_core.all_generators();
    path.insert(path.begin(), piece.path.begin(), piece.path.end());
  };
  for (FoundPrime& prime : found.primes) lift(prime.generators, prime.path);
  for (LeftPart& part : found.unexplored) lift(part.generators, part.path);
  for (LeftPart& part : found.unsplit) lift(part.generators, part.path);
  return found;
}

}  // namespace leafwise::algebra::detail
