// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/splitter.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "decomposition/certificate.hpp"
#include "decomposition/engines.hpp"
#include "decomposition/race.hpp"
#include "decomposition/readable.hpp"
#include "decomposition/small_systems.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

/// From so many variables on, small systems are tried before anything that looks at the whole.
constexpr std::size_t many_variables = 24;
/// What one look at the whole may take before small systems are tried.
constexpr milliseconds first_look{1000};
/// Mechanisms with fewer are small enough as a whole.
constexpr std::size_t variables_of_loops = 10;
/// For a small system: if it takes longer it is not small.
constexpr milliseconds small_system_time{400};
constexpr milliseconds certificate_time{1500};
constexpr milliseconds worth_keeping{5};

/// The whole content of the question how a piece splits.
std::string question_about(const Piece& piece, const Point* point) {
  // With the names: what is kept tells in them how it was found.
  std::string text = "split above " + std::to_string(piece.least_dimension);
  for (const Variable& variable : piece.variables) text += " " + to_string(variable);
  text += " : " + to_text(piece.variables, {piece.generators, piece.nonzero});
  if (point != nullptr) text += " at " + point->restricted_to(piece.variables).to_string();
  return text;
}

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

Polynomials with_differences(Polynomials generators) {
  for (Polynomial& difference : differences_of_similar(generators)) {
    if (!contains(generators, difference)) generators.push_back(std::move(difference));
  }
  return generators;
}

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

PartsFound unsplit(const Piece& piece, std::string why) {
  PartsFound found;
  found.unsplit.push_back(left_part(piece, std::move(why)));
  return found;
}

/// The generators of a part of a decomposition of the core are about the core's variables only.
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

Piece core_of(const Piece& piece) {
  Piece core;
  core.variables = piece.variables;
  core.generators = piece.generators;
  core.nonzero = piece.nonzero;
  core.enriched = piece.enriched;
  core.least_dimension = piece.least_dimension;
  return core;
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

}  // namespace

PartsFound Splitter::split_whole(const Piece& piece, const Limits& limits) {
  // Solving for variables hides what loops have in common, so they are compared before.
  const Polynomials pool = with_differences(piece.generators);
  if (pool.size() > piece.generators.size() && piece.variables.size() >= variables_of_loops) {
    std::vector<std::vector<std::size_t>> systems = small_systems(pool);
    std::erase_if(systems, [&](const std::vector<std::size_t>& system) {
      return system.back() < piece.generators.size();
    });
    if (auto found = split_by_small_systems(piece, pool, systems, limits)) {
      return std::move(*found);
    }
  }
  return split(piece, limits);
}

PartsFound Splitter::split(Piece piece, const Limits& limits) {
  SimplifiedPieces simple = simplified(std::move(piece), settings_.point, factoriser_, limits);
  PartsFound found;
  for (const Piece& excluded : simple.excluded) {
    found.unexplored.push_back(left_part(excluded, "does not hold the point"));
  }
  for (const Piece& untouched : simple.untouched) {
    found.unsplit.push_back(left_part(untouched, "the time limit was reached"));
  }
  for (Piece& part : simple.pieces) found.append(split_simplified(std::move(part), limits));
  return found;
}

