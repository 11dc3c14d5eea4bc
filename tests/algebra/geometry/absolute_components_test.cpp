// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "geometry/rational_points.hpp"
#include "ideals.hpp"
#include "leafwise/algebra/absolute_components.hpp"
#include "ring/rewriting.hpp"
#include "support/seed.hpp"
#include "worker_jobs.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using tests::patient;
using tests::TextRing;

namespace {

/// The only class.
AbsoluteComponent component_of(const Ideal& prime) {
  std::vector<AbsoluteComponent> classes =
      tests::value_of_outcome(absolute_components(prime, patient()));
  REQUIRE(classes.size() == 1);
  return classes.front();
}

/// The conjugates' intersection, as the elimination of the root.
Ideal norm_of(const AbsoluteComponent& component, const Ideal& prime) {
  std::vector<Variable> variables = prime.variables();
  variables.push_back(component.root);
  std::vector<Polynomial> generators = component.generators;
  generators.push_back(component.minimal_polynomial);
  const Ideal all(variables, generators, prime.engine());
  const Ideal norm = tests::value_of_outcome(elimination(all, {component.root}, patient()));
  return {prime.variables(), norm.generators(), prime.engine()};
}

struct Known {
  std::vector<std::string> generators;
  long conjugates;
  long degree;  ///< of each
  int dimension;
};

TEST_CASE("absolute components: answers that are known") {
  const TextRing ring({"x", "y", "z"});
  const std::vector<Known> cases = {
      {{"x^2 - 2", "y", "z"}, 2, 1, 0},
      {{"x^2 - 2"}, 2, 1, 2},
      {{"x^2 - 2*y^2", "z"}, 2, 1, 1},
      {{"x^2 + y^2"}, 2, 1, 2},
      {{"x^2 + y^2 - 1"}, 1, 2, 2},
      {{"x^2 + y^2 + 1"}, 1, 2, 2},    // no rational point, but irreducible
      {{"x^2 + y^2 + z^2"}, 1, 2, 2},  // its only rational point is singular
      {{"x^4 + y^4"}, 4, 1, 2},
      {{"x^2 + 2*x*y + 2*y^2"}, 2, 1, 2},   // a factor of x^4 + 4*y^4
      {{"x^2 - 2", "y - x*z"}, 2, 1, 1},    // two lines
      {{"x^2 - 2", "y - x*z^2"}, 2, 2, 1},  // two parabolas
      {{"(x^2 + y^2)^2 - 2"}, 2, 2, 2},
      {{"x^3 - 2*y^3"}, 3, 1, 2},
      {{"x^2 - 2", "y^2 - 3", "z - x*y"}, 4, 1, 0},
      {{"x - y^2", "z - y^3"}, 1, 3, 1},
      {{}, 1, 1, 3},
  };
  for (const Known& known : cases) {
    CAPTURE(known.generators.empty() ? "0" : known.generators.back());
    const Ideal prime = ring.ideal(known.generators);
    const AbsoluteComponent component = component_of(prime);
    CHECK(component.conjugates == known.conjugates);
    CHECK(component.degree == known.degree);
    CHECK(component.dimension == known.dimension);
    const Polynomial& minimal = component.minimal_polynomial;
    CHECK(minimal.degree() == (known.conjugates == 1 ? 0 : known.conjugates));
    CHECK(minimal.is_zero() == (known.conjugates == 1));
    CHECK(tests::value_of_outcome(is_equal(norm_of(component, prime), prime, patient())));
  }
  CHECK(tests::value_of_outcome(absolute_components(ring.ideal({"1"}), patient())).empty());
}

TEST_CASE("absolute components: four-bar linkages do not split") {
  const TextRing ring({"y1", "y2", "y3", "y4"});
  const Ideal general = ring.ideal(tests::four_bar("1", "2", "3/2", "2"));
  CHECK(component_of(general).conjugates == 1);
  CHECK(component_of(general).degree == 6);
  CHECK(component_of(ring.ideal(tests::four_bar("1", "3", "2", "2"))).conjugates == 1);
}

TEST_CASE("absolute components: the root's name is free") {
  const TextRing ring({"a", "x", "a2"}, {"a1"});
  const AbsoluteComponent component = component_of(ring.ideal({"a^2 - 3*x^2"}));
  CHECK(component.root.name == "a3");
  CHECK(component.root.role == Role::parameter);
  CHECK(component_of(TextRing({"x"}).ideal({"x^2 - 3"})).root.name == "a");
}

TEST_CASE("absolute components: what is no prime, and limits") {
  const TextRing ring({"x", "y"});
  CHECK(absolute_components(ring.ideal({"(x^2 - 2)*(y^2 - 3)"}), patient()).is_undefined());
  const Limits over = Limits::within(std::chrono::milliseconds(0));
  CHECK(absolute_components(ring.ideal({"x^2 - 2*y^2"}), over).is_unable());
}

TEST_CASE("absolute components: the worker wants a place for the root") {
  using namespace leafwise::tests;
  WorkerProcess worker(LEAFWISE_WORKER);
  // x^2 - 2*y^2 in x, y and the root; then x^2 - 2*y^2 without a root.
  const WireIdeal lines = {{term("1", {2, 0, 0}), term("-2", {0, 2, 0})}};
  const Result split = worker.run(job(Operation::absolute_primes, 3, {lines}), seconds(10));
  REQUIRE(std::holds_alternative<Answer>(split));
  CHECK(std::get<Answer>(split).ideals.size() == 1);
  CHECK(std::get<Answer>(split).numbers == std::vector<std::int64_t>{2});
  const WireIdeal taken = {{term("1", {2, 0}), term("-2", {0, 2})}};
  const Result refused = worker.run(job(Operation::absolute_primes, 2, {taken}), seconds(10));
  REQUIRE(std::holds_alternative<Failure>(refused));
  CHECK(std::get<Failure>(refused).kind == Failure::Kind::refused);
  // And the ring of the job is still the right one for the next.
  const Result again = worker.run(job(Operation::absolute_primes, 3, {lines}), seconds(10));
  CHECK(std::holds_alternative<Answer>(again));
  const Result basis = worker.run(job(Operation::standard_basis, 3, {lines}), seconds(10));
  REQUIRE(std::holds_alternative<Answer>(basis));
  CHECK(std::get<Answer>(basis).ideals.front().size() == 1);
}

TEST_CASE("absolute components: rational points") {
  const TextRing ring({"x", "y", "z"});
  const auto point = [&](const std::vector<std::string>& texts, std::size_t rank) {
    return detail::find_rational_point(
        ring.variables(), ring.ideal(texts).generators(), rank, 2000);
  };
  const auto found = point({"x^2 + y^2 - 1", "3*x*z - 1"}, 2);
  REQUIRE(found.has_value());
  for (const std::string text : {"x^2 + y^2 - 1", "3*x*z - 1"}) {
    Polynomial rest = ring.polynomial(text);
    for (const auto& [variable, value] : *found) {
      rest = detail::substituted(rest, variable, value);
    }
    CHECK(rest.is_zero());
  }
  CHECK(!point({"x^2 + y^2 + z^2"}, 1).has_value());
  CHECK(!point({"x^2 - 2"}, 1).has_value());
  CHECK(!point({"1"}, 1).has_value());
}

TEST_SUITE("law") {
  TEST_CASE("absolute components: norms of polynomials over Q(sqrt 2) split into two") {
    std::mt19937_64 random = tests::make_generator("norms");
    const TextRing ring({"x", "y"});
    const std::vector<Variable>& xy = ring.variables();
    const auto form = [&](unsigned degree) {
      Polynomial sum;
      for (unsigned i = 0; i <= degree; ++i) {
        for (unsigned k = 0; i + k <= degree; ++k) {
          const Rational digit(static_cast<std::int64_t>(random() % 7) - 3);
          sum += digit * (Polynomial(xy[0]).pow(i) * Polynomial(xy[1]).pow(k));
        }
      }
      return sum;
    };
    for (std::uint64_t round = 0; round < 12 * tests::multiplier(); ++round) {
      // (p + √2·q)(p − √2·q) with p = x² + …, q = y + …: p and q have no common factor, and
      // p + √2·q, monic in x, is irreducible or a product of two lines.
      const Polynomial p = Polynomial(xy[0]).pow(2) + form(1) * Polynomial(xy[1]);
      const Polynomial q = form(1) + Polynomial(xy[1]) * Rational(4);
      const Ideal prime = ring.ideal(std::vector{p.pow(2) - q.pow(2) * Rational(2)});
      CAPTURE(to_string(prime.generators().front()));
      const auto classes = absolute_components(prime, patient());
      if (classes.is_undefined()) continue;  // it split over ℚ, too
      const AbsoluteComponent component = component_of(prime);
      CHECK(component.conjugates % 2 == 0);
      CHECK(component.conjugates * component.degree == 4);
      CHECK(tests::value_of_outcome(is_equal(norm_of(component, prime), prime, patient())));
    }
  }
}

}  // namespace
