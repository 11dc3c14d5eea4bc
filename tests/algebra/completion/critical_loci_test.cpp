// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "differential_systems.hpp"

// Singular solutions: inside a leaf as sets of jets, found where the direction of solutions is
// lost.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

struct Expected {
  std::vector<std::string> equations;  ///< of the solution, in t, y, y'
  Truth essential = Truth::unknown;
};

struct Case {
  std::string name;
  std::string equation;
  std::vector<Expected> singular;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"Clairaut", "t*y' + y'^2 - y", {{{"y + y'^2", "t + 2*y'"}, Truth::yes}}},
      {"parabolas", "y'^2 - 4*y", {{{"y", "y'"}, Truth::yes}}},
      {"a limit of others", "y'^2 - y^3", {{{"y", "y'"}, Truth::no}}},
      {"sines", "y'^2 + y^2 - 1", {{{"y - 1", "y'"}, Truth::yes}, {{"y + 1", "y'"}, Truth::yes}}},
      {"one part of two",
       "y'^2 - y^2*(y - 1)",
       {{{"y", "y'"}, Truth::no}, {{"y - 1", "y'"}, Truth::yes}}},
      {"explicit", "y' - t*y", {}},
      {"where the slope is vertical", "y*y' - 1", {}}};
  return all;
}

Completion with_critical(const DifferentialSystem& system) {
  CompletionOptions options = test_completion_options();
  options.critical = true;
  return complete(system, options, patient());
}

std::vector<const Leaf*> singular_ones(const Completion& found) {
  std::vector<const Leaf*> result;
  for (const Leaf& leaf : found.leaves) {
    if (leaf.name.starts_with("s")) result.push_back(&leaf);
  }
  return result;
}

void check_case(const Case& one) {
  CAPTURE(one.name);
  const JetReader reader({"y"});
  const Completion found = with_critical(read_system({"y"}, {one.equation}));
  CHECK(found.complete);
  const std::vector<const Leaf*> singular = singular_ones(found);
  REQUIRE(singular.size() == one.singular.size());
  for (const Expected& expected : one.singular) {
    std::vector<Polynomial> generators;
    generators.reserve(expected.equations.size());
    for (const std::string& text : expected.equations) generators.push_back(reader.read(text));
    const auto match = std::find_if(singular.begin(), singular.end(), [&](const Leaf* leaf) {
      const Ideal ideal(leaf->base.variables(), generators, leaf->base.engine());
      return value_of_outcome(is_equal(leaf->base, ideal, patient()));
    });
    REQUIRE(match != singular.end());
    CHECK((*match)->inside == "g1");
    CHECK((*match)->essential == expected.essential);
  }
}

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("critical loci: singular solutions of equations of first order") {
    for (const Case& one : cases()) check_case(one);
  }

  TEST_CASE("critical loci: nowhere on a pendulum") {
    const Completion found = with_critical(
        read_system({"x", "y", "l"}, {"x'' + l*x", "y'' + l*y + 1", "x^2 + y^2 - 1"}));
    REQUIRE(found.leaves.size() == 1);
    REQUIRE(found.leaves.front().critical.has_value());
    CHECK(found.leaves.front().critical->empty());
  }

  TEST_CASE("critical loci: not asked for, not known") {
    const Completion found = completed(read_system({"y"}, {"y'^2 - 4*y"}));
    REQUIRE(found.leaves.size() == 1);
    CHECK_FALSE(found.leaves.front().critical.has_value());
  }

  // Of a system there is no low-power test; raising the orders may show that it is essential.
  TEST_CASE("critical loci: a system with an envelope") {
    const Completion found = with_critical(read_system({"y", "z"}, {"t*y' + y'^2 - y", "z' - y"}));
    const std::vector<const Leaf*> singular = singular_ones(found);
    REQUIRE(singular.size() == 1);
    CHECK(singular.front()->inside == "g1");
    CHECK(singular.front()->essential == Truth::yes);
  }
}
