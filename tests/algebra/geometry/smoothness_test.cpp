// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "geometry/jacobian.hpp"
#include "geometry/minor_locus.hpp"
#include "ideals.hpp"
#include "leafwise/algebra/component_geometry.hpp"
#include "ring/rewriting.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using tests::patient;
using tests::TextRing;

namespace {

using Texts = std::vector<std::string>;

const TextRing& linkage() {
  static const TextRing ring({"y1", "y2", "y3", "y4"});
  return ring;
}
const TextRing& space() {
  static const TextRing ring({"x", "y", "z", "w"}, {"r"});
  return ring;
}

/// The components of the four-bar with lengths 1, 2, 1, 2: (4.4) of the paper on rigid bodies, as
/// Singular gives them; the second has a generator more than its codimension.
const Texts parallelogram = {"y3^2 + y4^2 - 4*y3 + 3", "y2 - y4", "y1 - y3 + 2"};
const Texts antiparallelogram = {"y3^2 + y4^2 - 4*y3 + 3",
                                 "4*y2*y3 - 3*y2 + 3*y4",
                                 "4*y2*y4 + 3*y1 - 3*y3 + 6",
                                 "16*y2*y4^2 - 12*y3*y4 + 9*y2 + 39*y4"};

Ideal locus(const Ideal& prime) {
  return tests::value_of_outcome(singular_locus(prime, patient()));
}
bool is_unit(const Ideal& ideal) {
  return tests::value_of_outcome(ideal.contains(Polynomial(Rational(1)), patient()));
}
/// Both questions, which must agree.
Truth smooth(const Ideal& prime) {
  const Truth answer = is_smooth(prime, patient());
  CHECK(is_unit(locus(prime)) == (answer == Truth::yes));
  return answer;
}
Ideal radical_locus(const Ideal& prime) {
  return tests::value_of_outcome(radical(locus(prime), patient()));
}
bool same(const Ideal& left, const Ideal& right) {
  return tests::value_of_outcome(is_equal(left, right, patient()));
}

TEST_CASE("smoothness: four-bar linkages") {
  const TextRing& ring = linkage();
  CHECK(smooth(ring.ideal(parallelogram)) == Truth::yes);
  CHECK(smooth(ring.ideal(antiparallelogram)) == Truth::yes);
  CHECK(smooth(ring.ideal(tests::four_bar("1", "2", "3/2", "2"))) == Truth::yes);
  // The stretched one: a node where all bars lie on a line.
  const Ideal stretched = ring.ideal(tests::four_bar("1", "3", "2", "2"));
  CHECK(smooth(stretched) == Truth::no);
  CHECK(same(radical_locus(stretched), ring.ideal({"y1 - 1", "y2", "y3 - 4", "y4"})));
}

TEST_CASE("smoothness: the rhombus") {
  const TextRing& ring = linkage();
  const Ideal all = ring.ideal(tests::four_bar("1", "1", "1", "1"));
  const std::vector<Texts> components = {{"y1 - y3 + 1", "y2 - y4", "(y1 + 0)^2 + y2^2 - 1"},
                                         {"y1 - 1", "y2", "(1 - y3)^2 + y4^2 - 1"},
                                         {"y3", "y4", "y1^2 + y2^2 - 1"}};
  for (const Texts& component : components) {
    CHECK(tests::value_of_outcome(is_subset(all, ring.ideal(component), patient())));
    CHECK(smooth(ring.ideal(component)) == Truth::yes);
  }
  // Not prime, but radical and equidimensional: singular where two components meet.
  CHECK(smooth(all) == Truth::no);
  CHECK(same(radical_locus(all),
             tests::value_of_outcome(intersection(
                 tests::value_of_outcome(intersection(ring.ideal({"y1 - 1", "y2", "y3 - 2", "y4"}),
                                                      ring.ideal({"y1 + 1", "y2", "y3", "y4"}),
                                                      patient())),
                 ring.ideal({"y1 - 1", "y2", "y3", "y4"}),
                 patient()))));
}

struct Known {
  Texts generators;
  Truth is_smooth;
  Texts singular;  ///< generators of the radical of the locus; none: do not compare
};

TEST_CASE("smoothness: textbook varieties") {
  const std::vector<Known> cases = {
      {{"y^2 - x^2 - x^3"}, Truth::no, {"x", "y"}},
      {{"y^2 - x^3"}, Truth::no, {"x", "y"}},
      {{"x^2 + y^2 + z^2 - 1"}, Truth::yes, {}},
      {{"x^2 + y^2 - z^2"}, Truth::no, {"x", "y", "z"}},
      {{"x*y*z - 1"}, Truth::yes, {}},
      {{"x^2 - y^2*z"}, Truth::no, {"x", "y"}},  // Whitney's umbrella
      {{"y - x^2", "z - x^3"}, Truth::yes, {}},
      // The twisted cubic as minors: three generators, codimension two; then the cone over it.
      {{"x*z - y^2", "y - z^2", "x - y*z"}, Truth::yes, {}},
      {{"x*z - y^2", "y*w - z^2", "x*w - y*z"}, Truth::no, {"x", "y", "z", "w"}},
      {{"x*z - y^2", "y*w - z^2", "x*w - y*z", "x + 2*y + w - 1"}, Truth::yes, {}},
      // Two planes in four-space that meet in a point: radical, equidimensional, four generators.
      {{"x*z", "x*w", "y*z", "y*w"}, Truth::no, {"x", "y", "z", "w"}},
      {{"x", "y - 1", "z + 2", "w"}, Truth::yes, {}},
      {{}, Truth::yes, {}},
      {{"1"}, Truth::yes, {}},
      {{"x - 1", "x - 2"}, Truth::yes, {}},
  };
  for (const Known& known : cases) {
    const Ideal prime = space().ideal(known.generators);
    CAPTURE(known.generators.empty() ? "0" : known.generators.front());
    CHECK(smooth(prime) == known.is_smooth);
    if (!known.singular.empty()) CHECK(same(radical_locus(prime), space().ideal(known.singular)));
  }
}

TEST_CASE("smoothness: parameters are generic") {
  const auto answer = [](const Texts& texts) { return smooth(space().ideal(texts)); };
  CHECK(answer({"x^2 + y^2 - r^2"}) == Truth::yes);  // but not for r = 0
  CHECK(answer({"x^2 + y^2"}) == Truth::no);
  CHECK(answer({"r*y^2 - x^2 - x^3"}) == Truth::no);
  CHECK(answer({"y^2 - x^3 + r*x"}) == Truth::yes);
  CHECK(answer({"x - r", "r*y^2 - z^2 - 1"}) == Truth::yes);
  // A relation between parameters makes another field, here ℚ(√2).
  CHECK(answer({"r^2 - 2", "x^2 + y^2 - r"}) == Truth::yes);
  CHECK(answer({"r^2 - 2", "x^2 - r*y^2"}) == Truth::no);
  CHECK(answer({"r^2 - 2"}) == Truth::yes);
}

TEST_CASE("smoothness: a limit makes it unknown") {
  const Ideal stretched = linkage().ideal(tests::four_bar("1", "3", "2", "2"));
  const Limits over = Limits::within(std::chrono::milliseconds(0));
  CHECK(is_smooth(stretched, over) == Truth::unknown);
  CHECK(singular_locus(stretched, over).is_unable());
  CHECK(singular_locus(stretched, over).reason().find("time limit") != std::string::npos);
}

/// The variables as invertible linear forms of others: a product of shears.
std::vector<Polynomial> changed(std::vector<Polynomial> polynomials,
                                const std::vector<Variable>& variables,
                                std::mt19937_64& random) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::size_t other = (i + 1 + random() % (variables.size() - 1)) % variables.size();
    const Rational factor(static_cast<std::int64_t>(random() % 5) - 2);
    const Polynomial form = Polynomial(variables[i]) + factor * Polynomial(variables[other]) +
                            Polynomial(Rational(static_cast<std::int64_t>(random() % 3)));
    for (Polynomial& polynomial : polynomials) {
      polynomial = detail::substituted(polynomial, variables[i], form);
    }
  }
  return polynomials;
}

