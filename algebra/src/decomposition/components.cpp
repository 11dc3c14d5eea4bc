// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/components.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "decomposition/certificate.hpp"
#include "decomposition/primality.hpp"
#include "decomposition/readable.hpp"
#include "decomposition/small_systems.hpp"
#include "decomposition/unmixed.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds readable_time{1000};
constexpr milliseconds basis_time{2000};
constexpr milliseconds certificate_time{1500};
constexpr milliseconds one_equation_time{1000};

std::optional<PrimeComponent> component_from(const Ideal& like,
                                             const Polynomials& generators,
                                             const Limits& limits) {
  PrimeComponent component{Ideal(like.variables(), generators, like.engine()), -1, 0};
  // What could not be split may have no basis in time either; then nothing is known of it.
  const Outcome<KnownBasis> known = component.ideal.known_basis(limits.at_most(basis_time));
  if (!known) return component;
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

/// Those whose basis is not known come last: nobody can tell in what they lie.
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

/// Degree 1 would not do: there may be more than the part of highest dimension.
bool is_linear(const Ideal& ideal) {
  return std::all_of(ideal.generators().begin(), ideal.generators().end(), [](const auto& g) {
    return g.degree() <= 1;
  });
}

/// The word of an engine, not a proof.
bool is_a_claim(const std::string& by) {
  if (by == irreducible_once) return true;
  constexpr std::array<std::string_view, 3> engines = {
      "irreducible characteristic series", "characteristic series", "GTZ"};
  return std::any_of(engines.begin(), engines.end(), [&](std::string_view engine) {
    return by.starts_with(engine);
  });
}

/// A prime that is one irreducible equation, modulo linear ones.
bool is_one_equation(const Ideal& ideal, const Limits& limits) {
  const Polynomial* single = nullptr;
  for (const Polynomial& generator : ideal.generators()) {
    if (generator.degree() <= 1) continue;
    if (single != nullptr) return false;
    single = &generator;
  }
  if (single == nullptr) return false;
  std::vector<Polynomial> linear;
  for (const Polynomial& generator : ideal.generators()) {
    if (generator.degree() <= 1) linear.push_back(generator);
  }
  if (linear.empty()) return is_irreducible_by_flint(*single);
  const Ideal plane(ideal.variables(), std::move(linear), ideal.engine());
  const Outcome<Polynomial> core = plane.normal_form(*single, limits.at_most(one_equation_time));
  return core && is_irreducible_by_flint(core.value());
}

/// The ideal of some of the generators, in their own variables, as a prime that is to be proved.
std::optional<PrimeComponent> part_from(const Polynomials& generators,
                                        const Ideal& like,
                                        const Limits& limits) {
  std::set<Variable> used;
  for (const Polynomial& generator : generators) used.merge(generator.variables());
  PrimeComponent part{Ideal({used.begin(), used.end()}, generators, like.engine())};
  const Outcome<int> dimension = part.ideal.dimension(limits);
  if (!dimension || dimension.value() < 0) return std::nullopt;
  part.dimension = dimension.value();
  part.prime = Truth::yes;
  part.verified_by = {irreducible_once};  // to be replaced by a proof
  const bool as_many = used.size() == generators.size() + static_cast<std::size_t>(part.dimension);
  part.complete_intersection = as_many ? Truth::yes : Truth::unknown;
  return part;
}

/// Generators in different variables, each set of them a prime by proof, all but one also over ℂ:
/// that their sum is prime is seen where a projection of the whole could not show it.
bool is_sum_of_primes(const Ideal& ideal, std::uint64_t seed, const Limits& limits) {
  const std::vector<std::vector<std::size_t>> blocks = connected_blocks(ideal.generators());
  std::set<Variable> used;
  for (const Polynomial& generator : ideal.generators()) used.merge(generator.variables());
  // Variables that do not occur are a block, too: an affine space.
  const bool has_free_variables = used.size() < ideal.variables().size();
  if (blocks.size() < 2 && !has_free_variables) return false;
  std::vector<PrimeComponent> parts;
  Polynomials points;  // all number fields together: their compositum may be one
  for (const std::vector<std::size_t>& members : blocks) {
    Polynomials generators;
    for (const std::size_t member : members) generators.push_back(ideal.generators()[member]);
    std::optional<PrimeComponent> part = part_from(generators, ideal, limits);
    if (!part) return false;
    if (part->dimension == 0) {
      points.insert(points.end(), generators.begin(), generators.end());
    } else {
      parts.push_back(std::move(*part));
    }
  }
  if (parts.empty() && !has_free_variables) return false;
  if (!points.empty()) {
    std::optional<PrimeComponent> part = part_from(points, ideal, limits);
    if (!part) return false;
    parts.push_back(std::move(*part));
  }
  if (parts.size() < 2 && !has_free_variables) return false;
  int over_rationals_only = 0;
  for (PrimeComponent& part : parts) {
    prove_again(part, seed, limits);
    if (!is_proved_prime(part)) return false;
    if (part.absolutely_prime != Truth::yes) ++over_rationals_only;
  }
  return over_rationals_only <= 1;
}

using SortKey = std::tuple<bool, int, unsigned, std::string>;

SortKey sort_key(const PrimeComponent& component) {
  // The basis is known by now, or there is nothing to sort by: no time to compute one.
  const Outcome<Polynomials> basis =
      component.ideal.groebner_basis(Limits::within(milliseconds{0}));
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
      readable_generators(component.ideal, ideal.generators(), limits.at_most(readable_time));
  component.complete_intersection = readable.complete_intersection;
  component.ideal = Ideal(ideal.variables(), std::move(readable.polynomials), ideal.engine());
  component.ideal.remember(known.value());
}

void prove_again(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  if (component.prime != Truth::yes) return;
  // In the ring, parameters counted: prime there over ℂ is prime over ℂ(parameters).
  const Outcome<KnownBasis> known = component.ideal.known_basis(limits);
  if (!known) return;
  if (known.value().dimension == 0) {
    // Over ℂ a prime of dimension 0 is as many points as its degree.
    component.absolutely_prime = known.value().degree == 1 ? Truth::yes : Truth::no;
  } else if (is_linear(component.ideal)) {
    component.absolutely_prime = Truth::yes;
  }
  const bool projected =
      is_proved_prime(component) &&
      std::any_of(component.verified_by.begin(), component.verified_by.end(), [](const auto& by) {
        return by.starts_with("irreducible modulo");
      });
  const bool nothing_left =
      is_linear(component.ideal) || (component.absolutely_prime != Truth::unknown && projected);
  if (nothing_left) return;
  if (!is_proved_prime(component) && is_one_equation(component.ideal, limits)) {
    std::erase_if(component.verified_by, is_a_claim);
    component.verified_by.emplace_back(irreducible_twice);
  }
  if (known.value().dimension == 0) {
    if (is_proved_prime(component)) return;
    if (!are_conjugate_points(component.ideal, seed, limits)) return;
    std::erase_if(component.verified_by, is_a_claim);
    component.verified_by.emplace_back("the minimal polynomial of a linear form is irreducible");
    return;
  }
  if (!is_proved_prime(component) && is_sum_of_primes(component.ideal, seed, limits)) {
    std::erase_if(component.verified_by, is_a_claim);
    component.verified_by.emplace_back("a sum of primes in different variables");
  }
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(component.ideal, seed, limits.at_most(certificate_time));
  if (!certificate) return;
  if (certificate.value().absolutely) component.absolutely_prime = Truth::yes;
  if (!certificate.value().irreducible || projected) return;
  // That is about the part of highest dimension: in a complete intersection there is no other.
  const bool is_all = component.complete_intersection == Truth::yes ||
                      is_unmixed(component.ideal, limits) == Truth::yes;
  if (is_all) std::erase_if(component.verified_by, is_a_claim);
  component.verified_by.push_back(to_string(certificate.value()));
}

bool is_proved_prime(const PrimeComponent& component) {
  return is_linear(component.ideal) ||
         std::none_of(component.verified_by.begin(), component.verified_by.end(), is_a_claim);
}

}  // namespace leafwise::algebra::detail
