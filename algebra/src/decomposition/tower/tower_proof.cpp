// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/tower_proof.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "decomposition/tower/tower_walk.hpp"
#include "number/random_choices.hpp"
#include "ring/known_dimension.hpp"

namespace leafwise::algebra::detail {

namespace {

/// A storey whose equation had zeros modulo so many primes is taken for one that splits: for one
/// that does not the chance is one half with each of them.
constexpr int most_primes_that_split = 24;
/// Reading the equations modulo a prime costs as much as some climbs.
constexpr int climbs = 4;
/// Storeys looked at, before those that stay open do so: a double point is met by chance, once in
/// as many points as the prime is large.
constexpr long most_steps = 400000;
constexpr int most_walks = 3000;
/// So large that a variety has points, so small that double points are met.
constexpr std::uint32_t least_prime = 200;
constexpr std::uint32_t range_of_primes = 500;
/// Of loci with large fibres, for which an engine is asked.
constexpr std::size_t most_equations_of_locus = 10;

/// Where fibres have one dimension more, codimension 2 is too small for a component.
bool are_large_fibres_rare(const Tower& tower, const Engine& engine, const Limits& limits) {
  std::vector<Polynomial> below;
  std::set<Variable> variables(tower.free.begin(), tower.free.end());
  for (const Storey& storey : tower.storeys) {
    if (!storey.large_fibres.empty()) {
      if (below.size() > most_equations_of_locus) return false;
      std::vector<Polynomial> generators = below;
      generators.insert(generators.end(), storey.large_fibres.begin(), storey.large_fibres.end());
      const Ideal locus({variables.begin(), variables.end()}, generators, engine);
      const Outcome<int> dimension = locus.dimension(limits.spend(&Effort::lemma));
      const int all = static_cast<int>(variables.size()) - static_cast<int>(below.size());
      if (!dimension || dimension.value() > all - 2) return false;
    }
    variables.insert(storey.fresh.begin(), storey.fresh.end());
    below.insert(below.end(), storey.equations.begin(), storey.equations.end());
  }
  return true;
}

bool occurs_once(const Polynomial& polynomial, const Variable& variable) {
  return std::count_if(polynomial.terms().begin(), polynomial.terms().end(), [&](const auto& term) {
           return term.first.exponent_of(variable) > 0;
         }) == 1;
}

/// Of a complete intersection, by Bézout. A generator that is solved for a variable of its own
/// takes no part in that but where planes are put in: it makes their degrees those of the values.
double bound_of_degree(const Ideal& ideal) {
  std::map<Variable, std::size_t> uses;
  for (const Polynomial& generator : ideal.generators()) {
    for (const Variable& variable : generator.variables()) ++uses[variable];
  }
  double bound = 1;
  double all = 1;
  unsigned plane = 1;
  for (const Polynomial& generator : ideal.generators()) {
    all *= generator.degree();
    const bool is_graph =
        std::any_of(generator.terms().begin(), generator.terms().end(), [&](const auto& term) {
          if (term.first.degree() != 1) return false;
          const Variable& variable = term.first.factors().front().variable;
          return uses.at(variable) == 1 && occurs_once(generator, variable);
        });
    if (is_graph) {
      plane = std::max(plane, generator.degree());
    } else {
      bound *= generator.degree();
    }
  }
  const auto dimension = static_cast<double>(ideal.variables().size()) -
                         static_cast<double>(ideal.generators().size());
  return std::min(all, bound * std::pow(plane, dimension));
}

bool all_are(const std::vector<StoreyEvidence>& evidence, bool StoreyEvidence::*what) {
  return std::all_of(
      evidence.begin(), evidence.end(), [&](const StoreyEvidence& seen) { return seen.*what; });
}

}  // namespace

std::optional<TowerProof> prove_tower(const std::vector<Polynomial>& generators,
                                      std::uint64_t seed,
                                      const Engine& engine,
                                      const Limits& limits) {
  const std::optional<Tower> tower = tower_of(generators);
  if (!tower) return std::nullopt;
  std::vector<StoreyEvidence> evidence(tower->storeys.size());
  std::mt19937_64 random(seed_from(generators, seed));
  long steps = most_steps;
  for (int walk = 0; walk < most_walks && steps > 0 && !limits.is_over(); ++walk) {
    const auto prime =
        static_cast<std::uint32_t>(n_nextprime(least_prime + random() % range_of_primes, 1));
    std::optional<TowerWalk> up = TowerWalk::modulo(*tower, prime);
    if (!up) continue;
    up->climb(climbs, random, evidence, steps);
    if (all_are(evidence, &StoreyEvidence::absolutely)) break;
    const bool splits = std::any_of(evidence.begin(), evidence.end(), [](const auto& seen) {
      return !seen.irreducible && seen.primes_that_split > most_primes_that_split;
    });
    if (splits) return std::nullopt;
  }
  if (!all_are(evidence, &StoreyEvidence::irreducible)) return std::nullopt;
  if (!are_large_fibres_rare(*tower, engine, limits)) return std::nullopt;
  return TowerProof{all_are(evidence, &StoreyEvidence::absolutely)};
}

bool is_tower_without_basis(const Ideal& ideal, const Limits& limits) {
  constexpr double most_degree = 64;  // as for projections
  constexpr std::uint64_t any_seed = 1;
  if (bound_of_degree(ideal) <= most_degree || ideal.basis_so_far()) return false;
  const bool has_parameters =
      std::any_of(ideal.variables().begin(), ideal.variables().end(), [](const Variable& variable) {
        return variable.role == Role::parameter;
      });
  if (has_parameters) return false;
  if (!prove_tower(ideal.generators(), any_seed, ideal.engine(), limits)) return false;
  remember_dimension(
      ideal,
      static_cast<int>(ideal.variables().size()) - static_cast<int>(ideal.generators().size()));
  return true;
}

void remember_extension(const Ideal& tower, const Ideal& extension, int rank) {
  if (!tower.is_basis_out_of_reach()) return;
  // Known without a basis, or not at all: nothing is computed.
  const Outcome<int> below = tower.dimension(Limits::within(Limits::Time::zero()));
  if (below) remember_dimension(extension, below.value() - rank);
}

}  // namespace leafwise::algebra::detail