TEST_SUITE("law") {
  const std::vector<Known> samples = {
      {{"y^2 - x^2 - x^3"}, Truth::no, {}},
      {{"x^2 + y^2 + z^2 - 1"}, Truth::yes, {}},
      {{"x^2 + y^2 - 1", "z^2 + x*y - 3"}, Truth::yes, {}},
      {{"x^2 + y^2 - z^2", "z - x - 2"}, Truth::yes, {}},
      {{"x^2 + y^2 - z^2", "x - 2*z + y"}, Truth::no, {}},  // two lines over ℚ(√−2)
      {{"x*z - y^2", "y - z^2", "x - y*z"}, Truth::yes, {}},
      {{"x*z - y^2", "x^3 - y*z", "z^2 - x^2*y"}, Truth::no, {}},  // t^3, t^4, t^5
  };

  TEST_CASE("smoothness: laws of coordinates, products and generators") {
    std::mt19937_64 random = tests::make_generator("smoothness");
    const TextRing ring({"x", "y", "z"});
    const TextRing larger({"x", "y", "z", "w"});
    for (std::uint64_t round = 0; round < 4 * tests::multiplier(); ++round) {
      for (const Known& sample : samples) {
        CAPTURE(sample.generators.front());
        const std::vector<Polynomial> given = ring.ideal(sample.generators).generators();
        const std::vector<Polynomial> moved = changed(given, ring.variables(), random);
        CHECK(smooth(ring.ideal(moved)) == sample.is_smooth);
        CHECK(smooth(larger.ideal(moved)) == sample.is_smooth);

        std::vector<Polynomial> more = moved;
        const Polynomial factor =
            Polynomial(ring.variables()[random() % 3]) + Polynomial(Rational(1));
        more.push_back(moved.front() * factor + moved.back().pow(2));
        more.push_back(moved.back() * Rational(2) - moved.front() * Rational(3));
        std::shuffle(more.begin(), more.end(), random);
        CHECK(smooth(ring.ideal(more)) == sample.is_smooth);
      }
    }
  }

  TEST_CASE("smoothness: multipliers and minors find the same points") {
    std::mt19937_64 random = tests::make_generator("multipliers");
    const TextRing ring({"x", "y", "z"});
    const auto never = [](const Ideal&) { return Outcome<bool>(false); };
    for (std::uint64_t round = 0; round < 15 * tests::multiplier(); ++round) {
      const Ideal curve = ring.ideal(std::vector{tests::random_quadric(random, ring.variables()),
                                                 tests::random_quadric(random, ring.variables())});
      if (tests::value_of_outcome(curve.dimension(patient())) != 1) continue;
      CAPTURE(to_string(curve.generators().front()));
      CAPTURE(to_string(curve.generators().back()));
      const auto matrix = detail::jacobian(curve.generators(), ring.variables());
      const Ideal minors =
          tests::value_of_outcome(detail::add_minors(curve, matrix, 2, never, patient()));
      CHECK(same(radical_locus(curve), tests::value_of_outcome(radical(minors, patient()))));
      CHECK((smooth(curve) == Truth::yes) == is_unit(minors));
    }
  }

  TEST_CASE("smoothness: the locus is where the rank drops") {
    std::mt19937_64 random = tests::make_generator("rank drop");
    const TextRing ring({"x", "y", "z"});
    const std::vector<Variable>& xyz = ring.variables();
    for (std::uint64_t round = 0; round < 20 * tests::multiplier(); ++round) {
      // A surface through many rational points: products of three planes and one more.
      const auto digit = [&] { return Rational(static_cast<std::int64_t>(random() % 5) - 2); };
      const auto plane = [&] {
        Polynomial sum = digit();
        for (const Variable& variable : xyz) sum += digit() * Polynomial(variable);
        return sum + Polynomial(xyz[random() % 3]) * Rational(7);
      };
      const Polynomial surface = plane() * plane() + plane().pow(2) * digit();
      if (surface.is_constant()) continue;
      const Ideal radical_surface =
          tests::value_of_outcome(radical(ring.ideal(std::vector{surface}), patient()));
      const Ideal points = locus(radical_surface);
      const auto matrix = detail::jacobian(radical_surface.generators(), xyz);
      for (std::int64_t code = 0; code < 125; ++code) {
        const std::map<Variable, Rational> point = {
            {xyz[0], code % 5 - 2}, {xyz[1], code / 5 % 5 - 2}, {xyz[2], code / 25 - 2}};
        const auto vanishes = [&](const std::vector<Polynomial>& polynomials) {
          return std::all_of(polynomials.begin(), polynomials.end(), [&](Polynomial polynomial) {
            for (const auto& [variable, value] : point) {
              polynomial = detail::substituted(polynomial, variable, value);
            }
            return polynomial.is_zero();
          });
        };
        if (!vanishes(radical_surface.generators())) continue;
        CHECK(vanishes(points.generators()) == (detail::rank_at(matrix, point) == 0));
      }
    }
  }
}

}  // namespace