PartsFound Splitter::split_simplified(Piece piece, const Limits& limits) {
  if (piece.generators.empty()) {
    FoundPrime prime = prime_from(piece, {}, "a graph over affine space");
    prime.absolutely = Truth::yes;
    return only(std::move(prime));
  }
  if (piece.generators.size() == 1) {
    const Outcome<std::vector<Polynomials>> factors = factoriser_.factors(piece.generators, limits);
    if (!factors) return unsplit(piece, factors.reason());
    return only(prime_from(piece, piece.generators, "one irreducible equation"));
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
  const auto start = Limits::Clock::now();
  PartsFound found = split_by_anything(piece, limits);
  // A result that lacks something is no result; one that came at once needs no keeping.
  const bool is_worth_keeping =
      found.unsplit.empty() && Limits::Clock::now() - start > worth_keeping;
  if (is_worth_keeping && settings_.store != nullptr) {
    settings_.store->keep(question, to_text(piece.variables, found));
  }
  return found;
}

std::optional<PartsFound> Splitter::recalled(const Piece& piece, const std::string& question) {
  if (settings_.store == nullptr) return std::nullopt;
  const std::optional<std::string> answer = settings_.store->find(question);
  if (!answer) return std::nullopt;
  return parts_from_text(piece.variables, *answer);
}

PartsFound Splitter::split_by_anything(const Piece& piece, const Limits& limits) {
  if (piece.variables.size() >= many_variables) {
    const Polynomials pool = with_differences(piece.generators);
    if (auto found = split_by_small_systems(piece, pool, small_systems(pool), limits)) {
      return std::move(*found);
    }
  }
  return split_by_algebra(piece, limits);
}

PartsFound Splitter::split_by_algebra(const Piece& piece, const Limits& limits) {
  const Ideal ideal(piece.variables, piece.generators, engine_);
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return unsplit(piece, known.reason());
  if (known.value().dimension < std::max(0, piece.least_dimension)) return {};
  const Outcome<Polynomials> avoided = ideal.normal_forms(piece.nonzero, limits);
  if (avoided && std::any_of(avoided.value().begin(), avoided.value().end(), [](const auto& rest) {
        return rest.is_zero();
      })) {
    return {};  // another branch has these points
  }
  if (auto found = split_by_basis(piece, known.value().polynomials, limits)) {
    return std::move(*found);
  }
  if (auto found = split_by_factorising(piece, ideal, limits.at_most(first_look))) {
    return std::move(*found);
  }
  if (auto prime = proved_prime(piece, ideal, limits)) return only(std::move(*prime));
  return split_by_turns(piece, ideal, limits);
}

/// The engines and the small systems by turns, each for a time that doubles: neither can know that
/// the other would be done at once.
PartsFound Splitter::split_by_turns(const Piece& piece, const Ideal& ideal, const Limits& limits) {
  std::optional<PartsFound> partly;
  for (milliseconds turn = first_look; !limits.is_over(); turn *= 2) {
    const Limits limits_of_turn = limits.at_most(turn);
    if (auto found = split_by_race(piece, ideal, limits_of_turn)) return std::move(*found);
    // More time does not help engines that fail at once.
    const bool is_hopeless = !limits_of_turn.is_over();
    const Polynomials pool = with_differences(piece.generators);
    std::optional<PartsFound> found =
        split_by_small_systems(piece, pool, small_systems(pool), limits.at_most(turn));
    if (found && found->unsplit.empty()) return std::move(*found);
    if (found) partly = std::move(found);
    if (is_hopeless) break;
  }
  return partly ? std::move(*partly) : unsplit(piece, "no engine finished in time");
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

std::optional<FoundPrime> Splitter::proved_prime(const Piece& piece,
                                                 const Ideal& ideal,
                                                 const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return std::nullopt;
  const auto dimension = static_cast<std::size_t>(known.value().dimension);
  // Only of complete intersections do sections tell everything: these have no parts of lower
  // dimension, embedded or not.
  Polynomials generators = piece.generators;
  if (generators.size() + dimension != piece.variables.size()) {
    ReadableGenerators readable = readable_generators(ideal, piece.generators, limits);
    if (readable.complete_intersection != Truth::yes) return std::nullopt;
    generators = std::move(readable.polynomials);
  }
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(ideal, settings_.seed, limits.at_most(certificate_time));
  if (!certificate || !certificate.value().irreducible) return std::nullopt;
  FoundPrime prime = prime_from(piece, generators, to_string(certificate.value()));
  if (certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime;
}

std::optional<PartsFound> Splitter::split_by_factorising(const Piece& piece,
                                                         const Ideal& ideal,
                                                         const Limits& limits) {
  const Outcome<Parts> parts = factorising_basis(ideal, limits);
  if (!parts || parts.value().size() < 2) return std::nullopt;
  const auto start = Limits::Clock::now();
  std::vector<Ideal> ideals;
  ideals.reserve(parts.value().size());
  for (const Polynomials& part : parts.value()) ideals.emplace_back(piece.variables, part, engine_);
  const Cover cover = verify_cover(ideal, ideals, limits);
  verification_seconds_ += std::chrono::duration<double>(Limits::Clock::now() - start).count();
  if (cover.contained == Truth::no || cover.covers == Truth::no) {
    incidents_.push_back({"factorising Gröbner basis",
                          cover.contained == Truth::no ? "a component does not contain the ideal"
                                                       : "components are missing"});
    return std::nullopt;
  }
  if (cover.contained == Truth::unknown || cover.covers == Truth::unknown) return std::nullopt;
  return split_into(piece, without_redundant(std::move(ideals), limits), limits);
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

PartsFound Splitter::split_each(const Piece& piece,
                                const std::vector<Polynomials>& parts,
                                const std::string& how,
                                const Limits& limits) {
  PartsFound found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Piece part = piece;
    part.generators.insert(part.generators.end(), parts[i].begin(), parts[i].end());
    part.path.push_back(how + ", part " + std::to_string(i + 1) + " of " +
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
  PartsFound found;
  for (const Polynomials& prime : result.primes) {
    found.primes.push_back(prime_from(piece, prime, result.engine));
    found.primes.back().path.push_back(result.engine);
  }
  return found;
}

std::optional<PartsFound> Splitter::split_by_small_systems(
    const Piece& piece,
    const Polynomials& pool,
    const std::vector<std::vector<std::size_t>>& systems,
    const Limits& limits) {
  for (const std::vector<std::size_t>& system : systems) {
    if (limits.is_over()) return std::nullopt;
    Piece small;
    for (const std::size_t member : system) small.generators.push_back(pool[member]);
    small.variables = used_in_order(piece.variables, small.generators);
    small.set_least_dimension();
    PartsFound parts = split(small, limits.at_most(small_system_time));
    const std::size_t count = parts.primes.size() + parts.unexplored.size();
    if (!parts.unsplit.empty() || count == 1) continue;
    PartsFound found;
    for (const LeftPart& part : parts.unexplored) {
      Piece excluded = piece;
      excluded.generators.insert(
          excluded.generators.end(), part.generators.begin(), part.generators.end());
      excluded.path.insert(excluded.path.end(), part.path.begin(), part.path.end());
      found.unexplored.push_back(left_part(excluded, part.why));
    }
    std::vector<Polynomials> primes;
    primes.reserve(parts.primes.size());
    for (FoundPrime& prime : parts.primes) primes.push_back(std::move(prime.generators));
    found.append(split_each(
        piece, primes, "small system of " + std::to_string(system.size()) + " equations", limits));
    return found;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::detail
