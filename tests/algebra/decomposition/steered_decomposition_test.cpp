// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// A point leads to the components that hold it; the others may be left out, but not hidden.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

Polynomial number(std::int64_t value) {
  return {Rational(value)};
}

/// A prime with a point on it.
struct PrimeWithPoint {
  KnownPrime prime;
  std::vector<Expression> coordinates;
};

/// Through the origin.
KnownPrime prime_at_origin(std::mt19937_64& random, const Variables& variables) {
  Variables shuffled = variables;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const Polynomial x(shuffled[0]);
  const Polynomial y(shuffled[1]);
  const Polynomial z(shuffled[2]);
  switch (random() % 6) {
    case 0: return {{x + y.pow(2) - z, y - x.pow(3)}, "curve", 1};
    case 1: return {{x.pow(2) + y.pow(2) - number(2) * x, z}, "circle", 1, 2};
    case 2: return {{y.pow(2) - x.pow(3)}, "cusp", 2, 3};
    case 3: return {{x * y - z.pow(2)}, "cone", 2, 2};
    case 4: return {{x * z - y.pow(2), x - y * z, y - z.pow(2)}, "twisted cubic", 1, 3};
    default: return {{x + number(1 + small_integer(random, 2)) * y - z}, "plane", 2, 1};
  }
}

Polynomials translated(const Polynomials& polynomials,
                       const Variables& variables,
                       const std::vector<Rational>& to) {
  Polynomials values;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    values.push_back(Polynomial(variables[i]) - Polynomial(to[i]));
  }
  return replaced(polynomials, variables, values);
}

std::vector<Rational> random_place(std::mt19937_64& random, std::size_t dimension) {
  std::vector<Rational> place;
  for (std::size_t i = 0; i < dimension; ++i) {
    place.emplace_back(small_integer(random, 3), 1 + static_cast<std::int64_t>(random() % 2));
  }
  return place;
}

std::vector<Expression> numbers(const std::vector<Rational>& values) {
  std::vector<Expression> result;
  result.reserve(values.size());
  for (const Rational& value : values) result.push_back(Expression::number(value));
  return result;
}

PrimeWithPoint rational_case(std::mt19937_64& random, const Variables& variables) {
  const std::vector<Rational> place = random_place(random, variables.size());
  KnownPrime prime = prime_at_origin(random, variables);
  prime.generators = translated(prime.generators, variables, place);
  return {std::move(prime), numbers(place)};
}

/// x² = 2, and the others linear in x: at √2, or at −√2.
PrimeWithPoint algebraic_case(std::mt19937_64& random, const Variables& variables) {
  const Expression positive = Expression::call(Function::sqrt, Expression::number(Rational(2)));
  const Expression root = random() % 2 == 0 ? positive : -positive;
  const Polynomial x(variables[0]);
  PrimeWithPoint result{{{x.pow(2) - number(2)}, "number field", 0, 2}, {root}};
  for (std::size_t i = 1; i < variables.size(); ++i) {
    const std::int64_t slope = small_integer(random, 2);
    const std::int64_t shift = small_integer(random, 2);
    result.prime.generators.push_back(Polynomial(variables[i]) - x * number(slope) - number(shift));
    result.coordinates.push_back(Expression::number(slope) * root + Expression::number(shift));
  }
  return result;
}

Point exact_point(const Variables& variables, const std::vector<Expression>& coordinates) {
  Point point;
  for (std::size_t i = 0; i < variables.size(); ++i) point.set(variables[i], coordinates[i]);
  return point;
}

/// Doubles near the point, within the tolerance: rounding a number of size 10 costs 1e-15.
Point approximate_point(const Variables& variables, const Point& exact) {
  Point point(1e-9);
  for (const Variable& variable : variables) point.set(variable, exact.approximate(variable));
  return point;
}

Point partial_point(std::mt19937_64& random, const Variables& variables, const Point& exact) {
  Variables some = variables;
  std::shuffle(some.begin(), some.end(), random);
  some.resize(1 + random() % variables.size());
  return exact.restricted_to(some);
}

/// Whether the point may lie on the zeros of these; not, if one of them is certainly not zero.
bool may_hold(const Point& point, const Polynomials& generators) {
  return std::none_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    return point.vanishes(generator) == Truth::no;
  });
}

/// The same with what follows for the known coordinates alone: it need not show in the generators.
bool may_hold(const Point& point, const Ideal& ideal) {
  Variables unknown = ideal.variables();
  std::erase_if(unknown, [&](const Variable& variable) { return point.has(variable); });
  const Ideal known = value_of_outcome(elimination(ideal, unknown, patient()));
  return may_hold(point, ideal.generators()) && may_hold(point, known.generators());
}

bool found_among(const Ideal& prime, const Decomposition& found) {
  return std::any_of(found.components.begin(), found.components.end(), [&](const auto& component) {
    return value_of_outcome(is_equal(component.ideal, prime, patient()));
  });
}

/// Whether the point certainly does.
bool holds(const Point& point, const Polynomials& generators) {
  return std::all_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    return point.vanishes(generator) == Truth::yes;
  });
}

