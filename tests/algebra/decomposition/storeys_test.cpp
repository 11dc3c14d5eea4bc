// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "decomposition/split/part_on_storeys.hpp"
#include "ideals.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

int from(std::mt19937_64& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

std::string number(int i) {
  return "(" + std::to_string(i) + ")";
}

std::string square(const std::string& x, const std::string& y, int of) {
  return "(" + x + ")^2 + (" + y + ")^2 - " + number(of);
}

struct System {
  std::vector<std::string> variables;
  std::vector<std::string> equations;
};

/// Bars of one length between pivots one length apart, in a direction whose length is an integer.
System row_of_rhombi(std::mt19937_64& random, int count) {
  constexpr int triples[][3] = {{1, 0, 1}, {3, 4, 5}, {5, -12, 13}, {0, 2, 2}, {-8, 6, 10}};
  const auto& [a, b, length] = triples[from(random, 0, 4)];
  System row;
  const auto x = [](int i) { return "x" + std::to_string(i); };
  const auto y = [](int i) { return "y" + std::to_string(i); };
  for (int i = 0; i <= count; ++i) {
    row.variables.insert(row.variables.end(), {x(i), y(i)});
    row.equations.push_back(
        square(x(i) + " - " + number(i * a), y(i) + " - " + number(i * b), length * length));
    if (i == 0) continue;
    row.equations.push_back(
        square(x(i) + " - " + x(i - 1), y(i) + " - " + y(i - 1), length * length));
  }
  std::shuffle(row.equations.begin(), row.equations.end(), random);
  return row;
}

/// A tower of known components: bars to new points, and roots of squares of what lies below.
struct KnownTower {
  System system;
  long components = 1;
  int dimension = 0;
  long degree = 1;
};

KnownTower random_tower(std::mt19937_64& random, int storeys) {
  KnownTower tower;
  System& system = tower.system;
  const auto below = [&]() -> std::string {
    if (system.variables.empty()) return number(from(random, 1, 3));
    const auto last = static_cast<int>(system.variables.size()) - 1;
    return system.variables[static_cast<std::size_t>(from(random, 0, last))];
  };
  for (int storey = 0; storey < storeys; ++storey) {
    const std::string u = "u" + std::to_string(storey);
    const std::string v = "v" + std::to_string(storey);
    // A root of (l + c)², with l from below and c not 0: two different graphs. Six at most, as
    // components double.
    if (storey > 0 && tower.components < 64 && from(random, 0, 2) == 0) {
      system.equations.push_back(u + "^2 - (" + number(from(random, 1, 3)) + "*" + below() + " + " +
                                 number(from(random, 1, 5)) + ")^2");
      system.variables.push_back(u);
      tower.components *= 2;
      continue;
    }
    system.equations.push_back(
        square(u + " - " + below(), v + " - " + below(), from(random, 1, 9)));
    system.variables.insert(system.variables.end(), {u, v});
    ++tower.dimension;
    tower.degree *= 2;
  }
  return tower;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "; ";
  return text;
}

std::string text_of(const PrimeComponent& component) {
  std::string text = text_of(component.verified_by) + "of ";
  for (const Polynomial& generator : component.ideal.generators()) {
    text += to_string(generator) + "; ";
  }
  return text;
}

Decomposition primes_of(const System& system, std::uint64_t seed) {
  DecompositionOptions options;
  options.use_cache = false;
  options.seed = seed;
  const TextRing ring(system.variables);
  return minimal_primes(ring.ideal(system.equations), options, patient());
}

}  // namespace

