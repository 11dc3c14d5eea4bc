// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "real_points_check.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

TEST_SUITE("law") {
  TEST_CASE("real points: quadratic polynomials, of which all is known") {
    std::mt19937_64 random = tests::make_generator("real points: quadrics");
    const auto small = [&] { return Rational(static_cast<std::int64_t>(random() % 9) - 4); };
    for (std::uint64_t round = 0; round < 60 * tests::multiplier(); ++round) {
      Polynomial squares;
      for (std::uint64_t i = 0; i < 1 + random() % 3; ++i) {
        Polynomial form = small();
        for (const Variable& variable : xyz) form += Polynomial(variable) * Polynomial(small());
        squares += form * form;
      }
      // The sum of squares is at least 0, and if there are four forms' worth of constants more.
      const Rational above(1, static_cast<std::int64_t>(random() % 1'000'000) + 1);
      const Rational sign = random() % 2 == 0 ? Rational(1) : Rational(-1);
      const Ideal none(xyz, {(squares + Polynomial(above)) * Polynomial(sign)}, test_engine());
      CAPTURE(to_string(none.generators().front()));
      CHECK(real_points(none, {}, random(), limits()).exist == Truth::no);
      // The origin is inside: the polynomial is negative there, and grows.
      const Rational inside = value_at(squares, {{xyz[0], 0}, {xyz[1], 0}, {xyz[2], 0}});
      const Polynomial taken = squares - Polynomial(inside + above);
      if (taken.is_constant()) continue;
      const Ideal some(xyz, {taken}, test_engine());
      check_sample(some, real_points(some, {}, random(), limits()), some.generators());
    }
  }

  TEST_CASE("real points: varieties through a given rational point") {
    std::mt19937_64 random = tests::make_generator("real points: planted");
    const auto number = [&](std::int64_t most) {
      return Rational(static_cast<std::int64_t>(random() % 41) - 20,
                      static_cast<std::int64_t>(random()) % most + most);
    };
    std::uint64_t found = 0;
    const std::uint64_t rounds = 40 * tests::multiplier();
    for (std::uint64_t round = 0; round < rounds; ++round) {
      RationalPoint planted;
      for (const Variable& variable : xyz) planted.emplace(variable, number(1009));
      std::vector<Polynomial> generators;
      for (std::uint64_t i = 0; i < 1 + random() % 3; ++i) {
        Polynomial f;
        for (int term = 0; term < 5; ++term) {
          Polynomial product = number(3);
          for (const Variable& variable : xyz) {
            product = product * Polynomial(variable).pow(static_cast<unsigned>(random() % 3));
          }
          f += product;
        }
        f -= Polynomial(value_at(f, planted));
        if (!f.is_zero()) generators.push_back(f);
      }
      const Ideal prime(xyz, generators, test_engine());
      const std::uint64_t seed = random();
      CAPTURE(round);
      const RealPoints points = real_points(prime, {}, seed, limits());
      CHECK(points.exist != Truth::no);
      const RealPoints again = real_points(prime, {}, seed, limits());
      CHECK(points.exist == again.exist);
      CHECK(points.why == again.why);
      if (points.exist != Truth::yes) continue;
      ++found;
      if (points.sample->radius == 0) check_sample(prime, points, generators);
      // Random zeros may be close to singular ones: no claim of twelve digits. Where the Jacobian
      // is singular, as with x*f and x*g at x = 0, Newton has nothing to say.
      if (points.sample->radius > 0 && points.sample->radius < 1e-10 &&
          has_full_rank(generators, *points.sample)) {
        const double bound = 2 * std::sqrt(3.0) * points.sample->radius;
        CHECK(distance_of_zero(generators, *points.sample) <= bound);
      }
      CHECK(points.sample->coordinates == again.sample->coordinates);
    }
    // Three equations may have the planted zero as the only one, far from all starts: rare.
    CHECK(found * 10 >= rounds * 9);
  }
}

}  // namespace
