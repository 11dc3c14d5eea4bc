// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "leafwise/algebra/zeros_in_box.hpp"
#include "local/local_cases.hpp"
#include "support/seed.hpp"

// All zeros in a box, and no others.
namespace leafwise::algebra {
namespace {

using namespace tests::local_cases;

constexpr std::size_t much_work = 2000000;

ZerosInBox zeros(const Texts& unknowns,
                 const Texts& equations,
                 double radius,
                 std::size_t most = much_work) {
  std::vector<Expression> residuals;
  std::vector<Variable> solved;
  for (const std::string& text : equations) {
    residuals.push_back(parse_equation(text, scope_of(unknowns)).residual());
  }
  for (const std::string& name : unknowns) solved.push_back({Role::unknown, name, 0});
  return zeros_in_box(residuals, solved, std::vector<Span>(solved.size(), {0, radius}), {}, most);
}

bool encloses(const std::vector<Span>& zero, const std::vector<double>& point) {
  for (std::size_t j = 0; j < point.size(); ++j) {
    // Points are rounded.
    const double rounding = 1e-12 * std::max(1.0, std::abs(point[j]));
    if (!(std::abs(zero[j].centre - point[j]) <= zero[j].radius + rounding)) return false;
  }
  return true;
}

void check_all(const ZerosInBox& found, const std::vector<std::vector<double>>& expected) {
  CHECK(found.is_complete);
  CHECK(found.zeros.size() == expected.size());
  for (const std::vector<double>& point : expected) {
    CHECK(
        std::ranges::any_of(found.zeros, [&](const auto& zero) { return encloses(zero, point); }));
  }
}

std::string text_of(double value) {
  return "(" + std::to_string(value) + ")";
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("all zeros of products of lines in the plane are found, and no others") {
    auto random = tests::make_generator("zeros of products in a box");
    std::uniform_real_distribution<double> number(-5, 5);
    for (std::uint64_t i = 0; i < 20 * tests::multiplier(); ++i) {
      // (x − a)(x − b) = 0 and (y − c·x − d)(y − e) = 0, cut by a box of radius 100.
      std::array<double, 5> numbers{};
      for (double& one : numbers) one = std::stod(std::to_string(number(random)));
      const auto& [a, b, c, d, e] = numbers;
      const std::vector<std::vector<double>> expected = {
          {a, c * a + d}, {a, e}, {b, c * b + d}, {b, e}};
      double nearest = 1;
      for (std::size_t j = 0; j < expected.size(); ++j) {
        for (std::size_t k = 0; k < j; ++k) {
          nearest = std::min(
              nearest,
              std::hypot(expected[j][0] - expected[k][0], expected[j][1] - expected[k][1]));
        }
      }
      // Zeros that nearly are double ones ask for more halving than is worth it.
      if (nearest < 1e-3) continue;
      CAPTURE(nearest);
      check_all(
          zeros({"x", "y"},
                {"(x - " + text_of(a) + ")*(x - " + text_of(b) + ") = 0",
                 "(y - " + text_of(c) + "*x - " + text_of(d) + ")*(y - " + text_of(e) + ") = 0"},
                100),
          expected);
    }
  }

  TEST_CASE("the sine's zeros in a box are the multiples of pi") {
    auto random = tests::make_generator("zeros of sines in a box");
    std::uniform_real_distribution<double> wide(1, 60);
    for (std::uint64_t i = 0; i < 5 * tests::multiplier(); ++i) {
      const double radius = wide(random);
      const int most = static_cast<int>(radius / std::acos(-1));
      const double gap = radius - most * std::acos(-1);
      if (std::min(gap, std::acos(-1) - gap) < 0.1) continue;  // boxes are widened a little
      std::vector<std::vector<double>> expected;
      for (int k = -most; k <= most; ++k) expected.push_back({k * std::acos(-1)});
      CAPTURE(radius);
      check_all(zeros({"x"}, {"sin(x) = 0"}, radius), expected);
    }
  }
}

TEST_SUITE("unit") {
  TEST_CASE("the two assemblies of a four-bar, and none where it does not close") {
    // From the end of a crank at (0.6, 0.8): bars of 2.5 and 2, the other pivot at (3, 0).
    const Texts unknowns = {"x", "y"};
    const ZerosInBox found =
        zeros(unknowns, {"(x - 0.6)^2 + (y - 0.8)^2 = 6.25", "(x - 3)^2 + y^2 = 4"}, 64);
    CHECK(found.is_complete);
    CHECK(found.zeros.size() == 2);
    const ZerosInBox open =
        zeros(unknowns, {"(x - 0.6)^2 + (y - 0.8)^2 = 0.01", "(x - 3)^2 + y^2 = 4"}, 64);
    CHECK(open.is_complete);
    CHECK(open.zeros.empty());
  }

  TEST_CASE("functions have zeros where they are defined only; at the edge nothing is decided") {
    const ZerosInBox found = zeros({"x"}, {"log(x + 60) + x = 2"}, 50);
    CHECK(found.is_complete);
    REQUIRE(found.zeros.size() == 1);
    CHECK(encloses(found.zeros.front(), {-2.0594180365342165}));
    const ZerosInBox edge = zeros({"x"}, {"log(x) + x = 2"}, 50);
    CHECK_FALSE(edge.is_complete);
    REQUIRE(edge.zeros.size() == 1);
    CHECK(encloses(edge.zeros.front(), {1.5571455989976114}));
    const ZerosInBox root = zeros({"x"}, {"sqrt(x) = x - 2"}, 50);
    REQUIRE(root.zeros.size() == 1);
    CHECK(encloses(root.zeros.front(), {4}));
  }

  TEST_CASE("double zeros, curves of zeros and too little work are not called complete") {
    CHECK_FALSE(zeros({"x"}, {"(x - 1)^2 = 0"}, 10).is_complete);
    CHECK_FALSE(zeros({"x", "y"}, {"x*y = 0", "x*(y - 1) = 0"}, 10, 100000).is_complete);
    CHECK_FALSE(zeros({"x"}, {"x^3 - x = 0"}, 10, 20).is_complete);
  }
}

}  // namespace leafwise::algebra
