// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "local_cases.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra;      // NOLINT(google-build-using-namespace)
using namespace local_cases;  // NOLINT(google-build-using-namespace)

/// Points of mass 1 that fall.
AnalyticSystem bars(const Texts& coordinates, const Texts& constraints) {
  Texts equations;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    equations.push_back(coordinates[i] + "''" + (i % 2 == 1 ? " + 1" : ""));
  }
  equations.insert(equations.end(), constraints.begin(), constraints.end());
  AnalyticSystem system = plain(coordinates, equations);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    system.unknowns.push_back("lambda" + std::to_string(k + 1));
    system.equations[coordinates.size() + k].line = k + 1;
  }
  system.coordinates = coordinates.size();
  return system;
}

const Texts quadrangle = {"a", "b", "c", "d"};
const Texts parallelogram = {"a^2 + b^2 = 1", "(c - a)^2 + (d - b)^2 = 4", "(c - 2)^2 + d^2 = 1"};

}  // namespace

TEST_CASE("a pendulum: one leaf, two hidden equations, the point that mechanics gives") {
  const Texts unknowns = {"x", "y", "l"};
  const LocalLeaf leaf =
      complete_locally(plain(unknowns, {"x'' + l*x", "y'' + l*y + 9.81", "x^2 + y^2 = 1"}),
                       start_of(unknowns, {{"x", "0.6"}, {"y'", "0.3"}}, {{"y", "-1"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 3);
  CHECK(leaf.index_at_most == 3);
  REQUIRE(leaf.hidden.size() == 1);
  CHECK(leaf.hidden[0].line == 3);
  CHECK(leaf.hidden[0].times == 2);
  // y = -0.8, x' = -y y'/x = 0.4, l = x'^2 + y'^2 - 9.81 y.
  CHECK(value_of(leaf, "x").value == 0.6);
  CHECK(std::abs(value_of(leaf, "y").value + 0.8) <= value_of(leaf, "y").radius + 1e-16);
  CHECK(std::abs(value_of(leaf, "x", 1).value - 0.4) < 1e-15);
  CHECK(std::abs(value_of(leaf, "l").value - (0.25 + 9.81 * 0.8)) < 1e-14);
}

TEST_CASE("what has a regular array but hidden relations beyond it is never certified") {
  // The third line is z = exp(t) plus the product of the others: J is singular on the leaf only, no
  // combination takes the product away, and no line can be solved for what it determines.
  const Texts unknowns = {"x", "y", "z"};
  const std::string one = "(x'^3 + x' - sin(z) - 2)";
  const std::string two = "(y^3 + y - z'^3 - 2*z'^5)";
  const LocalLeaf leaf = complete_locally(
      plain(unknowns, {one + " = 0", two + " = 0", "z - exp(t) + " + one + "*" + two}),
      start_of(unknowns, {{"t", "0.5"}, {"x", "0.25"}}));
  CHECK(leaf.one_leaf == Truth::unknown);
  CHECK_FALSE(leaf.reason.empty());
}

TEST_CASE("functions stay functions, and true dependence is seen through identities") {
  // sin² + cos² = 1: x'' does not occur in truth, and the structure says so.
  const Texts unknowns = {"x", "y"};
  const AnalyticSystem system =
      plain(unknowns, {"(sin(x)^2 + cos(x)^2 - 1)*x'' + x' - y", "y' + exp(x)"});
  const LocalLeaf leaf = complete_locally(system, start_of(unknowns, {{"x", "0"}, {"y", "1"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 3);
  CHECK(std::abs(value_of(leaf, "y", 1).value + 1) < 1e-15);
}

TEST_CASE("tiny coefficients are no zeros") {
  const Texts unknowns = {"x"};
  const LocalLeaf leaf = complete_locally(plain(unknowns, {"1e-30*cos(x)*x'' + x' + x"}),
                                          start_of(unknowns, {{"x", "1"}, {"x'", "0"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 3);
}

TEST_CASE(
    "beside an identity that no normal form knows, tiny coefficients are no zeros, in any units") {
  auto random = make_generator("beside identities");
  const Texts zeros = {
      "sinh(2*x) - 2*sinh(x)*cosh(x)", "exp(x + t) - exp(x)*exp(t)", "cos(2*x) - 1 + 2*sin(x)^2"};
  for (unsigned number = 0; number < 15 * multiplier(); ++number) {
    const std::string small = "1e-" + std::to_string(5 + random() % 36);
    const std::string factor = "(" + small + "*(1 + x^2) + (" + zeros[number % zeros.size()] + "))";
    const std::string line = "x' - 3*exp(t) + x^2 - 2*sin(t) + " + factor + "*x''";
    CAPTURE(line);
    const std::string there = "0." + std::to_string(100 + random() % 800);
    const LocalLeaf leaf = complete_locally(
        plain({"x"}, {line}), start_of({"x"}, {{"t", "0.4"}, {"x", there}, {"x'", "0.25"}}));
    // x and x' can be chosen: nothing of one value less is said, not even in numbers.
    CHECK(leaf.numeric.empty());
    if (leaf.is_usable()) CHECK(leaf.dimension == 3);
  }
}

TEST_CASE("a redundant bar is told from a shaky one") {
  Texts constraints = parallelogram;
  constraints.push_back("(a + c - 2)^2 + (b + d)^2 = 4");
  const LocalLeaf redundant = complete_locally(
      bars(quadrangle, constraints),
      start_of(quadrangle, {{"a", "0.6"}, {"b", "0.8"}, {"c", "2.6"}, {"d", "0.8"}}));
  REQUIRE(redundant.one_leaf == Truth::yes);
  CHECK(redundant.dimension == 3);
  REQUIRE(redundant.redundant.size() == 1);
  CHECK(redundant.redundant[0].line == 4);
  // Two bars in line: one point of a circle, where the second touches the first.
  const LocalLeaf shaky =
      complete_locally(bars({"a", "b"}, {"a^2 + b^2 = 1", "(a - 2)^2 + b^2 = 1"}),
                       start_of({"a", "b"}, {{"a", "1"}, {"b", "0"}}));
  CHECK(shaky.one_leaf == Truth::unknown);
  CHECK(shaky.reason.find("order 2") != std::string::npos);
}

TEST_CASE("a position where branches meet is not certified, however near the start is") {
  for (const char* nudge : {"0", "1e-14", "1e-12"}) {
    const std::string height = std::string("sqrt(1 - ") + nudge + "^2)";
    const LocalLeaf leaf = complete_locally(
        bars(quadrangle, parallelogram),
        start_of(quadrangle, {{"a", height}, {"b", nudge}, {"c", "2 + " + height}, {"d", nudge}}));
    const bool singular = std::string(nudge) == "0";
    if (singular) CHECK(leaf.one_leaf == Truth::unknown);
    // Beside it nothing forbids a proof, and what is proved has to be right.
    if (leaf.one_leaf == Truth::yes) CHECK(leaf.dimension == 3);
  }
}

TEST_CASE("closed chains of random bars are proved, and what was given stays") {
  std::mt19937_64 random = make_generator("closed chains");
  std::uniform_real_distribution<double> near(-1, 1);
  for (unsigned number = 0; number < 10 * multiplier(); ++number) {
    const std::size_t points = 2 + random() % 6;
    Texts coordinates;
    Texts constraints;
    Values given;
    std::string last_x = "0";
    std::string last_y = "0";
    for (std::size_t k = 0; k < points; ++k) {
      const std::string x = "x" + std::to_string(k);
      const std::string y = "y" + std::to_string(k);
      coordinates.insert(coordinates.end(), {x, y});
      given[x] = std::to_string(static_cast<double>(k + 1) + near(random) / 4);
      given[y] = std::to_string(near(random));
      const auto at = [&](const std::string& name) {
        return given.contains(name) ? "(" + given[name] + ")" : name;
      };
      const auto bar = [&](const std::string& u, const std::string& v) {
        return "(" + x + " - " + u + ")^2 + (" + y + " - " + v + ")^2 = (" + at(x) + " - " + at(u) +
               ")^2 + (" + at(y) + " - " + at(v) + ")^2";
      };
      constraints.push_back(bar(last_x, last_y));
      if (k + 1 == points) constraints.push_back(bar("9", "0"));
      last_x = x;
      last_y = y;
    }
    const LocalLeaf leaf =
        complete_locally(bars(coordinates, constraints), start_of(coordinates, given));
    CAPTURE(leaf.reason);
    REQUIRE(leaf.one_leaf == Truth::yes);
    CHECK(leaf.dimension == 1 + 2 * (2 * points - points - 1));
    CHECK(leaf.moved == 0);
    // What was given and depends on the rest follows it to the last places of its double.
    for (const LocalPoint& jet : leaf.point) {
      const auto known = given.find(to_string(jet.variable));
      if (known == given.end()) continue;
      CHECK(std::abs(jet.value - std::stod(known->second)) <= jet.radius + 1e-13);
    }
  }
}

TEST_CASE("constraints in units of their own, and multiples of them, leave the leaf as it is") {
  std::mt19937_64 random = make_generator("units of constraints");
  const auto unit = [&] { return "1e" + std::to_string(static_cast<int>(random() % 21) - 10); };
  const LocalStart start =
      start_of(quadrangle, {{"a", "0.6"}, {"b", "0.8"}, {"c", "2.6"}, {"d", "0.8"}});
  const Texts factors = {"3", "(2 + a)", "exp(t)", "cos(d)"};
  for (unsigned number = 0; number < 20 * multiplier(); ++number) {
    Texts constraints;
    for (const char* row : {"a^2 + b^2 - 1", "(c - a)^2 + (d - b)^2 - 4", "(c - 2)^2 + d^2 - 1"}) {
      constraints.push_back(unit() + "*(" + row + ")");
    }
    constraints.push_back(unit() + "*(" + factors[random() % 4] +
                          "*(a^2 + b^2 - 1) + (c - 2)^2 + "
                          "d^2 - 1)");
    std::shuffle(constraints.begin(), constraints.end(), random);
    const LocalLeaf leaf = complete_locally(bars(quadrangle, constraints), start);
    CAPTURE(leaf.reason);
    REQUIRE(leaf.one_leaf == Truth::yes);
    CHECK(leaf.dimension == 3);
    CHECK(leaf.redundant.size() == 1);
    CHECK(leaf.moved == 0);
  }
}

TEST_CASE("high orders: the factorials of 30 derivatives leave 64 bits") {
  const Texts unknowns = {"x", "y"};
  const LocalLeaf leaf = complete_locally(plain(unknowns, {"der(x, 30) + x", "y - x^2"}),
                                          start_of(unknowns, {{"x", "1"}, {"x'", "0.5"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 31);
  CHECK(std::abs(value_of(leaf, "x", 30).value + 1) < 1e-12);
}

TEST_CASE("units do not decide: the same circuit in farads and in nanofarads") {
  for (const char* unit : {"1", "1e-9", "1e-15"}) {
    const std::string c = unit;
    const Texts unknowns = {"u", "v", "i"};
    const LocalLeaf leaf =
        complete_locally(plain(unknowns, {c + "*u' + (u - v)*" + c, c + "*v' = i", "u + v = 1"}),
                         start_of(unknowns, {{"u", "0.25"}}));
    REQUIRE(leaf.one_leaf == Truth::yes);
    CHECK(leaf.dimension == 2);
    CHECK(leaf.index_at_most == 2);
  }
}

}  // namespace leafwise::tests
