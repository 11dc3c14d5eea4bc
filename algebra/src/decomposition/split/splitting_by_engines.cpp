// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/race/engines.hpp"
#include "decomposition/race/race.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/simplify/readable_generators.hpp"
#include "decomposition/split/splitter.hpp"

/// What looks at a connected piece as a whole.
namespace leafwise::algebra::detail {

namespace {

/// Of a graph with more terms the rest would grow too much.
constexpr std::size_t most_terms_of_graph = 12;
/// Solving for a variable may make the rest so large that it is not done: no progress then.
constexpr int most_enrichments = 2;

bool contains(const Polynomials& polynomials, const Polynomial& one) {
  return std::find(polynomials.begin(), polynomials.end(), one) != polynomials.end();
}

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

}  // namespace

/// @param turn for each engine; @param limits for the parts that they find
std::optional<PartsFound> Splitter::split_by_algebra(const Piece& piece,
                                                     const Ideal& ideal,
                                                     const Limits& turn,
                                                     const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(turn);
  if (!known) return std::nullopt;
  if (known.value().dimension < std::max(0, piece.least_dimension)) return PartsFound{};
  const Outcome<Polynomials> avoided = ideal.normal_forms(piece.nonzero, turn);
  if (avoided && std::any_of(avoided.value().begin(), avoided.value().end(), [](const auto& rest) {
        return rest.is_zero();
      })) {
    return PartsFound{};  // another branch has these points
  }
  if (auto found = split_by_basis(piece, known.value().polynomials, limits)) return found;
  if (auto found = split_by_factorising(piece, ideal, turn, limits)) return found;
  const Ideal few = lean(piece, ideal, turn);
  if (auto found = split_points(piece, ideal, turn, limits)) return found;
  // Its cost is known beforehand, so it gets what it needs, at once.
  if (auto prime = proved_prime(piece, few, limits)) return only(std::move(*prime));
  return split_by_race(piece, few, turn);
}

/// Elements of the basis that factor, or that can be solved for a variable. A factor of an element
/// of a reduced basis is not in the ideal: each step makes it larger, so this ends.
std::optional<PartsFound> Splitter::split_by_basis(const Piece& piece,
                                                   const Polynomials& basis,
                                                   const Limits& limits) {
  const Outcome<std::vector<Polynomials>> all_factors = factoriser_.factors(basis, limits);
  if (!all_factors) return std::nullopt;
  const std::set<Polynomial> nonzero(piece.nonzero.begin(), piece.nonzero.end());
  Piece richer = piece;
  Polynomials shortest;
  bool is_progress = false;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    Polynomials factors = all_factors.value()[i];
    std::erase_if(factors, [&](const Polynomial& factor) { return nonzero.contains(factor); });
    if (factors.empty()) return PartsFound{};  // a product of what vanishes nowhere
    if (factors.size() > 1 && (shortest.empty() || factors.size() < shortest.size())) {
      shortest = factors;
    }
    if (factors.size() > 1) continue;
    const bool is_new = factors.front() != basis[i] || basis[i].degree() == 1;
    const bool is_graph = !is_new && !contains(piece.generators, basis[i]) &&
                          piece.enriched < most_enrichments &&
                          solve_for_a_variable(basis[i], most_terms_of_graph);
    if (is_new || is_graph) richer.generators.push_back(factors.front());
    is_progress |= is_new;
  }
  if (!shortest.empty()) return split_by_factors(piece, shortest, limits);
  if (richer.generators.size() == piece.generators.size()) return std::nullopt;
  if (!is_progress) ++richer.enriched;
  return split(std::move(richer), limits);
}

/// One piece for each factor, without the points of those before.
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

/// The same ideal by few generators: engines suffer from what they do not need.
Ideal Splitter::lean(const Piece& piece, const Ideal& ideal, const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return ideal;
  const int codimension = static_cast<int>(piece.variables.size()) - known.value().dimension;
  if (static_cast<int>(piece.generators.size()) <= codimension) return ideal;
  Ideal result(
      piece.variables, readable_generators(ideal, piece.generators, limits).polynomials, engine_);
  result.remember(known.value());
  return result;
}

