// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/initialise.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "problems/all.hpp"
#include "quadrics.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using enum Meant;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t j = 0; j < a.size(); ++j) worst = std::max(worst, std::abs(a[j] - b[j]));
  return worst;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what is given in full is projected orthogonally" * doctest::test_suite("law")) {
  auto generator = tests::make_generator("initialise in full");
  std::uint64_t elsewhere = 0;
  for (std::uint64_t trial = 0; trial < 40 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 6;
    const std::size_t redundant = generator() % 3;
    const tests::Quadrics s =
        tests::random_quadrics(generator, m, 1 + generator() % (m - 1), redundant, 0.3L);
    ManifoldProblem<double> problem;
    for (std::size_t j = 0; j < m; ++j) problem.coordinates.push_back("z" + std::to_string(j));
    problem.equations = tests::make_map<double>(s);
    problem.codimension = s.c;
    MapFunctions<double> constant;
    constant.value = [](std::span<const double>, std::span<double> v) {
      std::fill(v.begin(), v.end(), 1.0);
    };
    problem.distribution = std::make_shared<ExplicitField<double>>(
        std::make_shared<CallableMap<double>>(m, m, constant));
    std::vector<double> near = tests::random_vector<double>(generator, m);
    for (std::size_t j = 0; j < m; ++j) {
      near[j] = static_cast<double>(s.point[j]) + 0.01 * near[j];
    }
    Geometry<double> geometry(problem, Parameter::arclength, {});
    std::vector<double> q(m);
    if (geometry.project(near, q) != ProjectionStatus::good) continue;
    CAPTURE(trial);
    const auto found = initialise<double>(
        problem, {near, std::vector<Meant>(m, given), std::vector<double>(m, 1.0)});
    if (!found) {
      ++elsewhere;
      continue;
    }
    // Two ways to the nearest point; both stop at round-off times the condition of random rows.
    // Where M is strongly curved there may be several, and either way may find the nearer one,
    // or none.
    const double error = distance(found.value().point, q);
    if (error > 1e-3) {
      ++elsewhere;
    } else {
      CHECK(error <= 1e-10);
    }
  }
  CHECK(elsewhere * 10 <= tests::multiplier() * 40);
}

TEST_CASE("a four-bar is put together from the crank's position") {
  const auto started = tests::reduced_form<double>(tests::regular_four_bar());
  const std::vector<double> expected(started.start.begin(), started.start.end());
  StartingValues<double> start;
  start.values = {0, expected[1], expected[2], 2.4, 1.4, 0, 0, 0.3, -0.2};
  start.meant = {fixed, fixed, fixed, guessed, guessed, fixed, fixed, guessed, guessed};
  const auto found = initialise(started.problem, start);
  REQUIRE(found);
  CHECK(distance(found.value().point, expected) <= 1e-14);
  // Fixed is fixed, to the bit.
  CHECK(found.value().point[1] == expected[1]);
  CHECK(found.value().point[2] == expected[2]);
  // The other way to put it together, from a guess below.
  start.values[3] = 1;
  start.values[4] = -1.5;
  const auto other = initialise(started.problem, start);
  REQUIRE(other);
  CHECK(other.value().point[4] < 0);
}

TEST_CASE("nothing but zeros for guesses is enough to begin with") {
  const auto started = tests::reduced_form<double>(tests::pendulum());
  StartingValues<double> start;
  start.values = {0, 0, 0, 0, 0.5};
  start.meant = {fixed, guessed, guessed, guessed, guessed};
  const auto found = initialise(started.problem, start);
  REQUIRE(found);
  CHECK(std::abs(std::hypot(found.value().point[1], found.value().point[2]) - 1) <= 4e-16);
}

TEST_CASE("what is given moves less than what is guessed") {
  const auto started = tests::reduced_form<double>(tests::pendulum());
  StartingValues<double> start;
  start.values = {0, 0.6, 0.79, 0, 0};
  start.meant = {fixed, given, guessed, given, given};
  const auto found = initialise(started.problem, start);
  REQUIRE(found);
  // y² counts 1e-6 of y¹ in the squares: almost all of the change is in it.
  CHECK(std::abs(found.value().point[1] - 0.6) < 1e-7);
  CHECK(std::abs(found.value().point[2] - 0.8) < 1e-6);
  CHECK(found.value().largest_change < 1e-7);
  // The printed starting point of a paper, rounded: it says what was changed most.
  const auto stiff = tests::stiff_pendulum<double>(0.1L);
  const auto printed =
      initialise<double>(stiff.problem, {{0, 0.85, 0, -17.65, 0, 0}, std::vector<Meant>(6, given)});
  REQUIRE(printed);
  CHECK(printed.value().largest_change < 1e-3);
  CHECK(printed.value().largest_change > 0);
}

