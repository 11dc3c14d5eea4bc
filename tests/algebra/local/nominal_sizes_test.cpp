// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"
#include "local/local_cases.hpp"
#include "support/seed.hpp"

// What a system's unknowns, its time and its equations are measured in changes neither what is
// found of its leaf nor, but for the units, where its point is.
namespace leafwise::algebra {
namespace {

using namespace tests::local_cases;

struct Case {
  Texts unknowns;
  Texts equations;
  Values given;
};

/// Index 1 to 3, with and without functions, every unknown with a size by the equations.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {{"x", "y", "l"},
       {"x'' + l*x", "y'' + l*y + 9.81", "x^2 + y^2 = 1"},
       {{"x", "0.6"}, {"x'", "0"}}},
      {{"x", "y"}, {"x' + x - y = sin(t)", "x + 2*y = cos(t)"}, {{"x", "0.5"}}},
      {{"x", "y", "z"}, {"x' = y", "y' = z + x", "x = cos(t)"}, {}},
      // One line less another one is what is hidden.
      {{"x", "y"}, {"x' + y' + x = sin(t)", "x' + y' + 2*y = cos(t)"}, {{"x", "0.5"}}},
      {{"u", "v"}, {"u' = -u + exp(v)", "v^2 + u^2 = 2"}, {{"u", "1"}}}};
  return all;
}

/// In powers of two: an unknown is 2^size of the user's unit.
struct Units {
  std::map<std::string, int> unknowns;
  int time = 0;
  std::vector<int> equations;
};

Expression in_unit(const Expression& expression, int exponent) {
  return Expression::number(Rational(2).pow(exponent)) * expression;
}

int unit_of(const Units& units, const Variable& variable) {
  if (variable.role == Role::independent) return units.time;
  return units.unknowns.at(variable.name) - static_cast<int>(variable.order) * units.time;
}

AnalyticSystem written_in(const AnalyticSystem& system, const Units& units) {
  AnalyticSystem other = system;
  for (std::size_t i = 0; i < other.equations.size(); ++i) {
    const Expression residual =
        substitute(system.equations[i].residual, [&](const Variable& variable) {
          return std::optional(in_unit(Expression::variable(variable), -unit_of(units, variable)));
        });
    other.equations[i].residual = in_unit(residual, units.equations[i]);
  }
  return other;
}

LocalStart written_in(const LocalStart& start, const Units& units) {
  LocalStart other = start;
  other.time = in_unit(start.time, units.time);
  for (auto& [variable, value] : other.given) value = in_unit(value, unit_of(units, variable));
  for (auto& [variable, value] : other.guessed) value = in_unit(value, unit_of(units, variable));
  if (other.goal) other.goal = in_unit(*start.goal, units.time);
  return other;
}

Units random_units(const AnalyticSystem& system, std::mt19937_64& random) {
  std::uniform_int_distribution<int> exponent(-66, 66);  // 10^±20
  Units units;
  for (const std::string& name : system.unknowns) units.unknowns[name] = exponent(random);
  units.time = exponent(random);
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    units.equations.push_back(exponent(random));
  }
  return units;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("units change sizes by themselves, and nothing of a leaf at the start") {
    auto random = tests::make_generator("units of local leaves");
    for (std::uint64_t attempt = 0; attempt < 5 * tests::multiplier(); ++attempt) {
      for (const Case& known : cases()) {
        CAPTURE(attempt);
        CAPTURE(known.equations.back());
        const AnalyticSystem system = plain(known.unknowns, known.equations);
        // On the lower half of the circle.
        const Values guess = known.unknowns.size() == 3 ? Values{{"y", "-1"}} : Values{};
        LocalStart start = start_of(known.unknowns, known.given, guess);
        start.goal = Expression::number(Rational(4));
        const LocalLeaf own = complete_locally(system, start);
        REQUIRE(own.is_usable());
        const Units units = random_units(system, random);
        const AnalyticSystem other = written_in(system, units);
        const LocalStart other_start = written_in(start, units);
        const NominalSizes sizes = nominal_sizes(other, other_start);
        for (const std::string& name : system.unknowns) {
          // In units in which all is about 1 what is left is small; so are drawn units at times,
          // up to the three decades (2^10) for which nothing is changed.
          const int found = sizes.matter() ? sizes.unknowns.at(name) : 0;
          const int left = sizes.matter() ? 8 : 8 + 10;
          CHECK(std::abs(found - units.unknowns.at(name)) <= left);
        }
        const LocalLeaf leaf = complete_locally(other, other_start);
        CHECK(leaf.one_leaf == own.one_leaf);
        CHECK(leaf.dimension == own.dimension);
        CHECK(leaf.index_at_most == own.index_at_most);
        // The certificate is one of the equations as they stand there.
        REQUIRE(leaf.proof);
        const ProofCheck check = check_local_proof(other, *leaf.proof);
        CHECK_MESSAGE(check.accepted, check.why_not);
        REQUIRE(leaf.point.size() == own.point.size());
        for (const LocalPoint& jet : own.point) {
          const LocalPoint& there = value_of(leaf, jet.variable.name, jet.variable.order);
          const double back = std::ldexp(there.value, -unit_of(units, jet.variable));
          // Newton's method stops at 1e-13 of rows, and the point is not where it was to the bit.
          CHECK(std::abs(back - jet.value) <= 1e-9 * std::max(1.0, std::abs(jet.value)));
        }
      }
    }
  }
}

}  // namespace leafwise::algebra
