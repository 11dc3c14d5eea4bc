// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "real_points_check.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

/// A prime of which all is known. @param dimension in x, y and z
struct Known {
  std::vector<std::string> generators;
  int dimension = 0;
  Truth points = Truth::unknown;
  Truth regular = Truth::unknown;
};

const Truth yes = Truth::yes;
const Truth no = Truth::no;

/// By hand: each is a hypersurface of plain sign, or a curve whose points are plain.
const std::vector<Known> known = {
    {{}, 3, yes, yes},
    {{"x"}, 2, yes, yes},
    {{"x^2 + y^2 - 1"}, 2, yes, yes},
    {{"x^2 + y^2 - 3"}, 2, yes, yes},
    {{"x^2 - 2*y^2"}, 2, yes, yes},
    {{"x^2 - 2"}, 2, yes, yes},
    {{"x^3 - 2"}, 2, yes, yes},
    {{"y^2 - x^3 + x"}, 2, yes, yes},
    {{"y^2 - x^2*(x - 1)"}, 2, yes, yes},
    {{"x^2 + z*y^2"}, 2, yes, yes},
    {{"x^4 - 3*y^4"}, 2, yes, yes},
    {{"x^3 + y^3 - 3", "z^2 - x - 50"}, 1, yes, yes},
    {{"y - x^2", "z - x*y", "x*z - y^2"}, 1, yes, yes},
    {{"x^2 + y^2"}, 2, yes, no},
    {{"x^2 + 3*y^2 + 5*z^2"}, 2, yes, no},
    {{"x^2 + x*y + y^2"}, 2, yes, no},
    {{"x^4 + y^4"}, 2, yes, no},
    {{"x^2 + y^4"}, 2, yes, no},
    {{"x^2 + y^4 + z^6"}, 2, yes, no},
    {{"x^4 + x^2*y^2 + 7*y^4"}, 2, yes, no},
    {{"x^2 + y^2*z^2"}, 2, yes, no},
    {{"y^2 + x^2*(x - 1)^2"}, 2, yes, no},
    // The form of Motzkin, zero at (±1, ±1), is no sum of squares.
    {{"x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1"}, 2, yes, no},
    {{"x^2 + y^2", "z^2 - x - 1"}, 1, yes, no},
    {{"x^2 + y^2 + 1"}, 2, no, no},
    {{"x^2 + 1"}, 2, no, no},
    {{"x^4 - x + 1"}, 2, no, no},
    {{"x^2 + y^2", "x^2 + z^2 + 1"}, 1, no, no},
    {{"x^4 + y^4 + z^2*(x^2 + y^2) + 2"}, 2, no, no},
};

RealLocus locus_of(const Ideal& prime, int dimension, std::uint64_t seed = 1) {
  RealLocusOptions options;
  options.seed = seed;
  return real_locus(prime, dimension, options, limits());
}

bool is_wrong(Truth said, Truth truth) {
  return said != Truth::unknown && said != truth;
}

TEST_CASE("real locus: varieties of which all is known") {
  for (const Known& one : known) {
    CAPTURE(one.generators.empty() ? "" : one.generators.front());
    const Ideal prime = ideal(one.generators);
    const RealLocus locus = locus_of(prime, one.dimension);
    CAPTURE(locus.why);
    CHECK(locus.regular == one.regular);
    CHECK(locus.points == one.points);
    CHECK(!locus.why.empty());
    if (!locus.sample || locus.sample->exact.empty()) continue;
    for (const Polynomial& generator : prime.generators()) {
      RationalPoint point = locus.sample->exact;
      // Coordinates that are solved for are left out.
      bool has_all = true;
      for (const Variable& variable : generator.variables()) {
        has_all = has_all && point.contains(variable);
      }
      if (has_all) CHECK(value_at(generator, point).is_zero());
    }
  }
}

TEST_CASE("real locus: what is not known to be prime has no verdict on all of its points") {
  // The plane x = 0 beside the line x^2 + y^2 = 0, and y = 0 twice.
  RealLocusOptions options;
  options.is_prime = false;
  for (const char* text : {"(x^2 + y^2)*z", "y^2"}) {
    CHECK(real_locus(ideal({text}), 2, options, limits()).regular != Truth::no);
  }
  CHECK(real_locus(ideal({"x^2 + 1"}), 2, options, limits()).points == Truth::no);
}

TEST_CASE("real locus: limits and a missing engine") {
  const Ideal circle = ideal({"x^2 + y^2 - 1"});
  CHECK(real_locus(circle, 2, {}, Limits::within(std::chrono::milliseconds(0))).regular ==
        Truth::unknown);
  const Engine missing{std::filesystem::path("/nowhere/worker")};
  CHECK(locus_of(ideal({"x^2 + y^2 - 1"}, missing), 2).regular == Truth::yes);
  CHECK(locus_of(ideal({"x^2 + 1"}, missing), 2).points == Truth::no);
}

