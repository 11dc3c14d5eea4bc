// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/dominating_part.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "completion/mechanics/loops.hpp"
#include "differential_systems.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// Velocities over positions with a node: what lies over all positions.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

const std::vector<Variable> velocities = {
    {Role::unknown, "x", 1}, {Role::unknown, "y", 1}, {Role::unknown, "z", 1}};

/// The curve y² = x²(x + a), with a node in 0, and z² = x + b above it.
struct NodalCurve {
  NodalCurve(int a, int b) {
    const JetReader reader({"x", "y", "z"});
    const std::vector<Polynomial> functions = {
        reader.read("y^2 - x^3 - (" + std::to_string(a) + ")*x^2"),
        reader.read("z^2 - x - (" + std::to_string(b) + ")")};
    std::vector<Variable> variables = velocities;
    for (const char* name : {"x", "y", "z"}) variables.push_back({Role::unknown, name, 0});
    positions = Ideal(variables, functions, test_engine());
    for (const Polynomial& function : functions) {
      conditions.push_back(function.total_derivative());
    }
    std::vector<Polynomial> all = functions;
    all.insert(all.end(), conditions.begin(), conditions.end());
    sum = Ideal(variables, all, test_engine());
    // y·z: a minor of the Jacobian.
    minor = Ideal(variables, {reader.read("y*z")}, test_engine());
  }
  Ideal positions{velocities, {}, test_engine()};
  Ideal sum{velocities, {}, test_engine()};
  Ideal minor{velocities, {}, test_engine()};
  std::vector<Polynomial> conditions;
};

void check_is_saturation(const NodalCurve& curve) {
  const auto found =
      detail::dominating_part(curve.positions, curve.conditions, velocities, patient());
  REQUIRE_MESSAGE(found, found.reason());
  const auto expected = saturation(curve.sum, curve.minor, patient());
  REQUIRE(expected);
  CHECK(is_equal(found.value(), expected.value(), patient()).value());
  // Above the node there is a plane of velocities: the sum is not prime.
  CHECK_FALSE(is_equal(found.value(), curve.sum, patient()).value());
}

}  // namespace

TEST_SUITE("completion") {
  TEST_CASE("over a node the part over all positions is the saturation") {
    std::mt19937_64 random = make_generator("over a node");
    std::uniform_int_distribution<int> number(1, 9);
    for (int i = 0; i < 5; ++i) {
      // No square: else the curve falls into two. b is not a: else z²/y² would be a square's.
      const int a = number(random);
      const int b = a + number(random);
      CAPTURE(a);
      CAPTURE(b);
      check_is_saturation(NodalCurve(a, b));
    }
  }

  TEST_CASE("a fold of what hangs on a loop may lie above the loop's node") {
    // z² = x: the rows of the loop and those above lose rank together.
    check_is_saturation(NodalCurve(3, 0));
  }

  TEST_CASE("the part over all positions is one of the minimal primes") {
    const NodalCurve curve(2, 5);
    const auto found =
        detail::dominating_part(curve.positions, curve.conditions, velocities, patient());
    REQUIRE_MESSAGE(found, found.reason());
    const Decomposition parts = minimal_primes(curve.sum, {}, patient());
    REQUIRE(parts.complete);
    // The other ones lie over the node, one for both values of z: z² = 5.
    CHECK(parts.components.size() == 2);
    CHECK(std::any_of(parts.components.begin(), parts.components.end(), [&](const auto& part) {
      return is_equal(part.ideal, found.value(), patient()).value();
    }));
  }

  TEST_CASE("loops are what is left without what hangs on them") {
    const JetReader reader({"x", "y", "z"});
    const Variable x{Role::unknown, "x", 0};
    const Variable y{Role::unknown, "y", 0};
    const Variable z{Role::unknown, "z", 0};
    // A row in x and y, one that determines z from x.
    const std::vector<Polynomial> functions = {reader.read("y^2 - x^3 - 2*x^2"),
                                               reader.read("z^2 - x - 5")};
    const Ideal ideal({x, y, z}, functions, test_engine());
    const detail::PolynomialMatrix matrix = detail::jacobian(functions, {x, y, z});
    const auto point = detail::modular_point(ideal, patient());
    REQUIRE(point);
    REQUIRE(point.value());
    const detail::Loops loops(matrix, *point.value());
    const std::vector<detail::Loops::Rows> all = loops.all();
    // Without the first row, which y hangs by, the second stands alone.
    CHECK(all == std::vector<detail::Loops::Rows>{{0}, {1}});
    CHECK(loops.columns_of({0}) == std::set<std::size_t>{0, 1});
    const detail::PolynomialMatrix rest = loops.rest_of({0});
    REQUIRE(rest.size() == 1);
    REQUIRE(rest[0].size() == 1);
    CHECK(rest[0][0] == reader.read("2*z"));
  }
}
