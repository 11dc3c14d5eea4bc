// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// Ideals that are built from known primes fall into these primes again.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

struct KnownIdeal {
  Variables variables;
  Polynomials generators;
  std::vector<KnownPrime> primes;
};

Ideal ideal_of(const Variables& variables, const Polynomials& generators) {
  return {variables, generators, test_engine()};
}

Decomposition decomposed(const Variables& variables,
                         const Polynomials& generators,
                         const DecompositionOptions& options = uncached()) {
  return minimal_primes(ideal_of(variables, generators), options, patient());
}

KnownPrime random_moved_prime(std::mt19937_64& random, const Variables& variables) {
  const KnownPrime prime = random_prime(random, variables);
  return random() % 2 == 0 ? prime : moved(random, variables, prime);
}

KnownPrime linear_prime(std::mt19937_64& random, const Variables& variables) {
  KnownPrime prime = random_prime(random, variables);
  while (prime.degree != 1) prime = random_prime(random, variables);
  return prime;
}

/// A product of primes, some of them twice, or their intersection.
KnownIdeal random_union(std::mt19937_64& random) {
  KnownIdeal known;
  known.variables = numbered_variables(3 + random() % 2);
  const std::uint64_t count = 2 + random() % 2;
  std::vector<KnownPrime> primes;
  for (std::uint64_t i = 0; i < count; ++i) {
    // Of three, products reach degree ten and may take minutes unless one is simple.
    primes.push_back(i < 2 ? random_moved_prime(random, known.variables)
                           : linear_prime(random, known.variables));
  }
  known.primes = minimal_among(known.variables, primes);
  if (random() % 2 == 0) {
    Ideal common = ideal_of(known.variables, primes.front().generators);
    for (std::size_t i = 1; i < primes.size(); ++i) {
      common = value_of_outcome(
          intersection(common, ideal_of(known.variables, primes[i].generators), patient()));
    }
    known.generators = common.generators();
    return known;
  }
  known.generators = primes.front().generators;
  for (std::size_t i = 1; i < primes.size(); ++i) {
    known.generators = products(known.generators, primes[i].generators);
  }
  // A repeated factor, and an embedded one.
  if (count == 2 && random() % 2 == 0) {
    known.generators = products(known.generators, primes.front().generators);
  }
  return known;
}

/// What must not change the components: scaling, combinations, redundant and shuffled generators.
Polynomials rewritten(std::mt19937_64& random, const Variables& variables, Polynomials generators) {
  const std::size_t count = generators.size();
  for (Polynomial& generator : generators) {
    generator *= Rational(small_integer(random, 4) * 2 + 1, 3);
  }
  if (count > 1) {
    for (std::size_t step = 0; step < 2; ++step) {
      const std::size_t to = random() % count;
      const std::size_t from = random() % count;
      if (to == from) continue;
      generators[to] += generators[from] * Polynomial(Rational(small_integer(random, 2)));
    }
  }
  const Polynomial factor = random_sparse(random, variables, 1, 2);
  generators.push_back(generators[random() % count] * factor);
  generators.emplace_back();
  std::shuffle(generators.begin(), generators.end(), random);
  return generators;
}

