// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/tower/tower.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "decomposition/race/engines.hpp"
#include "decomposition/tower/tower_proof.hpp"
#include "decomposition_checks.hpp"
#include "ideals.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

std::optional<detail::TowerProof> proof_of(const Ideal& ideal) {
  return detail::prove_tower(ideal.generators(), 1, ideal.engine(), patient());
}

struct Linkage {
  std::vector<std::string> variables;
  std::vector<std::string> equations;
};

std::string number(int i) {
  return std::to_string(i);
}

std::string bar(const std::string& x,
                const std::string& y,
                const std::string& u,
                const std::string& v,
                int square) {
  return "(" + x + " - " + u + ")^2 + (" + y + " - " + v + ")^2 - " + number(square);
}

/// Bars, dyads, triangles and roots on points that are there. Small numbers: so it often splits.
Linkage random_linkage(std::mt19937_64& random, int steps) {
  const auto from = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  Linkage linkage;
  std::vector<std::pair<std::string, std::string>> points = {{"0", "0"}, {"3", "0"}, {"1", "2"}};
  for (int step = 0; step < steps; ++step) {
    const std::string x = "x" + number(step);
    const std::string y = "y" + number(step);
    const auto& [p, q] =
        points[static_cast<std::size_t>(from(0, static_cast<int>(points.size()) - 1))];
    const auto& [u, v] =
        points[static_cast<std::size_t>(from(0, static_cast<int>(points.size()) - 1))];
    const int kind = from(0, 3);
    if (kind == 0) {
      linkage.equations.push_back(x + "^2 - " + number(from(1, 6)) + "*" +
                                  (points.size() > 3 ? points.back().first : number(from(1, 6))));
      linkage.variables.push_back(x);
      continue;
    }
    linkage.equations.push_back(bar(x, y, p, q, from(1, 6)));
    if (kind > 1 && (p != u || q != v)) linkage.equations.push_back(bar(x, y, u, v, from(1, 6)));
    linkage.variables.insert(linkage.variables.end(), {x, y});
    points.emplace_back(x, y);
  }
  return linkage;
}

}  // namespace

TEST_SUITE("law") {
  // The engine knows nothing of towers. Only a proof says something; that many are found is
  // counted, so that the law is not empty.
  TEST_CASE("tower: what is proved prime has one component by the engine, which is the ideal") {
    auto random = make_generator("tower against GTZ");
    int proved = 0;
    for (std::uint64_t round = 0; round < 24 * multiplier(); ++round) {
      const Linkage linkage = random_linkage(random, round % 2 == 0 ? 2 : 3);
      const TextRing ring(linkage.variables);
      const Ideal ideal = ring.ideal(linkage.equations);
      CAPTURE(linkage.equations);
      const auto proof = proof_of(ideal);
      if (!proof) continue;
      ++proved;
      const auto parts = detail::primes_by_gtz(ideal, Limits::within(std::chrono::seconds(5)));
      if (!parts) continue;  // too hard for it: nothing to compare
      REQUIRE(parts.value().size() == 1);
      const Ideal only(ideal.variables(), parts.value().front(), ideal.engine());
      CHECK(value_of_outcome(is_equal(ideal, only, patient())));
      CHECK(value_of_outcome(ideal.dimension(patient())) ==
            static_cast<int>(linkage.variables.size()) -
                static_cast<int>(linkage.equations.size()));
    }
    CHECK(proved > 4);
  }

  TEST_CASE("tower: what is known to split is never proved") {
    for (const KnownDecomposition& known :
         read_known_decompositions(LEAFWISE_TEST_DATA "/decomposition/systems.json")) {
      if (known.dimensions_and_degrees.size() < 2) continue;
      CAPTURE(known.name);
      CHECK_FALSE(proof_of({known.variables, known.generators, test_engine()}));
    }
  }

  // Degrees multiply to 2^(n(n−1)/2) where they are solved for one variable; the curve's own is
  // that of the largest value, 2^(n−1) (test seed 121 of "sums in different variables": 72 for 12).
  TEST_CASE("tower: graphs keep their bases, whatever their degrees multiply to") {
    auto random = make_generator("tower: graphs");
    for (int length = 4; length <= 6; ++length) {
      std::vector<std::string> variables = {"x0"};
      std::vector<std::string> equations;
      for (int i = 1; i < length; ++i) {
        variables.push_back("x" + number(i));
        equations.push_back(variables[static_cast<std::size_t>(i)] + " - x" + number(i - 1) +
                            "^2 - " + number(static_cast<int>(random() % 3)));
      }
      const Ideal ideal = TextRing(variables).ideal(equations);
      DecompositionOptions options;
      options.use_cache = false;
      const Decomposition found = minimal_primes(ideal, options, patient());
      REQUIRE(found.components.size() == 1);
      const PrimeComponent& curve = found.components.front();
      CHECK(curve.verified);
      CHECK(curve.degree == 1L << (length - 1));
      CHECK(value_of_outcome(is_equal(curve.ideal, ideal, patient())));
    }
  }

  TEST_CASE("tower: several square roots, by their classes") {
    const TextRing ring({"u", "v", "w"});
    CHECK(proof_of(ring.ideal(std::vector<std::string>{"u^2 - 2", "v^2 - 3", "w^2 - 5"})));
    CHECK(proof_of(ring.ideal(std::vector<std::string>{"u^2 - 2", "v^2 - u", "w^2 - 3"})));
    for (const std::vector<std::string>& split :
         {std::vector<std::string>{"u^2 - 2", "v^2 - 8", "w^2 - 5"},
          {"u^2 - 2", "v^2 - 3", "w^2 - 6"},
          {"u^2 - 9", "v^2 - 3", "w^2 - 5"},
          {"u^2 - 2", "v^2 - u^2*w^2"}}) {
      CAPTURE(split);
      CHECK_FALSE(proof_of(ring.ideal(split)));
    }
  }
}

