// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/work_clock.hpp"
#include "ideals.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

// Systems that once were answered wrongly, slowly or not at all. Each stands for a kind.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Texts = std::vector<std::string>;
using Coordinates = std::vector<std::pair<std::string, std::int64_t>>;

Decomposition decomposed(const TextRing& ring,
                         const Texts& equations,
                         const Coordinates& point = {}) {
  DecompositionOptions options;
  options.use_cache = false;
  if (!point.empty()) {
    options.point.emplace();
    for (const auto& [name, value] : point) {
      options.point->set({Role::unknown, name, 0}, Rational(value));
    }
  }
  return minimal_primes(ring.ideal(equations), options, patient());
}

std::string text_of(const Ideal& ideal) {
  std::string text;
  for (const Polynomial& generator : ideal.generators()) {
    text += (text.empty() ? "" : ", ") + to_string(generator);
  }
  return text;
}

const Texts minors_2x3 = {"a*e - b*d", "a*f - c*d", "b*f - c*e"};

/// Those through the origin of a system whose one component through it all engines find hard.
void check_comes_back(const Texts& names, const Texts& equations, const Coordinates& point) {
  const auto start = WorkClock::now();
  DecompositionOptions options;
  options.use_cache = false;
  options.point.emplace();
  for (const auto& [name, value] : point) {
    options.point->set({Role::unknown, name, 0}, Rational(value));
  }
  const TextRing ring(names);
  const Decomposition found =
      minimal_primes(ring.ideal(equations), options, Limits::within(std::chrono::seconds(4)));
  CHECK(WorkClock::now() - start < std::chrono::seconds(20));  // does not go on at work
  CHECK(found.complete == found.reason.empty());
  CHECK(found.components.size() + found.unexplored.size() > 0);
}

bool tells(const Decomposition& found, const std::string& condition, const TextRing& ring) {
  const Polynomial expected = ring.polynomial(condition).primitive();
  return std::any_of(found.parameter_conditions.begin(),
                     found.parameter_conditions.end(),
                     [&](const Polynomial& told) {
                       return told.primitive() == expected || told.primitive() == (-expected);
                     });
}

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("reported decompositions: small systems that are the whole again") {
    check_comes_back({"x1", "y1", "x2", "y2", "x3", "y3", "u", "v"},
                     {"x1*y2 - x2*y1",
                      "x1*y3 - x3*y1",
                      "x2*y3 - x3*y2",
                      "(x1 - u)^2 + (y1 - v)^2 - 1",
                      "(x2 - u)^2 + (y2 - v)^2 - 4",
                      "(x3 - u)^2 + (y3 - v)^2 - 9"},
                     {{"u", 0}, {"v", 0}});
    Texts equations = minors_2x3;
    equations.emplace_back("g^7 + a*h^5*b^2 + b^3*g*e^2 - h^3*c*g - a + f*h + d^3");
    equations.emplace_back("h^6 + g^3*a*c - e^4*g^2 - b^2*c^3 + a^3*f^2*h + g*h*e*d");
    const Texts names = {"a", "b", "c", "d", "e", "f", "g", "h"};
    Coordinates origin;
    for (const std::string& name : names) origin.emplace_back(name, 0);
    check_comes_back(names, equations, origin);
  }

  // Whoever finds the components, those without the point are left out.
  TEST_CASE("reported decompositions: one of the permanents' components holds the point") {
    const Texts names = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    const Decomposition found = decomposed(
        TextRing(names),
        {"a*e + b*d",
         "a*f + c*d",
         "b*f + c*e",
         "a*h + b*g",
         "a*i + c*g",
         "b*i + c*h",
         "d*h + e*g",
         "d*i + f*g",
         "e*i + f*h"},
        {{"a", 1}, {"b", 0}, {"c", 0}, {"d", 2}, {"e", 0}, {"f", 0}, {"g", 3}, {"h", 0}, {"i", 0}});
    CHECK(found.complete);
    REQUIRE(found.components.size() == 1);
    CHECK(text_of(found.components.front().ideal) == "i, h, f, e, c, b");
  }

  TEST_CASE("reported decompositions: points of which not all coordinates are known") {
    const TextRing ring({"x", "y", "z"});
    CHECK(decomposed(ring, {"x - z", "z - 2"}, {{"x", 1}}).components.empty());
    const Decomposition off_hyperbola = decomposed(ring, {"(x*y - 1)*(x - y)"}, {{"x", 0}});
    REQUIRE(off_hyperbola.components.size() == 1);
    CHECK(text_of(off_hyperbola.components.front().ideal) == "x - y");
    CHECK(decomposed(ring, {"x*y - 1", "x*z"}, {{"x", 0}}).components.empty());
  }

  TEST_CASE("reported decompositions: components that coincide for some parameters") {
    const TextRing ring({"x", "y"}, {"a", "b"});
    CHECK(tells(decomposed(ring, {"x*(x - a)", "x*y"}), "a", ring));
    CHECK(tells(decomposed(ring, {"(x - a)*(x - b)"}), "a - b", ring));
    CHECK(tells(decomposed(ring, {"(y - a*x)*(y - x)"}), "a - 1", ring));
    CHECK(tells(decomposed(ring, {"(x - a)*y", "(x - a)*(x - 1)"}), "a - 1", ring));
  }

  TEST_CASE("reported decompositions: equations among the parameters alone") {
    const Decomposition found = decomposed(TextRing({"x"}, {"a"}), {"a^2 - 2"});
    CHECK(found.complete);
    CHECK(found.components.empty());
  }

  TEST_CASE("reported decompositions: sparse, of high degree") {
    const Decomposition found = decomposed(TextRing({"x", "y"}), {"x^24 + y^24 - 1"});
    CHECK(found.complete);
    REQUIRE(found.components.size() == 1);
    CHECK(found.components.front().degree == 24);
  }

  TEST_CASE("reported decompositions: generators are simplified by the linear ones") {
    const Decomposition found =
        decomposed(TextRing({"x", "y", "z"}), {"x", "x*z^2 - x*y + z^2 - y"});
    REQUIRE(found.components.size() == 1);
    const std::string text = text_of(found.components.front().ideal);
    CAPTURE(text);
    CHECK(found.components.front().ideal.generators().size() == 2);
    CHECK(found.components.front().ideal.generators().back().terms().size() == 2);
  }
}
