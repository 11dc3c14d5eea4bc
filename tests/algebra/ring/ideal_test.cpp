// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;

namespace {

const std::vector<Variable> xyz = {
    {Role::unknown, "x", 0}, {Role::unknown, "y", 0}, {Role::unknown, "z", 0}};

const Engine& test_engine() {
  static const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

/// Far beyond what these ideals need on a loaded machine; a law is no test of speed.
Limits limits() {
  return Limits::within(std::chrono::seconds(60));
}

Polynomial poly(const std::string& text) {
  Scope scope;
  for (const Variable& variable : xyz) scope.declare(variable.name, variable.role);
  return Polynomialiser({}, {}).convert(parse_expression(text, scope));
}

Ideal ideal(const std::vector<std::string>& texts) {
  std::vector<Polynomial> generators;
  generators.reserve(texts.size());
  for (const std::string& text : texts) generators.push_back(poly(text));
  return {xyz, std::move(generators), test_engine()};
}

template <typename T>
T known(const Outcome<T>& outcome) {
  if (!outcome) FAIL(outcome.reason());
  return outcome.value();
}

bool same(const Ideal& left, const Ideal& right) {
  return known(is_equal(left, right, limits()));
}
bool inside(const Ideal& inner, const Ideal& outer) {
  return known(is_subset(inner, outer, limits()));
}

Polynomial random_polynomial(std::mt19937_64& random, int terms) {
  Polynomial result;
  for (int i = 0; i < terms; ++i) {
    Polynomial term = Rational(static_cast<std::int64_t>(random() % 11) - 5);
    for (const Variable& variable : xyz)
      term = term * Polynomial(variable).pow(static_cast<unsigned>(random() % 3));
    result += term;
  }
  return result;
}

Ideal random_ideal(std::mt19937_64& random) {
  std::vector<Polynomial> generators;
  for (std::uint64_t i = 0; i < 1 + random() % 2; ++i) {
    generators.push_back(random_polynomial(random, 2));
  }
  return {xyz, std::move(generators), test_engine()};
}

std::string text_of(const Ideal& ideal) {
  std::string text;
  for (const Polynomial& generator : ideal.generators()) text += to_string(generator) + "; ";
  return text;
}

TEST_CASE("ideals: answers that are known") {
  const Ideal circle = ideal({"x^2 + y^2 - 1"});
  CHECK(known(circle.contains(poly("(x^2 + y^2)^2 - 1"), limits())));
  CHECK(!known(circle.contains(poly("x - 1"), limits())));
  CHECK(known(circle.dimension(limits())) == 2);
  CHECK(known(circle.degree(limits())) == 2);
  CHECK(known(ideal({"1"}).dimension(limits())) == -1);
  CHECK(known(ideal({}).dimension(limits())) == 3);
  CHECK(known(ideal({}).groebner_basis(limits())).empty());
  CHECK(known(ideal({"x", "1 + x*y"}).groebner_basis(limits())) ==
        std::vector<Polynomial>{poly("1")});
  CHECK(same(known(elimination(ideal({"x - z^2", "y - z^3"}), {xyz[2]}, limits())),
             ideal({"x^3 - y^2"})));
  CHECK(
      same(known(saturation(ideal({"x^3*y", "x*z"}), ideal({"x"}), limits())), ideal({"y", "z"})));
  CHECK(same(known(quotient(ideal({"x^2*y"}), ideal({"x"}), limits())), ideal({"x*y"})));
  CHECK(same(known(intersection(ideal({"x"}), ideal({"y"}), limits())), ideal({"x*y"})));
  CHECK(same(known(radical(ideal({"x^2 - y^2", "x*y - y^2"}), limits())), ideal({"x - y"})));
  CHECK(known(ideal({"x^3"}).radical_contains(poly("x*z"), limits())));
  CHECK(!known(ideal({"x^3"}).radical_contains(poly("z"), limits())));
}

TEST_CASE("ideals: the reduced basis does not depend on the generators") {
  std::vector<std::string> texts = {"x*y - z", "y^2 - x*z", "x^2 - 3*y + 1/7"};
  const std::vector<Polynomial> basis = known(ideal(texts).groebner_basis(limits()));
  std::sort(texts.begin(), texts.end());
  do {
    CHECK(known(ideal(texts).groebner_basis(limits())) == basis);
  } while (std::next_permutation(texts.begin(), texts.end()));
  texts.emplace_back("(x*y - z)*(x + 1) - 2*z*(y^2 - x*z)");
  CHECK(known(ideal(texts).groebner_basis(limits())) == basis);
}

TEST_CASE("ideals: names are but names") {
  const std::vector<Variable> odd = {{Role::unknown, "quit", 0},
                                     {Role::unknown, "system(\"sh\")", 0},
                                     {Role::unknown, std::string(10'000, 'x'), 3}};
  const Polynomial product = Polynomial(odd[0]) * Polynomial(odd[1]) - Polynomial(odd[2]);
  const Ideal named(odd, {product, Polynomial(odd[0])}, test_engine());
  CHECK(known(named.contains(Polynomial(odd[2]), limits())));
  CHECK(!known(named.contains(Polynomial(odd[1]), limits())));
}

TEST_CASE("ideals: a limit is an answer of its own") {
  const Polynomial dense = poly("x^9 + y^8*z + z^7*x^2 + y - 1");
  const std::vector<Polynomial> hard = {dense.pow(2), poly("x*y*z - 1") * dense, poly("y^5 - x*z")};
  const Ideal ideal_of_three(xyz, hard, test_engine());
  Limits over = Limits::within(std::chrono::milliseconds(0));
  const Outcome<std::vector<Polynomial>> outcome = ideal_of_three.groebner_basis(over);
  CHECK(outcome.is_unable());
  CHECK(outcome.reason().find("time limit") != std::string::npos);
  const Engine missing{std::filesystem::path("/nowhere/worker")};
  const Outcome<int> none = Ideal(xyz, {poly("x")}, missing).dimension(limits());
  CHECK(none.is_unable());
}

TEST_SUITE("law") {
  TEST_CASE("ideals: laws of membership, sums, intersections, quotients and saturations") {
    std::mt19937_64 random = tests::make_generator("ideals");
    for (std::uint64_t round = 0; round < 40 * tests::multiplier(); ++round) {
      const Ideal a = random_ideal(random);
      const Ideal b = random_ideal(random);
      CAPTURE(text_of(a));
      CAPTURE(text_of(b));
      Polynomial combination;
      for (const Polynomial& generator : a.generators()) {
        combination += generator * random_polynomial(random, 3);
      }
      CHECK(known(a.contains(combination, limits())));

      const Ideal both = known(intersection(a, b, limits()));
      CHECK(inside(both, a));
      CHECK(inside(both, b));
      CHECK(inside(a, sum(a, b)));
      for (const Polynomial& f : a.generators()) {
        for (const Polynomial& g : b.generators()) CHECK(known(both.contains(f * g, limits())));
      }

      const Ideal divided = known(quotient(a, b, limits()));
      CHECK(inside(a, divided));
      for (const Polynomial& f : divided.generators()) {
        for (const Polynomial& g : b.generators()) CHECK(known(a.contains(f * g, limits())));
      }
      const Ideal saturated = known(saturation(a, b, limits()));
      CHECK(inside(divided, saturated));
      CHECK(same(known(quotient(saturated, b, limits())), saturated));
    }
  }

  TEST_CASE("ideals: laws of eliminations and radicals") {
    std::mt19937_64 random = tests::make_generator("radicals");
    for (std::uint64_t round = 0; round < 25 * tests::multiplier(); ++round) {
      const Ideal a = random_ideal(random);
      CAPTURE(text_of(a));
      const Ideal shadow = known(elimination(a, {xyz[0]}, limits()));
      CHECK(inside(shadow, a));
      for (const Polynomial& f : shadow.generators()) CHECK(!f.variables().contains(xyz[0]));
      const Ideal root = known(radical(a, limits()));
      CHECK(inside(a, root));
      CHECK(same(known(radical(root, limits())), root));
      for (const Polynomial& f : root.generators()) CHECK(known(a.radical_contains(f, limits())));
      CHECK(known(root.dimension(limits())) == known(a.dimension(limits())));
    }
  }
}

}  // namespace