TEST_SUITE("law") {
  TEST_CASE("decomposition: a prime is its own and only component") {
    auto random = make_generator("decomposition: primes");
    for (std::uint64_t run = 0; run < 24 * multiplier(); ++run) {
      const Variables variables = numbered_variables(3 + random() % 2);
      const KnownPrime prime = random_moved_prime(random, variables);
      CAPTURE(prime.family);
      const Decomposition found = decomposed(variables, prime.generators);
      check_components(ideal_of(variables, prime.generators), found, {prime});
      CHECK(found.radical_input == Truth::yes);
    }
  }

  TEST_CASE("decomposition: products and intersections of primes") {
    auto random = make_generator("decomposition: unions");
    for (std::uint64_t run = 0; run < 16 * multiplier(); ++run) {
      const KnownIdeal known = random_union(random);
      const Ideal ideal = ideal_of(known.variables, known.generators);
      const Decomposition found = decomposed(known.variables, known.generators);
      check_components(ideal, found, known.primes);
      std::vector<Ideal> parts;
      parts.reserve(known.primes.size());
      for (const KnownPrime& prime : known.primes) {
        parts.push_back(ideal_of(known.variables, prime.generators));
      }
      const Cover cover = verify_cover(ideal, parts, patient());
      CHECK(cover.contained == Truth::yes);
      CHECK(cover.covers == Truth::yes);
      if (found.radical_input != Truth::unknown) CHECK(found.radical_input == cover.radical);
    }
  }

  // Over ℚ a sum of primes in different variables is prime if all but one are prime over ℂ.
  TEST_CASE("decomposition: sums in different variables") {
    auto random = make_generator("decomposition: sums");
    for (std::uint64_t run = 0; run < 8 * multiplier(); ++run) {
      const Variables left = numbered_variables(3, "x");
      const Variables right = numbered_variables(3, "y");
      Variables all = left;
      all.insert(all.end(), right.begin(), right.end());
      const KnownPrime any = random_moved_prime(random, left);
      KnownPrime good = random_moved_prime(random, right);
      while (good.absolutely != Truth::yes) good = random_moved_prime(random, right);
      KnownPrime sum{any.generators, any.family + " + " + good.family};
      sum.generators.insert(sum.generators.end(), good.generators.begin(), good.generators.end());
      sum.dimension = any.dimension + good.dimension;
      sum.degree = any.degree * good.degree;
      sum.absolutely = any.absolutely;
      const Decomposition found = decomposed(all, sum.generators);
      check_components(ideal_of(all, sum.generators), found, {sum});
      CHECK(found.radical_input == Truth::yes);
    }
  }

  // The tensor product of two number fields is a sum of fields; how many is known.
  TEST_CASE("decomposition: sums of number fields") {
    const TextRing ring({"x", "y"});
    const std::vector<std::tuple<std::string, std::string, std::size_t>> cases = {
        {"x^2 - 2", "y^2 - 2", 2},
        {"x^2 - 2", "y^2 - 3", 1},
        {"x^2 - 2", "y^2 - 8", 2},
        {"x^3 - 2", "y^3 - 2", 2},
        {"x^4 - 2", "y^2 - 2", 2},
        {"x^4 + 1", "y^4 + 1", 4},
        {"x^2 + x + 1", "y^2 + 3", 2},
        {"x^3 - 3*x - 1", "y^3 - 3*y - 1", 3},
        {"x^4 + 1", "y^2 - 2", 2},
        {"x^4 - 10*x^2 + 1", "y^2 - 6", 2},
        {"x^3 - 2", "y^2 + y + 1", 1},
        {"x^6 + 108", "y^3 - 2", 3},
        {"x^2 - 2*y^2", "y^3 - 2", 1},
        {"x^5 - x - 1", "y^5 - y - 1", 2},
        {"x^4 - 2", "y^4 - 2", 3},
        {"x^4 - 2", "y^4 + 2", 2}};
    for (const auto& [left, right, count] : cases) {
      CAPTURE(left);
      CAPTURE(right);
      const Ideal ideal = ring.ideal(std::vector<std::string>{left, right});
      const Decomposition found = minimal_primes(ideal, uncached(), patient());
      CAPTURE(result_text(found));
      CHECK(found.complete);
      CHECK(found.components.size() == count);
      long degrees = 0;
      for (const PrimeComponent& component : found.components) {
        CHECK(component.prime == Truth::yes);
        CHECK(component.absolutely_prime == Truth::no);
        degrees += component.degree;
      }
      CHECK(degrees == value_of_outcome(ideal.degree(patient())));
      CHECK(found.radical_input == Truth::yes);
    }
  }

  TEST_CASE("decomposition: the result is that of the ideal, not of its generators") {
    auto random = make_generator("decomposition: invariance");
    for (std::uint64_t run = 0; run < 5 * multiplier(); ++run) {
      const KnownIdeal known = random_union(random);
      check_components(ideal_of(known.variables, known.generators),
                       decomposed(known.variables, known.generators),
                       known.primes);
      Variables shuffled = known.variables;
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      check_components(ideal_of(shuffled, known.generators),
                       decomposed(shuffled, known.generators),
                       known.primes);
      const Polynomials other = rewritten(random, known.variables, known.generators);
      check_components(
          ideal_of(known.variables, other), decomposed(known.variables, other), known.primes);
      // A variable more is a dimension more.
      shuffled.push_back({Role::unknown, "unused", 0});
      std::vector<KnownPrime> cylinders = known.primes;
      for (KnownPrime& cylinder : cylinders) ++cylinder.dimension;
      check_components(
          ideal_of(shuffled, known.generators), decomposed(shuffled, known.generators), cylinders);
    }
  }

  TEST_CASE("decomposition: seed and cache change nothing") {
    auto random = make_generator("decomposition: seed and cache");
    for (std::uint64_t run = 0; run < 6 * multiplier(); ++run) {
      const KnownIdeal known = random_union(random);
      CAPTURE(to_text(known.generators));
      const Decomposition plain = decomposed(known.variables, known.generators);
      check_components(ideal_of(known.variables, known.generators), plain, known.primes);
      // What is not done in a minute is not kept, and where the minute ended is left to chance.
      if (!plain.complete && !is_default_seed()) continue;
      const std::string first = result_text(plain);
      DecompositionOptions options = uncached();
      for (int repeat = 0; repeat < 2; ++repeat) {
        options.seed = random();
        CHECK(result_text(decomposed(known.variables, known.generators, options)) == first);
      }
      options.use_cache = true;
      const Decomposition kept = decomposed(known.variables, known.generators, options);
      CHECK(result_text(kept) == first);
      options.seed = random();
      const Decomposition recalled = decomposed(known.variables, known.generators, options);
      CHECK(recalled.from_cache);
      CHECK(result_text(recalled) == first);
      REQUIRE(recalled.components.size() == kept.components.size());
      for (std::size_t i = 0; i < kept.components.size(); ++i) {
        CHECK(recalled.components[i].verified == kept.components[i].verified);
        CHECK(recalled.components[i].verified_by == kept.components[i].verified_by);
        CHECK(recalled.components[i].path == kept.components[i].path);
        CHECK(recalled.components[i].absolutely_prime == kept.components[i].absolutely_prime);
        CHECK(recalled.components[i].complete_intersection ==
              kept.components[i].complete_intersection);
      }
    }
  }

  TEST_CASE("decomposition: nothing and everything") {
    const TextRing ring({"x", "y"});
    for (const Polynomials& none : {Polynomials{}, Polynomials{Polynomial()}}) {
      const Decomposition plane = minimal_primes(ring.ideal(none), uncached(), patient());
      const KnownPrime all{{}, "plane", 2, 1, Truth::yes};
      check_components(ring.ideal(none), plane, {all});
      CHECK(plane.radical_input == Truth::yes);
    }
    for (const std::vector<std::string>& unit : std::vector<std::vector<std::string>>{
             {"1"}, {"3", "x"}, {"x*y", "x*y - 1"}, {"x", "x - 1"}}) {
      const Decomposition empty = minimal_primes(ring.ideal(unit), uncached(), patient());
      check_components(ring.ideal(unit), empty, {});
      CHECK(empty.radical_input == Truth::yes);
    }
  }
}

}  // namespace
