// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/work_clock.hpp"
#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

// Names are for people: whatever they are, they decide nothing, and no engine ever reads them.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Names = std::vector<std::string>;

/// x·y = x·z = 0 and the like: a plane, and a line with a cubic factor.
Polynomials equations(const Variables& variables) {
  const Polynomial x(variables[0]);
  const Polynomial y(variables[1]);
  const Polynomial z(variables[2]);
  return {x * (y.pow(2) - z.pow(3)), x * (x + y * z - Polynomial(Rational(2)))};
}

Variables named(const Names& names) {
  Variables variables;
  for (const std::string& name : names) variables.push_back({Role::unknown, name, 0});
  return variables;
}

const std::vector<Names>& odd_names() {
  static const std::vector<Names> names = {
      {"system", "quit", "exit"},
      {"x;quit;", "ring r=0,x,dp;", "LIB \"primdec.lib\";"},
      {std::string(10000, 'x'), std::string(10000, 'y'), std::string(10000, 'x') + "y"},
      {"\"", "'", "\\"},
      {"x\n", "\n", "\r\n\t"},
      {"", " ", "  "},
      {std::string("\0a", 2), std::string("\0b", 2), std::string("\0", 1)},
      {"x(1)", "x(2)", "@p"},
      {"z", "image", "image_"},
      {"1", "-1", "x^2"},
      {"α", "\xff\xfe", "τ̇"},
      {"7:x", "8:y\n", ":"}};
  return names;
}

TEST_SUITE("law") {
  TEST_CASE("odd names: they change nothing") {
    const Variables plain = numbered_variables(3);
    const Decomposition expected =
        minimal_primes({plain, equations(plain), test_engine()}, uncached(), patient());
    REQUIRE(expected.complete);
    REQUIRE(expected.components.size() == 2);
    for (const Names& names : odd_names()) {
      CAPTURE(names.front().substr(0, 20));
      const Variables odd = named(names);
      Polynomials values;
      for (const Variable& variable : odd) values.emplace_back(variable);
      for (const bool cached : {false, true, true}) {
        DecompositionOptions options = uncached();
        options.use_cache = cached;
        const Decomposition found =
            minimal_primes({odd, equations(odd), test_engine()}, options, patient());
        CHECK(found.complete);
        CHECK(found.incidents.empty());
        CHECK(found.radical_input == expected.radical_input);
        REQUIRE(found.components.size() == expected.components.size());
        for (const PrimeComponent& component : expected.components) {
          const Ideal renamed(
              odd, replaced(component.ideal.generators(), plain, values), test_engine());
          CHECK(std::count_if(
                    found.components.begin(), found.components.end(), [&](const auto& other) {
                      return other.dimension == component.dimension &&
                             other.degree == component.degree &&
                             value_of_outcome(is_equal(other.ideal, renamed, patient()));
                    }) == 1);
        }
      }
    }
  }

  // The question that is looked up in the cache tells every name and role without doubt.
  TEST_CASE("odd names: the cache tells a parameter from an unknown of that name") {
    DecompositionOptions options;
    const Variable x{Role::unknown, "cached x", 0};
    const Variable parameter{Role::parameter, "cached a", 0};
    const Variable lookalike{Role::unknown, "cached a*", 0};
    for (const Variable& other : {lookalike, parameter}) {
      const Polynomial a(other);
      const Ideal ideal({other, x}, {a * Polynomial(x)}, test_engine());
      const Decomposition found = minimal_primes(ideal, options, patient());
      CHECK_FALSE(found.from_cache);
      CHECK(found.components.size() == (other.role == Role::parameter ? 1 : 2));
    }
  }

  // Limits end a decomposition, wherever it is, and what was not found out is not told.
  TEST_CASE("short limits: no claim without proof, and not much later than asked for") {
    const Variables variables = numbered_variables(24);
    Polynomials many;
    for (std::size_t i = 0; i < variables.size(); i += 2) {
      const Polynomial x(variables[i]);
      many.push_back(x * (Polynomial(variables[i + 1]) - x.pow(2)));
    }
    for (const int milliseconds : {0, 20, 200, 1000}) {
      const std::chrono::milliseconds time{milliseconds};
      CAPTURE(milliseconds);
      const auto start = WorkClock::now();
      const Decomposition found =
          minimal_primes({variables, many, test_engine()}, uncached(), Limits::within(time));
      // What follows splitting may take a few seconds of its own.
      CHECK(WorkClock::now() - start < time + std::chrono::seconds(10));
      CHECK(found.complete == found.reason.empty());
      if (found.complete) CHECK(found.components.size() == 4096);
      for (const PrimeComponent& component : found.components) {
        if (component.prime != Truth::yes) continue;
        CHECK(component.dimension == 12);
        CHECK(component.degree >=
              0);  // 0: not known; a tower is proved to be prime without a basis
      }
    }
  }
}

}  // namespace
