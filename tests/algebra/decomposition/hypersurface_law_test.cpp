// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// Unions of varieties in general position, of whose bases no element factors: engines that look at
// the whole once needed minutes for two twisted cubics (test seed 79560415789979).

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

Ideal ideal_of(const Variables& variables, const Polynomials& generators) {
  return {variables, generators, test_engine()};
}

/// A cone over a twisted cubic, moved by linear maps.
KnownPrime twisted_cubic(std::mt19937_64& random, const Variables& variables) {
  while (true) {
    const KnownPrime prime = random_prime(random, variables);
    if (prime.family != "twisted cubic") continue;
    KnownPrime image = moved(random, variables, prime);
    // Degree 0: not known, since it was bent.
    if (image.degree != 0) return image;
  }
}

/// Looked at along the first axis it is the same.
KnownPrime mirrored(const Variables& variables, const KnownPrime& prime) {
  Polynomials values;
  for (const Variable& variable : variables) values.emplace_back(variable);
  values.front() = Polynomial() - values.front();
  KnownPrime image = prime;
  image.generators = replaced(prime.generators, variables, values);
  return image;
}

void check_union(const Variables& variables, const std::vector<KnownPrime>& parts) {
  const std::vector<KnownPrime> primes = minimal_among(variables, parts);
  Ideal common = ideal_of(variables, primes.front().generators);
  for (std::size_t i = 1; i < primes.size(); ++i) {
    common = value_of_outcome(
        intersection(common, ideal_of(variables, primes[i].generators), patient()));
  }
  const Decomposition found = minimal_primes(common, uncached(), patient());
  check_components(common, found, primes);
  CHECK(found.radical_input != Truth::no);
}

/// Pairs of twisted cubics, the second one made of the first by `other`.
template <typename Other>
void check_pairs(const char* name, std::size_t dimension, const Other& other) {
  auto random = make_generator(name);
  const Variables variables = numbered_variables(dimension);
  for (std::uint64_t run = 0; run < 3 * multiplier(); ++run) {
    const KnownPrime one = twisted_cubic(random, variables);
    check_union(variables, {one, other(random, variables, one)});
  }
}

KnownPrime independent(std::mt19937_64& random, const Variables& variables, const KnownPrime&) {
  return twisted_cubic(random, variables);
}

TEST_SUITE("law") {
  TEST_CASE("hypersurface: two surfaces in general position come apart") {
    check_pairs("hypersurface: surfaces", 4, independent);
  }

  TEST_CASE("hypersurface: a surface and its mirror image come apart") {
    check_pairs("hypersurface: mirrors",
                4,
                [](std::mt19937_64&, const Variables& variables, const KnownPrime& one) {
                  return mirrored(variables, one);
                });
  }

  TEST_CASE("hypersurface: curves in space come apart") {
    check_pairs("hypersurface: curves", 3, independent);
  }
}

}  // namespace