/// A point near which to look is taken up.
TEST_CASE("real locus: a given point is tried first") {
  RealLocusOptions options;
  options.near = algebra::Point(0.1);
  options.near->set(xyz[0], 100.7);
  options.near->set(xyz[1], -3.2);
  options.near->set(xyz[2], 100.0);
  const RealLocus locus =
      real_locus(ideal({"x^3 + y^3 - 3*z^3 - 7*x*y - 1/3"}), 2, options, limits());
  CHECK(locus.regular == yes);
}

/// x, y, z ↦ polynomials in them, with a polynomial inverse: varieties go to isomorphic ones, real
/// points to real points.
class Automorphism {
 public:
  explicit Automorphism(std::mt19937_64& random) {
    std::vector<Polynomial> images;
    images.reserve(xyz.size());
    for (const Variable& variable : xyz) images.emplace_back(variable);
    const auto small = [&] { return Rational(static_cast<std::int64_t>(random() % 5) - 2); };
    for (int step = 0; step < 2; ++step) {
      const std::size_t changed = random() % 3;
      const Polynomial& one = images[(changed + 1) % 3];
      const Polynomial& other = images[(changed + 2) % 3];
      const bool is_linear = random() % 3 != 0;
      images[changed] +=
          is_linear ? Polynomial(small()) * one + Polynomial(small()) * other + Polynomial(small())
                    : Polynomial(small()) * one * one + Polynomial(small());
    }
    for (std::size_t i = 0; i < 3; ++i) images_.emplace(xyz[i], images[i]);
  }

  [[nodiscard]] Polynomial operator()(const Polynomial& polynomial) const {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
      Polynomial term = coefficient;
      for (const auto& factor : monomial.factors()) {
        term = term * images_.at(factor.variable).pow(factor.exponent);
      }
      result += term;
    }
    return result;
  }

 private:
  std::map<Variable, Polynomial> images_;
};

TEST_SUITE("law") {
  TEST_CASE("real locus: known varieties in random coordinates") {
    std::mt19937_64 random = make_generator("real locus: coordinates");
    std::uint64_t regular = 0;
    std::uint64_t found = 0;
    std::uint64_t others = 0;
    std::uint64_t refuted = 0;
    for (std::uint64_t round = 0; round < 3 * multiplier(); ++round) {
      for (const Known& one : known) {
        const Automorphism map(random);
        std::vector<Polynomial> generators;
        generators.reserve(one.generators.size());
        for (const std::string& text : one.generators) generators.push_back(map(poly(text)));
        const Ideal prime(xyz, generators, test_engine());
        const RealLocus locus = locus_of(prime, one.dimension, random());
        CAPTURE(generators.empty() ? "" : to_string(generators.front()));
        CAPTURE(locus.why);
        CHECK_FALSE(is_wrong(locus.regular, one.regular));
        CHECK_FALSE(is_wrong(locus.points, one.points));
        (one.regular == yes ? regular : others) += 1;
        if (one.regular == yes && locus.regular == yes) ++found;
        if (one.regular == no && locus.regular == no) ++refuted;
      }
    }
    MESSAGE("regular ones found: " << found << " of " << regular << ", refuted: " << refuted
                                   << " of " << others);
    CHECK(found * 20 >= regular * 19);
    CHECK(refuted * 2 >= others);
  }

  TEST_CASE("real locus: closures of images of polynomial maps have regular real points") {
    std::mt19937_64 random = make_generator("real locus: images");
    std::uint64_t tries = 0;
    std::uint64_t found = 0;
    for (std::uint64_t round = 0; round < 12 * multiplier(); ++round) {
      // x, y, z as polynomials of degree 2 or 3 in one or two parameters u, v.
      const std::size_t parameters = 1 + random() % 2;
      std::vector<Polynomial> graph;
      for (const Variable& variable : xyz) {
        Polynomial image = Rational(static_cast<std::int64_t>(random() % 7) - 3);
        for (int term = 0; term < 3; ++term) {
          Polynomial product = Rational(static_cast<std::int64_t>(random() % 7) - 3);
          const std::size_t degree = 1 + random() % (parameters == 1 ? 3 : 2);
          for (std::size_t i = 0; i < degree; ++i) {
            product = product * Polynomial(xyzuv[3 + random() % parameters]);
          }
          image += product;
        }
        graph.push_back(Polynomial(variable) - image);
      }
      const std::vector<Variable> gone = {xyzuv[3], xyzuv[4]};
      const auto image = elimination(Ideal(xyzuv, graph, test_engine()), gone, limits());
      if (!image) continue;
      const Ideal prime(xyz, image.value().generators(), test_engine());
      const auto dimension = prime.dimension(limits());
      REQUIRE(dimension.has_value());
      const RealLocus locus = locus_of(prime, dimension.value(), random());
      CAPTURE(to_string(graph[0]) + ", " + to_string(graph[1]) + ", " + to_string(graph[2]));
      CHECK(locus.regular != no);
      CHECK(locus.points != no);
      ++tries;
      if (locus.regular == yes) ++found;
    }
    MESSAGE("regular ones found: " << found << " of " << tries);
    CHECK(found * 10 >= tries * 9);
  }
}

}  // namespace