TEST_CASE("what is given stays to the last bit, where guesses can follow") {
  // x + u − v = 0, u·v = 1/3: u and v follow from x.
  MapFunctions<double> functions;
  functions.value = [](std::span<const double> z, std::span<double> f) {
    f[0] = z[0] + z[1] - z[2];
    f[1] = z[1] * z[2] - 1.0 / 3;
  };
  functions.jacobian = [](std::span<const double> z, std::span<double> df) {
    const std::array<double, 6> rows = {1, 1, -1, 0, z[2], z[1]};
    std::copy(rows.begin(), rows.end(), df.begin());
  };
  ManifoldProblem<double> problem;
  problem.coordinates = {"x", "u", "v"};
  problem.equations = std::make_shared<CallableMap<double>>(3, 2, functions);
  problem.codimension = 2;
  for (const double x : {0.1, 1.0 / 3, 1.0, 17.7, -5.3}) {
    CAPTURE(x);
    const auto found = initialise<double>(problem, {{x, 1, 1}, {given, guessed, guessed}, {}});
    REQUIRE(found);
    CHECK(found.value().point[0] == x);
    CHECK(found.value().largest_change == 0);
  }
}

TEST_CASE("what is given is kept where guesses begin at a place from which they cannot move" *
          doctest::test_suite("law")) {
  // Σ a z² = Σ a p²: from 0 no guess moves anything to first order, only what is given.
  auto generator = tests::make_generator("initialise from flat places");
  for (std::uint64_t trial = 0; trial < 40 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 4;
    std::vector<double> weights(m);
    std::vector<double> point = tests::random_vector<double>(generator, m);
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j) {
      weights[j] = 0.5 + static_cast<double>(generator() % 16) / 8;
      point[j] += point[j] < 0 ? -0.25 : 0.25;
      sum += weights[j] * point[j] * point[j];
    }
    MapFunctions<double> functions;
    functions.value = [=](std::span<const double> z, std::span<double> f) {
      f[0] = -sum;
      for (std::size_t j = 0; j < m; ++j) f[0] += weights[j] * z[j] * z[j];
    };
    functions.jacobian = [=](std::span<const double> z, std::span<double> df) {
      for (std::size_t j = 0; j < m; ++j) df[j] = 2 * weights[j] * z[j];
    };
    ManifoldProblem<double> problem;
    for (std::size_t j = 0; j < m; ++j) problem.coordinates.push_back("z" + std::to_string(j));
    problem.equations = std::make_shared<CallableMap<double>>(m, 1, functions);
    problem.codimension = 1;
    StartingValues<double> start;
    start.values = point;
    start.values[0] = 0;
    start.meant = std::vector<Meant>(m, given);
    start.meant[0] = guessed;
    CAPTURE(trial);
    const auto found = initialise(problem, start);
    REQUIRE(found);
    CHECK(found.value().largest_change == 0);
    CHECK(std::equal(point.begin() + 1, point.end(), found.value().point.begin() + 1));
    // One square root away from what is given: |p₀| > 1/4 is far from where that is
    // ill-conditioned.
    CHECK(std::abs(std::abs(found.value().point[0]) - std::abs(point[0])) < 1e-13);
  }
}

TEST_CASE("an equation that cannot be met is named, with how much is left") {
  const auto started = tests::reduced_form<double>(tests::pendulum());
  StartingValues<double> start;
  start.values = {0, 2, 0, 0, 0};
  start.meant = {fixed, fixed, guessed, guessed, guessed};
  const auto too_long = initialise(started.problem, start);
  CHECK(too_long.is_unable());
  CHECK(contains(too_long.reason(), "'g1' is off by 1.5"));
  start.meant = {fixed, fixed, fixed, guessed, guessed};
  const auto contradiction = initialise(started.problem, start);
  CHECK(contradiction.is_undefined());
  CHECK(contains(contradiction.reason(), "'g1' is off by 1.5, and all it contains is fixed"));
  // Rounded by whoever wrote it: met.
  start.values = {0, 0.6, 0.8, 0.8, -0.6};
  start.meant = std::vector<Meant>(5, fixed);
  CHECK(initialise(started.problem, start));
}

TEST_CASE("starting values that are none are refused") {
  const auto started = tests::reduced_form<double>(tests::pendulum());
  CHECK_THROWS_AS((void)initialise<double>(started.problem, {{0, 1}, {fixed, fixed}}),
                  InvalidInput);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(
      (void)initialise<double>(started.problem, {{0, nan, 0, 0, 0}, std::vector<Meant>(5, given)}),
      InvalidInput);
}

}  // namespace leafwise::integrator