std::optional<FoundPrime> Splitter::proved_prime(const Piece& piece,
                                                 const Ideal& ideal,
                                                 const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return std::nullopt;
  const auto dimension = static_cast<std::size_t>(known.value().dimension);
  // Only of complete intersections do sections tell everything: these have no parts of lower
  // dimension, embedded or not.
  if (ideal.generators().size() + dimension != piece.variables.size()) return std::nullopt;
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(ideal, settings_.seed, limits.spend(&Effort::piece_certificate));
  if (!certificate || !certificate.value().irreducible) return std::nullopt;
  FoundPrime prime = prime_from(piece, ideal.generators(), to_string(certificate.value()));
  if (certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime;
}

std::optional<PartsFound> Splitter::split_by_factorising(const Piece& piece,
                                                         const Ideal& ideal,
                                                         const Limits& turn,
                                                         const Limits& limits) {
  const Outcome<Parts> parts = factorising_basis(ideal, turn);
  if (!parts || parts.value().size() < 2) return std::nullopt;
  const auto start = Limits::Clock::now();
  std::vector<Ideal> ideals;
  ideals.reserve(parts.value().size());
  for (const Polynomials& part : parts.value()) ideals.emplace_back(piece.variables, part, engine_);
  const Cover cover = verify_cover(ideal, ideals, turn);
  verification_seconds_ += std::chrono::duration<double>(Limits::Clock::now() - start).count();
  if (cover.covers == Truth::no || cover.contained == Truth::no) {
    incidents_.push_back({"factorising Gröbner basis",
                          cover.covers == Truth::no ? "components are missing"
                                                    : "a part does not contain the ideal"});
    return std::nullopt;
  }
  if (cover.covers != Truth::yes || cover.contained != Truth::yes) return std::nullopt;
  const std::vector<Ideal> kept = without_redundant(std::move(ideals), limits);
  if (kept.size() < 2) return std::nullopt;
  return split_into(piece, kept, limits);
}

/// Parts that contain the piece's ideal already, each by few generators of its own.
PartsFound Splitter::split_into(const Piece& piece,
                                const std::vector<Ideal>& parts,
                                const Limits& limits) {
  PartsFound found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Piece part = piece;
    part.generators = readable_generators(parts[i], piece.generators, limits).polynomials;
    part.path.push_back("factorising Gröbner basis, part " + std::to_string(i + 1) + " of " +
                        std::to_string(parts.size()));
    found.append(split(std::move(part), limits));
  }
  return found;
}

std::optional<PartsFound> Splitter::split_by_race(const Piece& piece,
                                                  const Ideal& ideal,
                                                  const Limits& limits) {
  Outcome<RaceResult> race = race_for_primes(ideal, settings_.seed, limits, incidents_);
  if (!race) return std::nullopt;
  RaceResult result = std::move(race).value();
  verification_seconds_ += result.verification_seconds;
  if (!result.verified) ++unverified_steps_;
  std::vector<Ideal> ideals;
  ideals.reserve(result.primes.size());
  for (const Polynomials& prime : result.primes) {
    ideals.emplace_back(piece.variables, prime, engine_);
  }
  PartsFound found;
  for (const Ideal& minimal : without_redundant(std::move(ideals), limits)) {
    Piece part = piece;
    part.generators = minimal.generators();
    if (is_excluded(part, settings_.point)) {
      found.unexplored.push_back(left_part(part, "does not hold the point"));
      continue;
    }
    const Polynomials& prime = minimal.generators();
    found.primes.push_back(prime_from(piece, prime, result.engine));
    found.primes.back().path.push_back(result.engine);
  }
  return found;
}

}  // namespace leafwise::algebra::detail