TEST_SUITE("law") {
  // Number the bars' free ends by how they stand: some at the left point, then such as turn
  // together, then some at the right one. That choice of two places among n + 2 is a component.
  TEST_CASE("storeys: a row of n rhombi has (n + 1)(n + 2)/2 components, each a circle") {
    auto random = make_generator("rows of rhombi");
    for (std::uint64_t round = 0; round < 2 * multiplier(); ++round) {
      // Of fewer than forty components it is also proved, dearly, that they cover.
      const int count = round % 2 == 0 ? from(random, 8, 9) : from(random, 3, 5);
      const System row = row_of_rhombi(random, count);
      CAPTURE(text_of(row.equations));
      const Decomposition found = primes_of(row, random());
      CHECK(found.reason == "");
      CHECK(found.complete);
      CHECK(static_cast<int>(found.components.size()) == (count + 1) * (count + 2) / 2);
      for (const PrimeComponent& component : found.components) {
        CAPTURE(text_of(component));
        CHECK(component.verified);
        CHECK(component.dimension == 1);
        CHECK(component.degree == 2);
      }
    }
  }

  TEST_CASE("storeys: random towers have the components that were planted") {
    auto random = make_generator("towers of known components");
    for (std::uint64_t round = 0; round < 4 * multiplier(); ++round) {
      const KnownTower tower = random_tower(random, from(random, 5, 8));
      CAPTURE(text_of(tower.system.equations));
      const Decomposition found = primes_of(tower.system, random());
      CHECK(found.reason == "");
      CHECK(found.complete);
      CHECK(static_cast<long>(found.components.size()) == tower.components);
      for (const PrimeComponent& component : found.components) {
        CAPTURE(text_of(component));
        CHECK(component.verified);
        CHECK(component.dimension == tower.dimension);
        // Of a tower of a degree above 64 no basis is computed.
        if (component.degree != 0) CHECK(component.degree == tower.degree);
      }
    }
  }

  TEST_CASE("storeys: a part says the same in whatever order it was told") {
    auto random = make_generator("parts on storeys");
    const TextRing ring({"a", "b", "c", "d", "e", "f"});
    for (std::uint64_t round = 0; round < 50 * multiplier(); ++round) {
      // Unit lower triangular: never a contradiction.
      std::vector<Polynomial> linear;
      for (std::size_t i = 0; i < 4; ++i) {
        Polynomial row(ring.variables()[i]);
        for (std::size_t k = i + 1; k < 6; ++k) {
          row += Polynomial::term(Rational(from(random, -2, 2)), Monomial(ring.variables()[k]));
        }
        linear.push_back(row + Polynomial(Rational(from(random, -3, 3))));
      }
      detail::PartOnStoreys one;
      for (const Polynomial& row : linear) one.solve(row);
      std::shuffle(linear.begin(), linear.end(), random);
      detail::PartOnStoreys other;
      for (const Polynomial& row : linear) other.solve(row);
      CHECK(one.generators() == other.generators());
      CHECK(one.codimension() == 4);
      for (const Polynomial& row : linear) CHECK(one.reduced(row).is_zero());
    }
  }
}

// Theo Jansen's "holy numbers", rounded to frames with rational sides; by hand its 7 quadrics are a
// circle and dyads on each other, none of which folds for all positions of the crank.
TEST_CASE("storeys: Jansen's leg with frames is one verified prime") {
  const System leg{{"a", "b", "c", "d", "e", "f", "g", "h"},
                   {"a^2 + b^2 - 225",
                    "(c - a)^2 + (d - b)^2 - 2500",
                    "(c + 38)^2 + (d + 39/5)^2 - 6889/4",
                    "(e - a)^2 + (f - b)^2 - 383161/100",
                    "(e + 38)^2 + (f + 39/5)^2 - 154449/100",
                    "(g + 38 - 3/50*(c + 38) + 24/25*(d + 39/5))^2 + "
                    "(h + 39/5 - 24/25*(c + 38) - 3/50*(d + 39/5))^2 - 38809/25",
                    "(g - e)^2 + (h - f)^2 - 134689/100"}};
  const Decomposition found = primes_of(leg, 1);
  CHECK(found.complete);
  REQUIRE(found.components.size() == 1);
  CHECK(found.components.front().verified);
  CHECK(found.components.front().dimension == 1);
}

// Six bars of degree 64, whose basis is not had in the time that one component's may take.
TEST_CASE("storeys: a tower of small degree is one verified prime, whether it has a basis or not") {
  const System bars{{"u0", "v0", "u1", "v1", "u2", "v2", "u3", "v3", "u4", "v4", "u5", "v5"},
                    {"(u0 - 1)^2 + (v0 - 2)^2 - 7",
                     "(u1 - v0)^2 + (v1 - v0)^2 - 7",
                     "(u2 - u0)^2 + (v2 - v0)^2 - 3",
                     "(u3 - u0)^2 + (v3 - u2)^2 - 8",
                     "(u4 - u1)^2 + (v4 - v0)^2 - 2",
                     "(u5 - v4)^2 + (v5 - v1)^2 - 2"}};
  const Decomposition found = primes_of(bars, 1);
  CHECK(found.complete);
  REQUIRE(found.components.size() == 1);
  CHECK(found.components.front().verified);
  CHECK(found.components.front().dimension == 6);
}
