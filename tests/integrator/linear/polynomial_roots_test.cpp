// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/polynomial_roots.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "run/find_zero.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

/// Π (θ − r)
std::vector<long double> polynomial_with_roots(const std::vector<long double>& roots) {
  std::vector<long double> power = {1.0L};
  for (const long double root : roots) {
    power.push_back(0.0L);
    for (std::size_t i = power.size() - 1; i > 0; --i) power[i] = power[i - 1] - root * power[i];
    power[0] *= -root;
  }
  return power;
}

long double value(const std::vector<long double>& power, long double theta) {
  long double sum = 0;
  for (std::size_t i = power.size(); i-- > 0;) sum = sum * theta + power[i];
  return sum;
}

constexpr long double round_off = 4 * std::numeric_limits<long double>::epsilon();

std::vector<RootInterval> intervals_of(const std::vector<long double>& power) {
  PolynomialRoots roots;
  (void)roots.set(power, round_off * static_cast<long double>(power.size()));
  const auto found = roots.find(value(power, 0), value(power, 1));
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("all sign changes of random polynomials are found, in order") {
  auto generator = tests::make_generator("sign changes of polynomials");
  std::uniform_real_distribution<long double> place(-0.5L, 1.5L);
  std::uniform_int_distribution<int> count(1, 8);
  for (std::uint64_t round = 0; round < 2000 * tests::multiplier(); ++round) {
    std::vector<long double> roots(static_cast<std::size_t>(count(generator)));
    for (long double& root : roots) root = place(generator);
    std::ranges::sort(roots);
    // Roots nearer than 1e-4 or that near to an end are not told apart in round-off: with 8 roots,
    // (1e-4)^7 is no longer above 1e-19 of the coefficients for all of them.
    bool is_fair = true;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      is_fair = is_fair && std::abs(roots[i]) > 1e-3L && std::abs(roots[i] - 1) > 1e-3L;
      if (i > 0) is_fair = is_fair && roots[i] - roots[i - 1] > 1e-2L;
    }
    if (!is_fair) continue;
    const auto power = polynomial_with_roots(roots);
    const auto found = intervals_of(power);
    std::vector<long double> inside;
    std::ranges::copy_if(
        roots, std::back_inserter(inside), [](long double r) { return r > 0 && r < 1; });
    REQUIRE(found.size() == inside.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].low <= inside[i]);
      CHECK(inside[i] <= found[i].high);
      CHECK((value(power, found[i].high) > 0) == (found[i].sign_after > 0));
    }
  }
}

TEST_CASE("double roots are no sign changes, triple ones are one") {
  CHECK(intervals_of(polynomial_with_roots({0.3L, 0.3L})).empty());
  CHECK(intervals_of(polynomial_with_roots({0.3L, 0.3L, 0.3L})).size() == 1);
  CHECK(intervals_of(polynomial_with_roots({0.5L})).size() == 1);  // where pieces are divided
  CHECK(intervals_of(polynomial_with_roots({0.25L, 0.5L, 0.75L})).size() == 3);
}

TEST_CASE("the ends' values are believed: neighbours see a root between them once") {
  // A root at θ = 1 of one step is at θ = 0 of the next. With the sign of the common value given,
  // exactly one of the two sees it.
  for (const long double common : {1e-25L, -1e-25L}) {
    PolynomialRoots roots;
    const std::vector<long double> before = {-1.0L, 1.0L};
    (void)roots.set(before, round_off);
    const std::size_t first = roots.find(-1.0L, common).size();
    const std::vector<long double> after = {0.0L, 1.0L};
    (void)roots.set(after, round_off);
    const std::size_t second = roots.find(common, 1.0L).size();
    CHECK(first + second == 1);
  }
}

TEST_CASE("zeros are found to round-off") {
  auto generator = tests::make_generator("zeros to round-off");
  std::uniform_real_distribution<double> place(0.01, 0.99);
  for (int round = 0; round < 200; ++round) {
    const double root = place(generator);
    int evaluations = 0;
    const auto function = [&](double x) {
      ++evaluations;
      return std::expm1(3 * (x - root));
    };
    const double found = find_zero<double>(function, 0.0, 1.0, function(0.0), function(1.0));
    CHECK(std::abs(found - root) <= 4e-16);
    CHECK(evaluations < 25);
  }
}

}  // namespace leafwise::integrator
