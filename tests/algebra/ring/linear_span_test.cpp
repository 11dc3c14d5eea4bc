// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/linear_span.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "ideals.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

Polynomial combination(std::mt19937_64& random, const std::vector<Polynomial>& polynomials) {
  Polynomial sum;
  for (const Polynomial& polynomial : polynomials) {
    Polynomial multiple = polynomial;
    multiple *= Rational(static_cast<std::int64_t>(random() % 7) - 3);
    sum += multiple;
  }
  return sum;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("linear span: combinations lie in it, and what it takes for one lies in the ideal") {
    auto random = make_generator("linear spans");
    const TextRing ring({"a", "b", "c", "d"});
    for (std::uint64_t round = 0; round < 30 * multiplier(); ++round) {
      std::vector<Polynomial> generators;
      generators.reserve(3);
      for (int i = 0; i < 3; ++i) generators.push_back(random_quadric(random, ring.variables()));
      // Hidden among the others: an affine one, that times a variable, and a combination.
      const Polynomial affine =
          Polynomial(ring.variables()[0]) + combination(random, {Polynomial(ring.variables()[1])});
      std::vector<Polynomial> asked = {
          combination(random, generators), affine, affine * Polynomial(ring.variables()[2])};
      generators.push_back(affine + generators.front());
      for (int i = 0; i < 3; ++i) asked.push_back(random_quadric(random, ring.variables()));
      const std::vector<bool> seen = detail::are_combinations(ring.variables(), generators, asked);
      CHECK(seen[0]);
      CHECK(seen[1]);
      CHECK(seen[2]);
      const Ideal ideal = ring.ideal(generators);
      for (std::size_t i = 0; i < asked.size(); ++i) {
        if (seen[i]) CHECK(value_of_outcome(ideal.contains(asked[i], patient())));
      }
      detail::LinearSpan span;
      for (const Polynomial& generator : generators) span.add(generator);
      for (const Polynomial& one : span.affine()) CHECK(one.degree() <= 1);
      CHECK_FALSE(span.add(combination(random, generators)));
    }
  }
}
