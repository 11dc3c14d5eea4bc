// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>

#include "ideals.hpp"
#include "known_primes.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

using namespace algebra;

std::string to_text(const Polynomials& polynomials) {
  std::string text;
  for (const Polynomial& polynomial : polynomials) text += to_string(polynomial) + "; ";
  return text;
}

std::string result_text(const Decomposition& decomposition) {
  std::string text = decomposition.complete ? "complete" : "incomplete: " + decomposition.reason;
  for (const PrimeComponent& component : decomposition.components) {
    text += "\n" + to_text(component.ideal.generators()) + " dimension " +
            std::to_string(component.dimension) + " degree " + std::to_string(component.degree) +
            " prime " + to_string(component.prime);
  }
  text += "\nradical " + std::string(to_string(decomposition.radical_input));
  return text + "\nwhere not 0: " + to_text(decomposition.parameter_conditions);
}

DecompositionOptions uncached() {
  DecompositionOptions options;
  options.use_cache = false;
  return options;
}

namespace {

/// Not all of it in time: what is called prime has to lie in one of those expected nevertheless.
/// (It may lie in the closure of what is left.)
void check_what_is_known(const Ideal& ideal,
                         const Decomposition& found,
                         const std::vector<KnownPrime>& expected) {
  for (const PrimeComponent& component : found.components) {
    if (component.prime != Truth::yes) continue;
    INFO("component: " << to_text(component.ideal.generators()));
    CHECK(std::any_of(expected.begin(), expected.end(), [&](const KnownPrime& prime) {
      const Ideal known(ideal.variables(), prime.generators, ideal.engine());
      return value_of_outcome(is_subset(known, component.ideal, patient()));
    }));
  }
}

}  // namespace

void check_components(const Ideal& ideal,
                      const Decomposition& found,
                      const std::vector<KnownPrime>& expected) {
  INFO("ideal: " << to_text(ideal.generators()));
  INFO("found: " << result_text(found));
  if (!found.complete && !is_default_seed()) {
    MESSAGE("not complete: " << found.reason);
    return check_what_is_known(ideal, found, expected);
  }
  CHECK(found.complete);
  CHECK(found.unexplored.empty());
  CHECK(found.components.size() == expected.size());
  for (const KnownPrime& prime : expected) {
    INFO(prime.family << ": " << to_text(prime.generators));
    const Ideal known(ideal.variables(), prime.generators, ideal.engine());
    const auto match = std::find_if(
        found.components.begin(), found.components.end(), [&](const PrimeComponent& component) {
          return value_of_outcome(is_equal(component.ideal, known, patient()));
        });
    CHECK(match != found.components.end());
    if (match == found.components.end()) continue;
    CHECK(match->dimension == prime.dimension);
    if (prime.degree != 0) CHECK(match->degree == prime.degree);
    CHECK(match->prime == Truth::yes);
    CHECK(match->verified);
    // Either may be unknown, but they must not contradict each other.
    if (prime.absolutely == Truth::yes) CHECK(match->absolutely_prime != Truth::no);
    if (prime.absolutely == Truth::no) CHECK(match->absolutely_prime != Truth::yes);
  }
}

}  // namespace leafwise::tests
