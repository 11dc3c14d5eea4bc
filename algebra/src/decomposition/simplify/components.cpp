// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/components.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "decomposition/simplify/readable_generators.hpp"
#include "decomposition/tower/tower_proof.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

std::optional<PrimeComponent> component_from(const Ideal& like,
                                             const Polynomials& generators,
                                             const Limits& limits) {
  PrimeComponent component{Ideal(like.variables(), generators, like.engine()), -1, 0};
  const auto as_tower = [&] {
    component.dimension = component.ideal.dimension(limits).value();
    component.complete_intersection = Truth::yes;
    return component;
  };
  if (is_tower_without_basis(component.ideal, limits)) return as_tower();
  // What could not be split may have no basis in time either; then nothing is known of it.
  const Outcome<KnownBasis> known =
      component.ideal.known_basis(limits.spend(&Effort::component_basis));
  if (!known) {
    return is_tower_by_itself(component.ideal, limits) ? as_tower() : component;
  }
  if (known.value().dimension < 0) return std::nullopt;
  component.dimension = known.value().dimension;
  component.degree = known.value().degree;
  return component;
}

/// Whether V(inner) ⊂ V(outer). @pre not the same prime; outer is prime
Truth is_inside(const PrimeComponent& inner, const PrimeComponent& outer, const Limits& limits) {
  if (inner.dimension < 0 || outer.dimension < 0) return Truth::unknown;
  if (inner.dimension > outer.dimension) return Truth::no;
  // Of different primes of one dimension none lies in another.
  if (inner.dimension == outer.dimension && inner.prime == Truth::yes) return Truth::no;
  const Outcome<bool> subset = is_subset(outer.ideal, inner.ideal, limits);
  if (!subset) return Truth::unknown;
  return subset.value() ? Truth::yes : Truth::no;
}

/// Those without a known basis come last: it is not known which components contain them.
void keep_minimal(MinimalComponents& result, const Limits& limits) {
  std::vector<PrimeComponent>& components = result.components;
  std::stable_sort(components.begin(), components.end(), [](const auto& a, const auto& b) {
    return a.dimension > b.dimension;
  });
  std::vector<PrimeComponent> kept;
  kept.reserve(components.size());
  std::set<Polynomials> bases;
  for (PrimeComponent& component : components) {
    const Outcome<Polynomials> basis = component.ideal.groebner_basis(limits);
    if (basis && !bases.insert(basis.value()).second) continue;
    Truth redundant = component.dimension < 0 ? Truth::unknown : Truth::no;
    for (const PrimeComponent& other : kept) {
      if (component.dimension < 0 || redundant == Truth::yes) break;
      const Truth inside = is_inside(component, other, limits);
      if (inside != Truth::no) redundant = inside;
    }
    if (redundant == Truth::yes) continue;
    if (redundant == Truth::unknown) {
      component.prime = Truth::unknown;
      result.doubt = "it was not found out in time which components lie in others";
    }
    kept.push_back(std::move(component));
  }
  components = std::move(kept);
}

using SortKey = std::tuple<bool, int, unsigned, std::string>;

SortKey sort_key(const PrimeComponent& component) {
  // The basis is known by now, or there is nothing to sort by: no time to compute one.
  const Outcome<Polynomials> basis =
      component.ideal.groebner_basis(Limits::within(Limits::Time::zero()));
  unsigned degrees = 0;
  std::string text;
  if (basis) {
    for (const Polynomial& element : basis.value()) {
      degrees += element.degree();
      text += to_string(element) + "\n";
    }
  }
  return {component.prime != Truth::yes, -component.dimension, degrees, std::move(text)};
}

}  // namespace

MinimalComponents minimal_components(const Ideal& ideal,
                                     const PartsFound& found,
                                     const Limits& limits) {
  MinimalComponents result;
  std::vector<PrimeComponent>& components = result.components;
  components.reserve(found.primes.size() + found.unsplit.size());
  for (const FoundPrime& prime : found.primes) {
    std::optional<PrimeComponent> component = component_from(ideal, prime.generators, limits);
    if (!component) continue;
    component->prime = Truth::yes;
    component->absolutely_prime = prime.absolutely;
    component->path = prime.path;
    component->verified_by = prime.proofs;
    components.push_back(std::move(*component));
  }
  keep_minimal(result, limits);
  for (const LeftPart& part : found.unsplit) {
    std::optional<PrimeComponent> component = component_from(ideal, part.generators, limits);
    if (!component) continue;
    component->path = part.path;
    const bool known = std::any_of(components.begin(), components.end(), [&](const auto& other) {
      return is_inside(*component, other, limits) == Truth::yes;
    });
    if (!known) components.push_back(std::move(*component));
  }
  return result;
}

void sort_components(std::vector<PrimeComponent>& components) {
  std::vector<std::pair<SortKey, std::size_t>> keys;
  keys.reserve(components.size());
  for (std::size_t i = 0; i < components.size(); ++i) keys.emplace_back(sort_key(components[i]), i);
  std::sort(keys.begin(), keys.end());
  std::vector<PrimeComponent> sorted;
  sorted.reserve(components.size());
  for (const auto& [key, index] : keys) sorted.push_back(std::move(components[index]));
  components = std::move(sorted);
}

void describe(const Ideal& ideal, PrimeComponent& component, const Limits& limits) {
  if (component.prime != Truth::yes) return;
  const Outcome<KnownBasis> known = component.ideal.known_basis(limits);
  if (!known) return;
  ReadableGenerators readable =
      readable_generators(component.ideal, ideal.generators(), limits.spend(&Effort::readable));
  component.complete_intersection = readable.complete_intersection;
  component.ideal = Ideal(ideal.variables(), std::move(readable.polynomials), ideal.engine());
  component.ideal.remember(known.value());
}

}  // namespace leafwise::algebra::detail
