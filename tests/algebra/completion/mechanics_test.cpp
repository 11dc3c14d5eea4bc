// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "mechanical_systems.hpp"

// M q'' = F − Gᵀλ, g = 0: each component of the positions has forces of its own.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

const Texts bars = {"x1", "y1", "x2", "y2"};

void check_mechanism(const Leaf& leaf, int freedom) {
  CAPTURE(leaf.name);
  CHECK(leaf.status == LeafStatus::involutive);
  CHECK(leaf.freedom == 0);
  CHECK(leaf.degrees_of_freedom == freedom);
  CHECK(leaf.dimension == 1 + 2 * freedom);
  CHECK(leaf.index == 3);
  CHECK(leaf.rounds == 2);
  CHECK(leaf.prolongations == 4);
  CHECK(leaf.prime == Truth::yes);
  CHECK(leaf.multipliers.size() == leaf.constraints.size());
  CHECK(leaf.rank_drops_followed == Truth::yes);
}

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("mechanics: pendulum, regular and singular four-bar") {
    const Completion pendulum = completed(bodies({"x", "y"}, {"x^2 + y^2 - 1"}));
    REQUIRE(pendulum.leaves.size() == 1);
    check_mechanism(pendulum.leaves.front(), 1);
    const Completion regular = completed(bodies(bars, linkage(2, 4, 3, 4)));
    REQUIRE(regular.leaves.size() == 1);
    check_mechanism(regular.leaves.front(), 1);
    const Completion singular = completed(bodies(bars, linkage(1, 2, 1, 2)));
    REQUIRE(singular.leaves.size() == 2);
    for (const Leaf& leaf : singular.leaves) check_mechanism(leaf, 1);
    CHECK(singular.complete);
  }

  // Where G has full rank, the multipliers may be any: the motion is that of plain equations.
  TEST_CASE("mechanics: the motion is that of plain equations") {
    const Texts constraints = {"x^2 + y^2 - 1"};
    const Completion mechanics = completed(bodies({"x", "y"}, constraints));
    const Completion equations = completed(plain({"x", "y"}, constraints));
    REQUIRE(mechanics.leaves.size() == 1);
    REQUIRE(equations.leaves.size() == 1);
    const Ideal motion = value_of_outcome(motion_ideal(mechanics.leaves.front(), patient()));
    const Ideal full = value_of_outcome(full_ideal(equations.leaves.front(), patient()));
    const Ideal eliminated =
        value_of_outcome(elimination(full, {{Role::unknown, "l0", 0}}, patient()));
    const Ideal same(motion.variables(), eliminated.generators(), motion.engine());
    CHECK(value_of_outcome(is_equal(motion, same, patient())));
  }

  TEST_CASE("mechanics: a constraint too many is normal, and is named") {
    Texts constraints = linkage(2, 4, 2, 4);
    // A third bar, parallel to crank and rocker, on the coupler's middle.
    constraints.emplace_back("((x1 + x2)/2 - 2)^2 + ((y1 + y2)/2)^2 - 4");
    const Completion found = completed(bodies(bars, constraints));
    CHECK(found.complete);
    REQUIRE_FALSE(found.leaves.empty());
    const Leaf& parallelogram = found.leaves.front();
    CHECK(parallelogram.degrees_of_freedom == 1);
    CHECK(parallelogram.constraints.size() == 3);
    CHECK(parallelogram.redundant == Texts{"constraint 4"});
  }

  // Over the reals nothing moves, or less than the dimension over the complex numbers says.
  TEST_CASE("mechanics: no degrees of freedom are counted where only singular points are real") {
    for (const Texts& constraints : std::vector<Texts>{{"x^2 + y^2"},
                                                       {"x^2 + y^2 + z^2 - 1", "z - 1"},
                                                       {"(x - 2*y)^2 + 3*(y + 1)^2"},
                                                       {"x^2 + x*y + y^2", "z - x"}}) {
      CAPTURE(constraints.front());
      const Completion found = completed(bodies({"x", "y", "z"}, constraints));
      REQUIRE_FALSE(found.leaves.empty());
      CHECK_FALSE(found.leaves.front().degrees_of_freedom.has_value());
    }
    for (const char* moving : {"x^2 - y^2", "x^2 + y^2 - 1", "x^2 - 2*y^2", "y^2 - x^3"}) {
      CAPTURE(moving);
      const Completion found = completed(bodies({"x", "y", "z"}, {moving}));
      REQUIRE_FALSE(found.leaves.empty());
      CHECK(found.leaves.front().degrees_of_freedom == 2);
    }
  }

  TEST_CASE("mechanics: a component's own generators are its constraints") {
    const Completion found = completed(bodies({"x", "z"}, {"x^2 - 1"}));
    REQUIRE(found.leaves.size() == 2);
    for (const Leaf& leaf : found.leaves) {
      CAPTURE(leaf.name);
      REQUIRE(leaf.constraints.size() == 1);
      CHECK(leaf.constraints.front().degree() == 1);
      CHECK(value_of_outcome(leaf.base.contains(leaf.constraints.front(), patient())));
    }
  }

  TEST_CASE("mechanics: solutions in the critical locus, over the complex numbers") {
    // x = ±i/2 is where the normal of z = x^2 has length 0; bodies may rest there.
    CompletionOptions options = test_completion_options();
    options.critical = true;
    const Completion found = complete(bodies({"x", "z"}, {"z - x^2"}), options, patient());
    CHECK(found.complete);
    REQUIRE(found.leaves.size() == 2);
    const Leaf& resting = found.leaves.back();
    CHECK(resting.inside == "g1");
    CHECK(resting.multipliers == found.leaves.front().multipliers);
    const JetReader reader({"x", "z"});
    for (const char* text : {"4*x^2 + 1", "z - x^2", "x'", "z'"}) {
      CAPTURE(text);
      CHECK(value_of_outcome(resting.base.contains(reader.read(text), patient())));
    }
  }

  TEST_CASE("mechanics: two loops, whose velocities have no basis within minutes") {
    const Completion found = completed(bodies({"x1", "y1", "x2", "y2", "x3", "y3"},
                                              {"x1^2 + y1^2 - 1",
                                               "(x2 - x1)^2 + (y2 - y1)^2 - 4",
                                               "(x3 - x2)^2 + (y3 - y2)^2 - 1",
                                               "(x3 - 3)^2 + y3^2 - 2"}));
    REQUIRE(found.leaves.size() == 1);
    const Leaf& leaf = found.leaves.front();
    CHECK(leaf.status == LeafStatus::involutive);
    CHECK(leaf.prime == Truth::yes);
    CHECK(leaf.degrees_of_freedom == 2);
    CHECK(leaf.dimension == 5);
    CHECK(leaf.rank == 10);
    CHECK(leaf.index == 3);
  }

  TEST_CASE("mechanics: two loops, one of which has a node") {
    // 1 + 3 = 2 + 2: the first four-bar can lie flat.
    Texts constraints = linkage(1, 2, 2, 3);
    constraints.emplace_back("(x3 - x2)^2 + (y3 - y2)^2 - 1");
    constraints.emplace_back("(x3 - 5)^2 + (y3 - 1)^2 - 9");
    CompletionOptions options = test_completion_options();
    // As runs do; the first loop is fixed by its crank, which is not flat.
    options.patience = std::chrono::milliseconds(1000);
    options.point.emplace();
    options.point->set({Role::unknown, "x1", 0}, Rational(0));
    options.point->set({Role::unknown, "y1", 0}, Rational(1));
    const Completion found =
        complete(bodies({"x1", "y1", "x2", "y2", "x3", "y3"}, constraints), options, Limits{});
    const auto leaf = std::find_if(found.leaves.begin(), found.leaves.end(), [](const Leaf& l) {
      return l.status == LeafStatus::involutive;
    });
    REQUIRE(leaf != found.leaves.end());
    CHECK(leaf->prime == Truth::yes);
    CHECK(leaf->degrees_of_freedom == 1);
    CHECK(leaf->dimension == 3);
    CHECK(leaf->index == 3);
    // Any velocity in the node itself: it is a component of its own, and not where the point is.
    CHECK(found.leaves.size() == 2);
    CHECK(found.leaves.back().status == LeafStatus::unexplored);
  }

  TEST_CASE("mechanics: constraints that no position satisfies") {
    const Completion found = completed(bodies({"x", "y"}, {"x^2 + y^2 - 1", "x - y", "x - y - 1"}));
    REQUIRE(found.leaves.size() == 1);
    CHECK(found.leaves.front().status == LeafStatus::inconsistent);
    CHECK(found.leaves.front().because == Texts{"constraint 2", "constraint 3"});
  }

  TEST_CASE("mechanics: without constraints") {
    const Completion found = completed(bodies({"x", "y"}, {}));
    REQUIRE(found.leaves.size() == 1);
    CHECK(found.leaves.front().index == 0);
    CHECK(found.leaves.front().degrees_of_freedom == 2);
    CHECK(found.leaves.front().dimension == 5);
  }

  // A spring of length r: r² = x² + y² is no degree of freedom, and its rate is not asked for.
  TEST_CASE("mechanics: auxiliaries of forces belong to the base") {
    const JetReader reader({"x", "y", "r", "s"});
    DifferentialSystem system = bodies({"x", "y"}, {"x^2 - 2*y^2 - 1"});
    system.unknowns = {"x", "y", "r", "s"};
    system.equations = {{reader.read("r^2 - x^2 - y^2"), "r = sqrt(x^2 + y^2)", true},
                        {reader.read("r*s - 1"), "s = 1/r", true}};
    system.mechanics->force[0] = reader.read("-x*(1 - s)");
    const Completion found = completed(system);
    CHECK(found.complete);
    REQUIRE(found.leaves.size() == 1);
    const Leaf& leaf = found.leaves.front();
    CHECK(leaf.degrees_of_freedom == 1);
    CHECK(leaf.dimension == 3);
    CHECK(leaf.index == 3);
    CHECK(leaf.graph.size() == 3);
    const auto& base = leaf.base.variables();
    CHECK(std::count(base.begin(), base.end(), Variable{Role::unknown, "s", 0}) == 1);
  }
}
