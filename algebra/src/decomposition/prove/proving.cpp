// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "decomposition/prove/certificates.hpp"
#include "decomposition/prove/primality.hpp"
#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/components.hpp"
#include "decomposition/simplify/unmixed.hpp"
#include "decomposition/split/small_systems.hpp"
#include "decomposition/tower/tower_proof.hpp"
#include "ring/rewriting.hpp"

/// Why components are prime, in words that depend on them alone.
namespace leafwise::algebra::detail {

namespace {

/// Of whom it does not matter: engines race.
constexpr const char* claimed = "the word of an engine";

/// Degree 1 would not do: there may be more than the part of highest dimension.
bool is_linear(const Ideal& ideal) {
  return std::all_of(ideal.generators().begin(), ideal.generators().end(), [](const auto& g) {
    return g.degree() <= 1;
  });
}

/// The word of an engine, not a proof.
bool is_a_claim(const std::string& by) {
  if (by == irreducible_once || by == claimed || by == kept_words) return true;
  constexpr std::array<std::string_view, 3> engines = {
      "irreducible characteristic series", "characteristic series", "GTZ"};
  return std::any_of(engines.begin(), engines.end(), [&](std::string_view engine) {
    return by.starts_with(engine);
  });
}

/// What is left of a prime when all is solved for that can be: an isomorphism. In the order of
/// degrees and lengths, so that it is the same for the same generators.
Polynomials solved(Polynomials generators) {
  constexpr std::size_t most_terms_of_value = 12;
  constexpr std::size_t most_terms = 400;
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    std::stable_sort(generators.begin(), generators.end(), [](const auto& a, const auto& b) {
      return std::pair(a.degree(), a.terms().size()) < std::pair(b.degree(), b.terms().size());
    });
    for (std::size_t i = 0; i < generators.size() && !has_changed; ++i) {
      const std::optional<Graph> graph = solve_for_a_variable(generators[i], most_terms_of_value);
      if (!graph) continue;
      Polynomials rest;
      rest.reserve(generators.size());
      std::size_t terms = 0;
      for (std::size_t k = 0; k < generators.size(); ++k) {
        if (k == i) continue;
        Polynomial reduced = substituted(generators[k], graph->variable, graph->value);
        if (reduced.is_zero()) continue;
        terms += reduced.terms().size();
        rest.push_back(std::move(reduced));
      }
      if (terms > most_terms) continue;
      generators = std::move(rest);
      has_changed = true;
    }
  }
  return generators;
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

/// Only words of engines go: what is proved stays proved.
void replace_claims(PrimeComponent& component, std::string proof) {
  std::erase_if(component.verified_by, is_a_claim);
  component.verified_by.push_back(std::move(proof));
}

void prove_by_solving(PrimeComponent& component, std::uint64_t /*seed*/, const Limits& limits) {
  if (limits.is_over()) return;
  const Polynomials core = solved(component.ideal.generators());
  if (core.size() > 1) return;
  if (core.size() == 1 && !is_irreducible_by_flint(core.front())) return;
  if (core.empty()) component.absolutely_prime = Truth::yes;
  replace_claims(component, core.empty() ? "a graph over affine space" : irreducible_by_flint);
}

void prove_by_points(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  if (!are_conjugate_points(component.ideal, seed, limits)) return;
  replace_claims(component, "the minimal polynomial of a linear form is irreducible");
}

void prove_by_tower(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  const Ideal& ideal = component.ideal;
  const std::optional<TowerProof> proof =
      prove_tower(ideal.generators(), seed, ideal.engine(), limits);
  if (!proof) return;
  if (proof->absolutely) component.absolutely_prime = Truth::yes;
  replace_claims(component, tower_words);
}

void prove_by_sum(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  if (!is_sum_of_primes(component.ideal, seed, limits)) return;
  replace_claims(component, "a sum of primes in different variables");
}

bool is_projected(const PrimeComponent& component) {
  const std::vector<std::string>& words = component.verified_by;
  return is_proved_prime(component) && std::any_of(words.begin(), words.end(), [](const auto& by) {
           return by.ends_with(projection_words);
         });
}

/// Neither of lower dimension nor embedded.
bool has_no_other_part(const PrimeComponent& component, const Limits& limits) {
  return component.complete_intersection == Truth::yes ||
         is_unmixed(component.ideal, limits) == Truth::yes;
}

void prove_by_projection(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(component.ideal, seed, limits.spend(&Effort::component_certificate));
  if (!certificate) return;
  if (certificate.value().absolutely) component.absolutely_prime = Truth::yes;
  if (!certificate.value().irreducible || is_projected(component)) return;
  // That is about the part of highest dimension.
  if (has_no_other_part(component, limits)) std::erase_if(component.verified_by, is_a_claim);
  component.verified_by.push_back(to_string(certificate.value()));
}

void prove_by_section(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  const Limits own = limits.spend(&Effort::component_certificate);
  if (!has_no_other_part(component, own)) return;
  if (!has_conjugate_section(component.ideal, seed, own)) return;
  replace_claims(component, "the points of a section by planes are conjugate");
}

bool has_no_proof(const PrimeComponent& component, int /*dimension*/) {
  return !is_proved_prime(component);
}

}  // namespace

const Certificate certificates::solving{
    "solving",
    "not proved yet",
    "substitutions, one factorisation by FLINT",
    "an isomorphism leads to an affine space, or to one irreducible equation",
    has_no_proof,
    prove_by_solving};

const Certificate certificates::conjugate_points{
    "conjugate points",
    "not proved yet, finitely many points",
    "the minimal polynomial of a random linear form",
    "irreducible and of full degree it shows a field",
    [](const PrimeComponent& component, int dimension) {
      return dimension == 0 && !is_proved_prime(component);
    },
    prove_by_points};

const Certificate certificates::tower{"tower",
                                      "not proved yet, infinitely many points",
                                      "points modulo small primes, counted",
                                      "its storeys are irreducible, see below",
                                      [](const PrimeComponent& component, int dimension) {
                                        return dimension != 0 && !is_proved_prime(component);
                                      },
                                      prove_by_tower};

const Certificate certificates::sum_of_primes{
    "sum of primes",
    "not proved yet, infinitely many points",
    "these certificates for each block of equations",
    "a sum of primes in different variables is prime when all but one are so over ℂ",
    [](const PrimeComponent& component, int dimension) {
      return dimension != 0 && !is_proved_prime(component);
    },
    prove_by_sum};

const Certificate certificates::projection{
    "projection",
    "not linear, infinitely many points",
    "degree + 1 sections modulo a random prime, 1.5 s at most",
    "irreducible modulo p after projection, see below",
    [](const PrimeComponent& component, int dimension) {
      const bool is_known = component.absolutely_prime != Truth::unknown && is_projected(component);
      return dimension != 0 && !is_linear(component.ideal) && !is_known;
    },
    prove_by_projection};

const Certificate certificates::conjugate_section{
    "conjugate section",
    "not proved yet, infinitely many points",
    "the minimal polynomial of a linear form on a section, three times, 1.5 s at most",
    "as many conjugate points as the degree, see below",
    [](const PrimeComponent& component, int dimension) {
      return dimension != 0 && !is_proved_prime(component);
    },
    prove_by_section};

void prove_again(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  if (component.prime != Truth::yes) return;
  // In the ring, parameters counted: prime there over ℂ is prime over ℂ(parameters).
  const Outcome<int> in_ring = component.ideal.dimension(limits);
  if (!in_ring) return;
  const int dimension = in_ring.value();
  if (dimension == 0) {
    const Outcome<long> degree = component.ideal.degree(limits);
    if (!degree) return;
    // Over ℂ a prime of dimension 0 is as many points as its degree.
    component.absolutely_prime = degree.value() == 1 ? Truth::yes : Truth::no;
  } else if (is_linear(component.ideal)) {
    component.absolutely_prime = Truth::yes;
  }
  for (const Certificate* certificate : certificates::in_order) {
    if (certificate->applies(component, dimension)) certificate->run(component, seed, limits);
  }
}

void prove_in_own_words(PrimeComponent& component, std::uint64_t seed, const Limits& limits) {
  if (component.prime != Truth::yes) return;
  const bool was_proved = is_proved_prime(component);
  component.verified_by = {claimed};
  prove_again(component, seed, limits);
  if (is_linear(component.ideal)) component.verified_by = {"linear equations"};
  if (!was_proved || is_proved_prime(component)) return;
  std::erase_if(component.verified_by, is_a_claim);
  component.verified_by.emplace_back("the way in which it was found");
}

bool is_proved_prime(const PrimeComponent& component) {
  return is_linear(component.ideal) ||
         std::none_of(component.verified_by.begin(), component.verified_by.end(), is_a_claim);
}

}  // namespace leafwise::algebra::detail
