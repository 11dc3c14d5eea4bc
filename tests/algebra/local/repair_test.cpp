// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "local_cases.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra;      // NOLINT(google-build-using-namespace)
using namespace local_cases;  // NOLINT(google-build-using-namespace)

std::size_t any_of(std::mt19937_64& random, std::size_t count) {
  return random() % count;
}

std::string small(std::mt19937_64& random) {
  return std::to_string(1 + random() % 5);
}

/// Lines with a known structure: inputs that are given, outputs that are so and so many derivatives
/// of them, and `states` explicit equations. The leaf has one coordinate for each state, and t.
struct Known {
  Texts unknowns;
  Texts equations;
  Values given;
  std::size_t dimension = 1;
};

Known known_system(std::mt19937_64& random) {
  Known known;
  const std::size_t states = 1 + any_of(random, 2);
  const std::size_t outputs = 1 + any_of(random, 2);
  for (std::size_t k = 0; k < states; ++k) {
    const std::string x = "x" + std::to_string(k);
    known.unknowns.push_back(x);
    known.given[x] = "0." + small(random);
    known.equations.push_back(x + "' = y0*" + small(random) + " - " + x + "^2 + sin(t)*" +
                              small(random));
  }
  for (std::size_t k = 0; k < outputs; ++k) {
    const std::string y = "y" + std::to_string(k);
    known.unknowns.push_back(y);
    known.equations.push_back(k == 0 ? y + " = exp(t)*" + small(random)
                                     : y + " = " + small(random) + "*y" + std::to_string(k - 1) +
                                           "' + y0^2");
  }
  known.given["t"] = "0." + small(random);
  known.dimension = 1 + states;
  return known;
}

/// A line is replaced by itself and a multiple of another's derivative: that can be undone.
void disguise(AnalyticSystem& system, std::mt19937_64& random, unsigned most_times) {
  const std::size_t line = any_of(random, system.equations.size());
  const std::size_t other = any_of(random, system.equations.size());
  if (line == other) return;
  const Scope scope = scope_of(system.unknowns);
  const std::string& name = system.unknowns[any_of(random, system.unknowns.size())];
  const std::vector<std::string> factors = {small(random), "t", "cos(t)", name};
  Expression row = system.equations[other].residual;
  for (std::size_t times = any_of(random, most_times + 1); times > 0; --times) {
    row = total_derivative(row);
  }
  const Expression factor = parse_expression(factors[any_of(random, factors.size())], scope);
  system.equations[line].residual = system.equations[line].residual + factor * row;
}

/// Newton and rounding: nine digits are enough to tell one solution from another.
void check_same_point(const LocalLeaf& one, const LocalLeaf& other) {
  for (const LocalPoint& jet : one.point) {
    for (const LocalPoint& same : other.point) {
      if (same.variable != jet.variable) continue;
      CHECK(std::abs(jet.value - same.value) <= 1e-9 * std::max(1.0, std::abs(jet.value)));
    }
  }
}

}  // namespace

TEST_CASE("a system in disguise has the leaf that it had") {
  std::mt19937_64 random = make_generator("disguises");
  unsigned proved = 0;
  const unsigned tries = static_cast<unsigned>(60 * multiplier());
  for (unsigned number = 0; number < tries; ++number) {
    const Known known = known_system(random);
    AnalyticSystem system = plain(known.unknowns, known.equations);
    const LocalStart start = start_of(known.unknowns, known.given);
    const LocalLeaf plainly = complete_locally(system, start);
    REQUIRE(plainly.one_leaf == Truth::yes);
    CHECK(plainly.dimension == known.dimension);
    for (int step = 0; step < 4; ++step) disguise(system, random, 1);
    const LocalLeaf leaf = complete_locally(system, start);
    if (!leaf.is_usable()) continue;
    if (leaf.one_leaf == Truth::yes) ++proved;
    CHECK(leaf.dimension == known.dimension);
    CHECK(leaf.freedom == 0);
    check_same_point(plainly, leaf);
  }
  // Not all can be: where J is singular on the leaf only, a combination may not be found. 478 of
  // 480 were.
  CHECK(proved >= tries * 9 / 10);
}

