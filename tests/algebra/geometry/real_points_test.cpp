// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "leafwise/algebra/cancellation.hpp"
#include "real_points_check.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

TEST_CASE("real points: hypersurfaces and curves that have some") {
  for (const std::vector<std::string>& texts :
       std::vector<std::vector<std::string>>{{},
                                             {"x"},
                                             {"x^2 + y^2 - 1"},
                                             {"x*y - 1"},
                                             {"x^2 - y^2 - 3"},
                                             {"x^2 - 2"},
                                             {"x^2 + y^2 + z^2 - 10^12"},
                                             {"x^2 - 2*10^(-20)"},
                                             {"x^2 + y^2 - 3"},
                                             {"y^2 - x^3 + x - 1/7"},
                                             {"x^3 + y^3 + z^3 - 4", "x*y - z - 3"},
                                             {"x^2 + y^2 - 1", "(x - 1/3)^2 + z^2 - 2"},
                                             {"x^5 - x - 1", "y^2 - x", "z - x*y"},
                                             {"x^4 - 4*x^2 + 1", "y - x^3"},
                                             {"x^2 + 3*y^2 - 5*z^2"}}) {
    const Ideal prime = ideal(texts);
    CAPTURE(texts.empty() ? std::string("zero") : texts.front());
    check_sample(prime, ask(prime), prime.generators());
  }
  CHECK(ask(ideal({"x^2 - 2"})).why == "interval Newton");
  CHECK(ask(ideal({"x^2 + y^2 - 1"})).why == "exact");
}

TEST_CASE("real points: more generators than the codimension") {
  const Ideal cubic = ideal({"y - x^2", "z - x*y", "x*z - y^2"});
  check_sample(cubic, ask(cubic), {poly("y - x^2"), poly("z - x*y")});
  CHECK(ask(cubic).why == "exact");
  // No rational point, so that C : P is needed. The chosen equations have other zeros, too.
  const Ideal roots = ideal({"x^2 - 2", "x*y - 2", "y^2 - 2", "z^2 - x - 3", "(x - y)*z"});
  const RealPoints points = ask(roots);
  CHECK(points.why == "interval Newton");
  check_sample(roots, points, {poly("x^2 - 2"), poly("x - y"), poly("z^2 - x - 3")});
  // The twisted cubic of conics over x^2 = 2·(square): again without rational points.
  const Ideal curve = ideal({"x^2 + y^2 - 3", "z - x*y", "x*z - x^2*y", "z^2 - x^2*(3 - x^2)"});
  check_sample(curve, ask(curve), {poly("x^2 + y^2 - 3"), poly("z - x*y")});
}

TEST_CASE("real points: singular ones are found where they are rational") {
  const Ideal four_bar =
      ideal({"x^2 + y^2 - 1", "(u - 3)^2 + v^2 - 1", "(x - u)^2 + (y - v)^2 - 1"});
  const RealPoints points = ask(four_bar);
  check_sample(four_bar, points, {});
  const std::vector<Rational> expected = {1, 0, 2, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(points.sample->exact.at(xyzuv[i < 2 ? i : i + 1]) == expected[i]);
  }
  for (const char* text : {"x^2 + y^2", "(x - 1/3)^2 + (y + 2/7)^2 + (z - 5)^2"}) {
    const Ideal only_singular = ideal({text});
    check_sample(only_singular, ask(only_singular), {});
  }
}

TEST_CASE("real points: ideals that certainly have none") {
  for (const std::vector<std::string>& texts : std::vector<std::vector<std::string>>{
           {"1"},
           {"x^2 + 1"},
           {"x^2 + 1", "y"},
           {"x^2 + y^2 + 1"},
           {"-3*x^2 - 2*y^4*z^2 - 1/9"},
           {"x^4 - x + 1"},
           {"(x^2 + 1)^2*(x^4 + 3)"},
           {"x^2 + x*y + y^2 + y*z + z^2 + x + 10"},
           {"(x + y)^2 + (y - 2*z)^2 + 10^(-30)"},
           // Only the Gröbner basis shows it: y^2 + 1, and 1 in the end, with all but a zero.
           {"x - y^2", "x + 1"},
           {"x^2 - 2", "y - x", "x*y - 2 + 10^(-14)"}}) {
    const RealPoints points = ask(ideal(texts));
    CAPTURE(texts.front());
    CHECK(points.exist == Truth::no);
    CHECK(!points.sample.has_value());
    CHECK(points.why.find(" has no real zero") != std::string::npos);
  }
  CHECK(ask(ideal({"x^2 + y^2 + 1"})).why == "x^2 + y^2 + 1 has no real zero");
}

TEST_CASE("real points: near a given point") {
  const Ideal hyperbola = ideal({"x^2 - y^2 - 1", "z - 1"});
  for (const double side : {-1.0, 1.0}) {
    algebra::Point near(0.1);
    near.set(xyz[0], side * 1.9);
    near.set(xyz[1], 1.7);
    const RealPoints points = ask(hyperbola, near);
    check_sample(hyperbola, points, hyperbola.generators());
    // Closer than 0.3: the curve passes at a distance of less than 0.1.
    CHECK(std::abs(points.sample->coordinates.at(xyz[0]) - side * 1.9) < 0.3);
    CHECK(std::abs(points.sample->coordinates.at(xyz[1]) - 1.7) < 0.3);
  }
  algebra::Point singular;
  singular.set(xyz[0], read("sqrt(2)"));
  singular.set(xyz[1], read("sqrt(3)"));
  singular.set(xyz[2], Rational(0));
  // Without the point nobody would find its only real zeros: they are singular, and not rational.
  const RealPoints points = ask(ideal({"(x^2 - 2)^2 + (y^2 - 3)^2 + z^2"}), singular);
  CHECK(points.exist == Truth::yes);
  REQUIRE(points.sample.has_value());
  CHECK(points.sample->coordinates.at(xyz[0]) == std::sqrt(2.0));
  CHECK(points.sample->radius > 0);
  CHECK(points.sample->radius < 1e-15);
}

TEST_CASE("real points: limits, cancellation and a missing engine") {
  const Ideal circle = ideal({"x^2 + y^2 - 1"});
  CHECK(real_points(circle, {}, 1, Limits::within(std::chrono::milliseconds(0))).exist ==
        Truth::unknown);
  Limits cancelled = limits();
  cancelled.cancellation.emplace();
  cancelled.cancellation->cancel();
  CHECK(real_points(ideal({"x^2 + 1"}), {}, 1, cancelled).exist == Truth::unknown);
  const Engine missing{std::filesystem::path("/nowhere/worker")};
  CHECK(ask(ideal({"x^2 + y^2 - 1"}, missing)).exist == Truth::yes);
  CHECK(ask(ideal({"x^2 - 2", "x*y - 2", "y^2 - 2"}, missing)).exist == Truth::unknown);
  CHECK(ask(ideal({"x - y^2", "x + 1"}, missing)).exist == Truth::unknown);
}

}  // namespace
