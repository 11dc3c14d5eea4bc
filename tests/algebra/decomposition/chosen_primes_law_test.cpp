// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "differential_systems.hpp"
#include "geometry/row_dependence.hpp"
#include "ideals.hpp"
#include "number/random_choices.hpp"
#include "support/seed.hpp"

// Coefficients that vanish modulo the primes by which something is decided. The first of these
// systems is lost_leaf_modular.toml of a referee's attack on Leafwise (2026): its leaf at a = 1/N
// was lost for N = 796367719814493737, the product of two primes that were always taken.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

/// The constant from which primes were once drawn; everybody could read it.
constexpr std::uint64_t published_seed = 20260131;

Rational product_of_primes(std::mt19937_64& random, int count) {
  Rational product(1);
  for (int i = 0; i < count; ++i) {
    product *= Rational(static_cast<std::int64_t>(detail::random_prime(random)));
  }
  return product;
}

/// Of systems with a leaf at a = 1/N, where their rows lose rank, and one elsewhere.
const std::vector<std::pair<Texts, Texts>> families = {
    {{"a", "b"}, {"a*a' + b*b' - 1", "a*a' + b*b' - 1 + (N*a - 1)*(a*b' - b*a' - 3)"}},
    {{"a", "b", "c"},
     {"a*a' + b*b' - 1", "a*a' + b*b' - 1 + (N*a - 1)*(a*b' - b*a' - 3)", "c' - a*c"}},
    {{"a", "b", "c", "d"},
     {"a*a' + b*b' + c*c' + d*d' - 1",
      "a*a' + b*b' + c*c' + d*d' - 1 + (N*a - 1)*(a*b' - b*a' + c*d' - d*c' - 3)"}},
};

Completion completed_with(const std::pair<Texts, Texts>& family,
                          const Rational& number,
                          std::uint64_t seed) {
  Texts equations;
  for (std::string text : family.second) {
    if (const auto place = text.find('N'); place != std::string::npos) {
      text.replace(place, 1, number.to_string());
    }
    equations.push_back(std::move(text));
  }
  CompletionOptions options = test_completion_options();
  options.seed = seed;
  return complete(read_system(family.first, equations), options, patient());
}

void check_two_leaves(const Rational& number, std::uint64_t seed) {
  for (const auto& family : families) {
    CAPTURE(family.second.back());
    CAPTURE(number.to_string());
    CAPTURE(seed);
    const Completion found = completed_with(family, number, seed);
    // A doubt that is admitted would be no mistake, but none of these is hard.
    CHECK(found.complete);
    CHECK(found.leaves.size() == 2);
    for (const Leaf& leaf : found.leaves) CHECK(leaf.probable.empty());
  }
}

TEST_SUITE("law") {
  TEST_CASE("chosen primes: no leaf is lost where a coefficient is a multiple of many") {
    std::mt19937_64 published(published_seed);
    check_two_leaves(Rational(7), 1);
    check_two_leaves(product_of_primes(published, 2), 1);
    auto random = make_generator("chosen primes: no leaf is lost");
    for (std::uint64_t i = 0; i < multiplier(); ++i) {
      const int count = 1 + static_cast<int>(random() % 5);
      check_two_leaves(product_of_primes(random, count), random());
    }
  }

  /// Whoever knows how primes are drawn from the input can write one against the last.
  TEST_CASE("chosen primes: an attacker who follows them") {
    using detail::Evidence;
    const TextRing ring({"x", "y", "z"});
    const Ideal space = ring.ideal(std::vector<std::string>{});
    Rational number(1);
    for (int i = 0; i < 6; ++i) {
      const Polynomial entry =
          Polynomial(ring.variables().front()) * Polynomial(number) - Polynomial(Rational(1));
      const detail::PolynomialMatrix rows = {{entry, Polynomial()}, {Polynomial(), entry}};
      // Both rows vanish in a plane, and each with a line of multipliers.
      const auto below = [&](int dimension) {
        const auto answer = detail::are_dependences_below(space, rows, dimension, patient());
        REQUIRE(answer);
        return answer.value();
      };
      CHECK(below(3) == Evidence::against);
      CHECK(below(4) == Evidence::proved);
      std::mt19937_64 random(detail::seed_from({entry, {}, {}, entry}, space.engine().seed()));
      number *= product_of_primes(random, 4);
    }
  }

  TEST_CASE("chosen primes: they change with the input and the seed, and else not at all") {
    const TextRing ring({"x", "y"});
    const std::vector<Polynomial> one = {ring.polynomial("x*y - 1")};
    const std::vector<Polynomial> other = {ring.polynomial("x*y - 2")};
    CHECK(detail::seed_from(one, 1) == detail::seed_from(one, 1));
    CHECK(detail::seed_from(one, 1) != detail::seed_from(one, 2));
    CHECK(detail::seed_from(one, 1) != detail::seed_from(other, 1));
  }
}

}  // namespace
