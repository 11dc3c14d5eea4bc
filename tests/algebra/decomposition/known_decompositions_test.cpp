// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/known_decompositions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/four_bar_chain.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using tests::KnownDecomposition;

namespace {

// What takes more than a second somewhere, each a test of its own.
constexpr std::array<std::string_view, 2> long_ones = {"andrews", "polygon5"};

const Engine& test_engine() {
  static const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

/// Far beyond what these systems need on a loaded machine; an answer is tested here, not a speed.
Limits limits() {
  return Limits::within(std::chrono::seconds(60));
}

DecompositionOptions no_cache() {
  DecompositionOptions options;
  options.use_cache = false;
  return options;
}

Ideal ideal_of(const std::vector<Variable>& variables, const std::vector<Polynomial>& generators) {
  return {variables, generators, test_engine()};
}

bool same(const Ideal& left, const Ideal& right) {
  const Outcome<bool> equal = is_equal(left, right, limits());
  if (!equal) FAIL(equal.reason());
  return equal.value();
}

const std::vector<KnownDecomposition>& known_decompositions() {
  static const std::vector<KnownDecomposition> systems =
      tests::read_known_decompositions(LEAFWISE_TEST_DATA "/decomposition/systems.json");
  return systems;
}

const KnownDecomposition& known_decomposition(std::string_view name) {
  const auto found = std::find_if(known_decompositions().begin(),
                                  known_decompositions().end(),
                                  [&](const auto& known) { return known.name == name; });
  REQUIRE(found != known_decompositions().end());
  return *found;
}

/// Each component found is one of those known, and each of those known is found.
void check_ideals(const KnownDecomposition& known, const Decomposition& found) {
  std::vector<int> times_found(known.primes.size(), 0);
  for (const PrimeComponent& component : found.components) {
    int matches = 0;
    for (std::size_t i = 0; i < known.primes.size(); ++i) {
      if (!same(component.ideal, ideal_of(known.variables, known.primes[i]))) continue;
      ++matches;
      ++times_found[i];
    }
    CHECK(matches == 1);
  }
  CHECK(times_found == std::vector<int>(known.primes.size(), 1));
}

/// All but that the components are prime.
Decomposition check_components(const KnownDecomposition& known) {
  CAPTURE(known.name);
  Decomposition found =
      minimal_primes(ideal_of(known.variables, known.generators), no_cache(), limits());
  CAPTURE(found.reason);
  std::multiset<std::pair<int, long>> dimensions_and_degrees;
  for (const PrimeComponent& component : found.components) {
    dimensions_and_degrees.emplace(component.dimension, component.degree);
    CHECK(component.verified);
    CHECK(component.prime != Truth::no);
  }
  CHECK(dimensions_and_degrees == known.dimensions_and_degrees);
  if (!known.primes.empty()) check_ideals(known, found);
  if (known.radical && found.radical_input != Truth::unknown) {
    CHECK((found.radical_input == Truth::yes) == *known.radical);
  }
  CHECK(found.unexplored.empty());
  CHECK_FALSE(found.from_cache);
  return found;
}

void check_primes(const KnownDecomposition& known) {
  const Decomposition found = check_components(known);
  CAPTURE(known.name);
  CAPTURE(found.reason);
  CHECK(found.complete);
  for (const PrimeComponent& component : found.components) CHECK(component.prime == Truth::yes);
}

std::vector<Polynomial> parallelograms(const std::vector<Variable>& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  std::vector<Polynomial> generators = {x.pow(2) + y.pow(2) - Polynomial(Rational(1))};
  for (std::size_t i = 2; i < variables.size(); i += 2) {
    const Polynomial shift(Rational(static_cast<std::int64_t>(i / 2)));
    generators.push_back(Polynomial(variables[i]) - x - shift);
    generators.push_back(Polynomial(variables[i + 1]) - y);
  }
  return generators;
}

TEST_SUITE("law") {
  TEST_CASE("known decompositions: short systems") {
    CHECK(known_decompositions().size() > long_ones.size());
    for (const KnownDecomposition& known : known_decompositions()) {
      if (std::count(long_ones.begin(), long_ones.end(), known.name) == 0) check_primes(known);
    }
  }

  TEST_CASE("known decompositions: the polygon of five bars") {
    check_primes(known_decomposition("polygon5"));
  }

  TEST_CASE("known decompositions: Andrews' squeezer") {
    // Both components are prime, but that may be more than we find out in time.
    check_components(known_decomposition("andrews"));
  }

  // On each component bars j … k turn in parallel, with B_i − A_i the same for j ≤ i ≤ k. If that
  // is not all bars, B_{j−1} = A_j: the bars before j lie flat towards it, those behind k the other
  // way. So there are as many components as pairs j ≤ k, each of them a circle.
  TEST_CASE("known decompositions: four-bars in a row") {
    for (unsigned n = 1; n <= 5; ++n) {
      CAPTURE(n);
      const tests::FourBarChain chain = tests::four_bar_chain(n);
      const Decomposition found =
          minimal_primes(ideal_of(chain.variables, chain.equations), no_cache(), limits());
      CAPTURE(found.reason);
      CHECK(found.complete);
      CHECK(found.components.size() == (n + 1) * (n + 2) / 2);
      for (const PrimeComponent& component : found.components) {
        CHECK(component.dimension == 1);
        CHECK(component.degree == 2);
        CHECK(component.prime == Truth::yes);
      }
    }
  }

  TEST_CASE("known decompositions: the point leads to the parallelograms among forty four-bars") {
    const unsigned n = 40;
    const tests::FourBarChain chain = tests::four_bar_chain(n);
    Point upright;
    for (unsigned i = 0; i <= n; ++i) {
      upright.set(chain.variables[2 * i], Rational(static_cast<std::int64_t>(i)));
      upright.set(chain.variables[2 * i + 1], Rational(1));
    }
    DecompositionOptions options = no_cache();
    options.point = upright;
    const Decomposition found =
        minimal_primes(ideal_of(chain.variables, chain.equations), options, limits());
    CAPTURE(found.reason);
    CHECK(found.complete);
    REQUIRE(found.components.size() == 1);
    const PrimeComponent& component = found.components.front();
    CHECK(component.dimension == 1);
    CHECK(component.degree == 2);
    CHECK(component.prime == Truth::yes);
    for (const Polynomial& generator : component.ideal.generators()) {
      CHECK(upright.vanishes(generator) == Truth::yes);
    }
    CHECK(same(component.ideal, ideal_of(chain.variables, parallelograms(chain.variables))));
  }
}

}  // namespace