TEST_CASE("lines that follow from the others are set aside, and the leaf stays") {
  std::mt19937_64 random = make_generator("redundant lines");
  for (unsigned number = 0; number < 20 * multiplier(); ++number) {
    const Known known = known_system(random);
    AnalyticSystem system = plain(known.unknowns, known.equations);
    const LocalStart start = start_of(known.unknowns, known.given);
    const LocalLeaf plainly = complete_locally(system, start);
    const std::size_t lines = system.equations.size();
    const std::size_t added = 1 + any_of(random, 2);
    for (std::size_t k = 0; k < added; ++k) {
      const Expression& one = system.equations[any_of(random, lines)].residual;
      const Expression& other = system.equations[any_of(random, lines)].residual;
      const Expression line = k == 0 ? one * other + one : total_derivative(one) - other;
      system.equations.push_back(
          {line, "equation " + std::to_string(lines + k + 1), lines + k + 1});
    }
    const LocalLeaf leaf = complete_locally(system, start);
    CAPTURE(leaf.reason);
    REQUIRE(leaf.one_leaf == Truth::yes);
    CHECK(leaf.dimension == known.dimension);
    CHECK(leaf.redundant.size() == added);
    check_same_point(plainly, leaf);
  }
}

TEST_CASE("a line that contradicts the others is never set aside") {
  std::mt19937_64 random = make_generator("contradictions");
  for (unsigned number = 0; number < 20 * multiplier(); ++number) {
    const Known known = known_system(random);
    AnalyticSystem system = plain(known.unknowns, known.equations);
    // The last output is determined; a hundredth beside it is another function.
    const std::string& last = known.equations.back();
    const Scope scope = scope_of(known.unknowns);
    const Expression line =
        parse_equation(last, scope).residual() + parse_expression("(1 + t^2)/100", scope);
    system.equations.push_back({line, "equation 9", 9});
    const LocalLeaf leaf = complete_locally(system, start_of(known.unknowns, known.given));
    CHECK_FALSE(leaf.is_usable());
    CHECK_FALSE(leaf.reason.empty());
  }
}