TEST_CASE("tower: planted components are refused") {
  const TextRing ring({"a", "b", "c", "d", "e", "f"});
  const std::vector<std::vector<std::string>> splitting = {
      // A rhombus: its dyad may fold, and then its point moves by itself.
      {"a^2 + b^2 - 1",
       "(c - 3)^2 + d^2 - 4",
       "(a - c)^2 + (b - d)^2 - 9",
       "(a - e)^2 + (b - f)^2 - 9",
       "(c - e)^2 + (d - f)^2 - 9",
       "a - c - 3"},
      {"a^2 + b^2 - 1", "(c - a)^2 + (d - b)^2 - 1", "(c - 1)^2 + d^2 - 1"},
      // A triangle of bars 3, 4, 5: its area is rational, so its side is chosen once for ever.
      {"a^2 + b^2 - 9", "c^2 + d^2 - 16", "(a - c)^2 + (b - d)^2 - 25"},
      // Two congruent triangles on one bar.
      {"a^2 + b^2 - 4",
       "c^2 + d^2 - 9",
       "(a - c)^2 + (b - d)^2 - 8",
       "e^2 + f^2 - 9",
       "(a - e)^2 + (b - f)^2 - 8"},
      // A conic that falls apart, and a root of a square.
      {"a^2 + b^2 + 2*a + 1 - c^2 + c^2"},
      {"a^2 - c^2"},
  };
  for (const std::vector<std::string>& texts : splitting) {
    CAPTURE(texts);
    const bool is_conic = texts.size() == 1 && texts.front().find("2*a") != std::string::npos;
    const auto proof = proof_of(ring.ideal(texts));
    // Over ℚ two conjugate lines are prime; over ℂ they are two.
    CHECK((!proof || (is_conic && !proof->absolutely)));
  }
}

TEST_CASE("tower: triangles of bars are prime over ℚ, and not proved so over ℂ") {
  const TextRing ring({"a", "b", "c", "d", "e", "f"});
  const auto proof = proof_of(ring.ideal(std::vector<std::string>{"a^2 + b^2 - 4",
                                                                  "c^2 + d^2 - 9",
                                                                  "(a - c)^2 + (b - d)^2 - 8",
                                                                  "e^2 + f^2 - 5",
                                                                  "(a - e)^2 + (b - f)^2 - 3"}));
  REQUIRE(proof);
  CHECK_FALSE(proof->absolutely);
}

TEST_CASE("tower: a chain of a hundred bars is one verified prime, also from the cache") {
  constexpr int links = 100;
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (int i = 0; i < links; ++i) {
    names.insert(names.end(), {"x" + number(i), "y" + number(i)});
    const std::string u = i == 0 ? "0" : "x" + number(i - 1);
    const std::string v = i == 0 ? "0" : "y" + number(i - 1);
    texts.push_back(bar(names[names.size() - 2], names.back(), u, v, 2 + i % 3));
  }
  const TextRing ring(names);
  for (const bool again : {false, true}) {
    const Decomposition found = minimal_primes(ring.ideal(texts), {}, patient());
    CHECK(found.complete);
    CHECK(found.from_cache == again);
    REQUIRE(found.components.size() == 1);
    const PrimeComponent& component = found.components.front();
    CHECK(component.dimension == links);
    CHECK(component.prime == Truth::yes);
    CHECK(component.absolutely_prime == Truth::yes);
    CHECK(component.verified);
    CHECK(found.radical_input == Truth::yes);
  }
}