/// @param truth  the point exactly, with all coordinates; @param point  what is told of it
void check_steered(const Ideal& ideal,
                   const Point& truth,
                   const Point& point,
                   const std::vector<KnownPrime>& primes) {
  DecompositionOptions options = uncached();
  options.point = point;
  const Decomposition found = minimal_primes(ideal, options, patient());
  INFO("ideal: " << to_text(ideal.generators()) << " at " << point.to_string());
  INFO("found: " << result_text(found));
  CHECK(found.complete);
  std::size_t expected = 0;
  for (const KnownPrime& prime : primes) {
    INFO(prime.family << ": " << to_text(prime.generators));
    const Ideal known(ideal.variables(), prime.generators, ideal.engine());
    const bool is_found = found_among(known, found);
    if (is_found) ++expected;
    if (holds(truth, prime.generators)) CHECK(is_found);
    if (!is_found) CHECK_FALSE(found.unexplored.empty());
  }
  // Nothing that is no component.
  CHECK(found.components.size() == expected);
  std::vector<Ideal> parts;
  for (const PrimeComponent& component : found.components) {
    CHECK(component.prime == Truth::yes);
    CHECK(component.verified);
    parts.push_back(component.ideal);
  }
  for (const UnexploredPart& part : found.unexplored) {
    INFO("unexplored: " << to_text(part.ideal.generators()));
    CHECK_FALSE(part.why.empty());
    CHECK_FALSE(may_hold(point, part.ideal));
    parts.push_back(part.ideal);
  }
  const Cover cover = verify_cover(ideal, parts, patient());
  CHECK(cover.contained == Truth::yes);
  CHECK(cover.covers == Truth::yes);
}

TEST_SUITE("law") {
  TEST_CASE("steered decomposition: every component with the point is found") {
    auto random = make_generator("steered decomposition");
    for (std::uint64_t run = 0; run < 20 * multiplier(); ++run) {
      const Variables variables = numbered_variables(3);
      const PrimeWithPoint held =
          random() % 2 == 0 ? rational_case(random, variables) : algebraic_case(random, variables);
      std::vector<KnownPrime> primes = {held.prime};
      for (std::uint64_t more = 1 + random() % 2; more > 0; --more) {
        const KnownPrime other = random_prime(random, variables);
        primes.push_back(random() % 2 == 0 ? other : moved(random, variables, other));
      }
      Polynomials generators = {Polynomial(Rational(1))};
      for (const KnownPrime& prime : primes) generators = products(generators, prime.generators);
      const Ideal ideal(variables, generators, test_engine());
      primes = minimal_among(variables, primes);
      const Point point = exact_point(variables, held.coordinates);
      check_steered(ideal, point, point, primes);
      check_steered(ideal, point, approximate_point(variables, point), primes);
      check_steered(ideal, point, partial_point(random, variables, point), primes);
    }
  }

  TEST_CASE("steered decomposition: a point where components meet keeps them all") {
    auto random = make_generator("steered decomposition: meeting");
    for (std::uint64_t run = 0; run < 20 * multiplier(); ++run) {
      const Variables variables = numbered_variables(3);
      const std::vector<Rational> place = random_place(random, variables.size());
      std::vector<KnownPrime> primes;
      Polynomials generators = {number(1)};
      for (int i = 0; i < 3; ++i) {
        KnownPrime prime = prime_at_origin(random, variables);
        prime.generators = translated(prime.generators, variables, place);
        generators = products(generators, prime.generators);
        primes.push_back(std::move(prime));
      }
      const Point point = exact_point(variables, numbers(place));
      for (const KnownPrime& prime : primes) REQUIRE(holds(point, prime.generators));
      primes = minimal_among(variables, primes);
      const Ideal ideal(variables, generators, test_engine());
      check_steered(ideal, point, point, primes);
      check_steered(ideal, point, approximate_point(variables, point), primes);
    }
  }

  TEST_CASE("steered decomposition: a point on no component leaves everything unexplored") {
    const TextRing ring({"x", "y", "z"});
    const Ideal ideal = ring.ideal(std::vector<std::string>{"x*y*(z - 1)", "x*(y - z^2)"});
    DecompositionOptions options = uncached();
    options.point.emplace();
    for (const Variable& variable : ring.variables()) options.point->set(variable, Rational(2));
    const Decomposition found = minimal_primes(ideal, options, patient());
    CHECK(found.components.empty());
    CHECK(found.complete);
    CHECK(found.radical_input == Truth::unknown);
    REQUIRE(found.unexplored.size() == 1);
    CHECK(value_of_outcome(is_equal(found.unexplored.front().ideal, ideal, patient())));
  }

  // The only component is the line x = z = 0, which does not hold the point. Its point with
  // 2·y + 3 = 0 was once told as a component, found where the line was not looked into.
  TEST_CASE("steered decomposition: what lies in an unexplored component is no component") {
    const TextRing ring({"x", "y", "z"});
    const Ideal ideal =
        ring.ideal(std::vector<std::string>{"z*(2*y + 3)", "y*(2*x + 3*z)", "x^2*(y - 1)"});
    const KnownPrime line{{ring.polynomial("x"), ring.polynomial("z")}, "line", 1, 1};
    Point point;
    point.set(ring.variables()[0], Rational(-1));
    check_steered(ideal, point, point, {line});
  }
}

}  // namespace