TEST_CASE("invariants beside the equations make the leaf smaller by themselves") {
  const Texts unknowns = {"x", "y"};
  const Texts circle = {"x' = y", "y' = -x", "x^2 + y^2 = 1"};
  const LocalLeaf leaf =
      complete_locally(plain(unknowns, circle), start_of(unknowns, {{"x", "0.6"}}, {{"y", "1"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 2);
  REQUIRE(leaf.redundant.size() == 1);
  CHECK(std::abs(value_of(leaf, "y").value - 0.8) < 1e-15);
  Texts missed = circle;
  missed.push_back("x + y = t");
  CHECK_FALSE(
      complete_locally(plain(unknowns, missed), start_of(unknowns, {{"x", "0.6"}})).is_usable());
}

TEST_CASE("combinations of rows: constant ones, and those with functions of the point") {
  // Campbell and Gear 1995: y = (2 - t cos t - sin t)/(2t), index 2.
  const Texts unknowns = {"x", "y"};
  const LocalLeaf gear =
      complete_locally(plain(unknowns, {"t*x' - t^2*y' + x = 2", "x - t*y = sin(t)"}),
                       start_of(unknowns, {{"t", "1.5"}}));
  REQUIRE(gear.one_leaf == Truth::yes);
  CHECK(gear.dimension == 1);
  CHECK(gear.index_at_most == 2);
  CHECK(gear.combined.size() == 1);
  const double y = (2 - 1.5 * std::cos(1.5) - std::sin(1.5)) / 3;
  CHECK(std::abs(value_of(gear, "y").value - y) < 1e-15);
  // Two capacitors between three nodes: their currents add up to 0 by Kirchhoff.
  const Texts nodes = {"a", "b", "i"};
  const LocalLeaf circuit = complete_locally(
      plain(nodes, {"1e-6*(a' - b') = i - a/1000", "1e-6*(b' - a') = -i - b/500", "a = sin(t)"}),
      start_of(nodes, {{"t", "0.3"}}));
  REQUIRE(circuit.one_leaf == Truth::yes);
  CHECK(circuit.dimension == 1);
  CHECK(std::abs(value_of(circuit, "b").value + std::sin(0.3) / 2) < 1e-15);
}

TEST_CASE("lines are put into others where J is singular on the leaf only") {
  // By the second line the first is z = exp(t) beside a product that vanishes on the leaf.
  const Texts unknowns = {"x", "y", "z"};
  const LocalLeaf leaf = complete_locally(
      plain(unknowns, {"z - exp(t) + (x + y)*(y - 2*z')", "y = 2*z'", "x' = (y - 2*z')*x - x"}),
      start_of(unknowns, {{"t", "0.5"}, {"x", "0.25"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 2);
  CHECK(std::abs(value_of(leaf, "z").value - std::exp(0.5)) < 1e-14);
  CHECK(std::abs(value_of(leaf, "y").value - 2 * std::exp(0.5)) < 1e-14);
  CHECK(std::any_of(leaf.combined.begin(), leaf.combined.end(), [](const CombinedLine& line) {
    return line.put_in == "y" || line.put_in == "z'";
  }));
}

TEST_CASE("masses that depend on each other leave a mechanism with less freedom") {
  // One mass that moves with a + b; a - b has no inertia and follows from a balance of forces.
  const Texts coordinates = {"a", "b"};
  AnalyticSystem system = plain(coordinates, {"a'' + b'' + 3*a", "a'' + b'' + b^3 + b"});
  system.coordinates = 2;
  const LocalLeaf leaf =
      complete_locally(system, start_of(coordinates, {{"b", "1"}, {"b'", "0.5"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 3);
  CHECK(std::abs(value_of(leaf, "a").value - 2.0 / 3) < 1e-15);
  CHECK(std::abs(value_of(leaf, "a", 1).value - 2.0 / 3) < 1e-15);
}

TEST_CASE("lines that cancel are proved redundant, or a contradiction") {
  const Texts unknowns = {"x", "y"};
  const LocalStart start = start_of(unknowns, {{"x", "1"}, {"y", "2"}});
  const LocalLeaf twice =
      complete_locally(plain(unknowns, {"x' + y' = exp(x)", "3*x' + 3*y' = 3*exp(x)"}), start);
  REQUIRE(twice.one_leaf == Truth::yes);
  CHECK(twice.freedom == 1);
  REQUIRE(twice.redundant.size() == 1);
  CHECK(twice.redundant[0].order == 0);
  CHECK_FALSE(complete_locally(plain(unknowns, {"x' + y' = y", "2*x' + 2*y' = 2*y + 1"}), start)
                  .is_usable());
}

TEST_CASE("what vanishes modulo a prime is no zero") {
  // 2^31 - 1: the prime of the residues.
  const Texts unknowns = {"x"};
  const LocalLeaf leaf = complete_locally(plain(unknowns, {"2147483647*x'' + x' + x"}),
                                          start_of(unknowns, {{"x", "1"}, {"x'", "0"}}));
  REQUIRE(leaf.one_leaf == Truth::yes);
  CHECK(leaf.dimension == 3);
}

TEST_CASE("what cancels by an identity that no normal form knows is numeric, not proved") {
  // exp(x + y) = exp(x) exp(y): the normal form has one symbol for each.
  const Texts unknowns = {"x", "y"};
  const LocalLeaf leaf =
      complete_locally(plain(unknowns, {"(exp(x + y) - exp(x)*exp(y))*x'' + x' - y", "y' + x"}),
                       start_of(unknowns, {{"x", "0.25"}, {"y", "1"}}));
  CHECK(leaf.one_leaf == Truth::unknown);
  CHECK(leaf.is_numeric);
  CHECK(leaf.dimension == 3);
  CHECK(std::count(leaf.numeric.begin(), leaf.numeric.end(), "x'' cancels in equation 1") == 1);
}

TEST_CASE("a start of three digits beside or near a singular position is never certified wrongly") {
  // Reissig, Martinson and Barton 2000: index 1 with a structural index that is higher.
  const Texts four = {"a", "b", "c", "d"};
  const LocalLeaf reissig = complete_locally(
      plain(four, {"a' + c' + a = sin(t)", "a' + c' + b = cos(t)", "b + d' + a = 1", "d' + c = t"}),
      start_of(four, {{"a", "0.333"}, {"d", "0.125"}}));
  if (reissig.is_usable()) CHECK(reissig.dimension <= 3);
  // The coefficient of x' vanishes at x = 1: beside it there is a leaf, at it there is none.
  const Texts unknowns = {"x", "y"};
  for (const char* x : {"1", "1.000000000001", "0.999999999999"}) {
    const LocalLeaf leaf =
        complete_locally(plain(unknowns, {"(x - 1)*x' + y' = 1", "(x - 1)*x' + 2*y' = y"}),
                         start_of(unknowns, {{"x", x}, {"y", "3"}}));
    if (leaf.is_usable()) {
      CHECK(std::string(x) != "1");
      CHECK(leaf.dimension == 3);
    }
  }
}

}  // namespace leafwise::tests
