// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/geometry.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "circle_with_folds.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "quadrics.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using tests::circle_with_folds;
using tests::Quadrics;
using tests::random_vector;

template <typename Real>
std::vector<std::string> names(std::size_t m) {
  std::vector<std::string> result;
  for (std::size_t j = 0; j < m; ++j) result.push_back("z" + std::to_string(j + 1));
  return result;
}

/// The constant field e₁: for tests that only project.
template <typename Real>
std::shared_ptr<const Distribution<Real>> first_axis(std::size_t m) {
  MapFunctions<Real> functions;
  functions.value = [](std::span<const Real>, std::span<Real> v) {
    std::fill(v.begin(), v.end(), Real{0});
    v[0] = 1;
  };
  return std::make_shared<ExplicitField<Real>>(
      std::make_shared<CallableMap<Real>>(m, m, std::move(functions)));
}

template <typename Real>
ManifoldProblem<Real> quadric_problem(const Quadrics& s) {
  ManifoldProblem<Real> problem;
  problem.coordinates = names<Real>(s.m);
  problem.equations = tests::make_map<Real>(s);
  problem.codimension = s.c;
  problem.distribution = first_axis<Real>(s.m);
  return problem;
}

/// The part of w that is tangent to f = 0 at z, by Gram–Schmidt on the first c rows: a second way.
template <typename Real>
std::vector<Real> tangent_part(const Quadrics& s, const std::vector<Real>& z, std::vector<Real> w) {
  const auto map = tests::make_map<Real>(s);
  std::vector<Real> f(s.rows());
  std::vector<Real> d(s.rows() * s.m);
  map->jacobian(z, f, d);
  for (std::size_t i = 0; i < s.c; ++i) {
    Real* row = &d[i * s.m];
    for (int twice = 0; twice < 2; ++twice) {
      for (std::size_t l = 0; l < i; ++l) {
        Real product = 0;
        for (std::size_t j = 0; j < s.m; ++j) product += row[j] * d[l * s.m + j];
        for (std::size_t j = 0; j < s.m; ++j) row[j] -= product * d[l * s.m + j];
      }
    }
    Real length = 0;
    for (std::size_t j = 0; j < s.m; ++j) length += row[j] * row[j];
    length = std::sqrt(length);
    Real product = 0;
    for (std::size_t j = 0; j < s.m; ++j) row[j] /= length;
    for (std::size_t j = 0; j < s.m; ++j) product += row[j] * w[j];
    for (std::size_t j = 0; j < s.m; ++j) w[j] -= product * row[j];
  }
  return w;
}

template <typename Real>
Real largest(const std::vector<Real>& v) {
  Real size = 0;
  for (const Real entry : v) size = std::max(size, std::abs(entry));
  return size;
}

template <typename Real>
std::vector<Real> difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  std::vector<Real> result(a);
  for (std::size_t j = 0; j < a.size(); ++j) result[j] -= b[j];
  return result;
}

/// |fᵢ(q)|, computed in long double, in ulps of the largest term of fᵢ.
template <typename Real>
long double worst_residual_in_ulps(const Quadrics& s, const std::vector<Real>& q) {
  const std::vector<long double> z(q.begin(), q.end());
  std::vector<long double> f(s.rows());
  tests::make_map<long double>(s)->value(z, f);
  long double worst = 0;
  for (std::size_t i = 0; i < s.c; ++i) {
    long double term = 0;
    for (std::size_t j = 0; j < s.m; ++j) {
      term = std::max(term, std::abs(s.linear[i * s.m + j] * z[j]));
      term = std::max(term, std::abs(s.linear[i * s.m + j] * s.point[j]));
    }
    worst = std::max(worst, std::abs(f[i]) / term);
  }
  return worst / static_cast<long double>(std::numeric_limits<Real>::epsilon());
}

}  // namespace

TEST_SUITE_BEGIN("law");

TEST_CASE_TEMPLATE("projection is orthogonal, onto M, and idempotent", Real, double, long double) {
  auto generator = tests::make_generator("projection laws");
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  for (std::uint64_t trial = 0; trial < 40 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 7;
    const std::size_t c = 1 + generator() % (m - 1);
    const std::size_t redundant = trial % 2 == 0 ? 0 : 1 + generator() % 3;
    const Quadrics s = tests::random_quadrics(generator, m, c, redundant, 0.3L);
    const std::vector<Real> p(s.point.begin(), s.point.end());
    CAPTURE(trial);
    CAPTURE(m);
    CAPTURE(c);
    CAPTURE(redundant);
    for (const Guess guess : {Guess::tangent, Guess::curved}) {
      Geometry<Real> geometry(quadric_problem<Real>(s), Parameter::arclength, {.guess = guess});
      std::vector<Real> target = random_vector<Real>(generator, m);
      for (std::size_t j = 0; j < m; ++j) target[j] = p[j] + Real{0.02} * target[j];
      std::vector<Real> q(m);
      const ProjectionStatus status = geometry.project(p, target, q);
      // A random df may be so close to singular that M bends away within 0.02.
      if (status != ProjectionStatus::good) continue;
      CHECK(worst_residual_in_ulps(s, q) <= 10);
      // Newton's method stops at a change of ε; df is known to ε, q − target is at most 0.1, and
      // Gram–Schmidt on up to 7 rows of random angles loses two or three digits.
      CHECK(largest(tangent_part(s, q, difference(q, target))) <= 4000 * epsilon);
      std::vector<Real> again(m);
      REQUIRE(geometry.project(p, q, again) == ProjectionStatus::good);
      CHECK(largest(difference(again, q)) <= 1000 * epsilon);
    }
  }
}

TEST_CASE("redundant equations do not move the projection") {
  auto generator = tests::make_generator("redundant projection");
  for (std::uint64_t trial = 0; trial < 40 * tests::multiplier(); ++trial) {
    const std::size_t m = 3 + generator() % 6;
    Quadrics s = tests::random_quadrics(generator, m, 1 + generator() % (m - 1), 3, 0.3L);
    std::vector<double> p(s.point.begin(), s.point.end());
    std::vector<double> target = random_vector<double>(generator, m);
    for (std::size_t j = 0; j < m; ++j) target[j] = p[j] + 0.01 * target[j];
    Geometry<double> redundant(quadric_problem<double>(s), Parameter::arclength, {});
    s.redundant = 0;
    Geometry<double> plain(quadric_problem<double>(s), Parameter::arclength, {});
    std::vector<double> q(m);
    std::vector<double> q_redundant(m);
    if (plain.project(p, target, q) != ProjectionStatus::good) continue;
    CAPTURE(trial);
    REQUIRE(redundant.project(p, target, q_redundant) == ProjectionStatus::good);
    // The same point from other rows: both to round-off, times the condition of random rows.
    CHECK(largest(difference(q, q_redundant)) <= 1e-12);
  }
}

TEST_CASE("the tangent part of a vector is tangent, and stays") {
  auto generator = tests::make_generator("tangent part");
  for (std::uint64_t trial = 0; trial < 40 * tests::multiplier(); ++trial) {
    const std::size_t m = 3 + generator() % 6;
    const Quadrics s = tests::random_quadrics(generator, m, 1 + generator() % (m - 1), 2, 0.3L);
    const std::vector<double> p(s.point.begin(), s.point.end());
    Geometry<double> geometry(quadric_problem<double>(s), Parameter::arclength, {});
    const std::vector<double> w = random_vector<double>(generator, m);
    std::vector<double> t(m);
    REQUIRE(geometry.to_tangent(p, w, t) == ProjectionStatus::good);
    // Two ways to the same vector of size 1; the condition of random rows costs a few digits.
    CHECK(largest(difference(t, tangent_part(s, p, w))) <= 1e-11);
    std::vector<double> again(m);
    REQUIRE(geometry.to_tangent(p, t, again) == ProjectionStatus::good);
    CHECK(largest(difference(t, again)) <= 1e-11);
  }
}

TEST_SUITE_END();

TEST_CASE("the nearest point of a circle is found to a few ulps, from either guess") {
  for (const Guess guess : {Guess::tangent, Guess::curved}) {
    Geometry<double> geometry(
        circle_with_folds<double>(false), Parameter::arclength, {.guess = guess});
    std::vector<double> q(2);
    REQUIRE(geometry.project(std::vector<double>{1, 0}, std::vector<double>{1, 0.3}, q) ==
            ProjectionStatus::good);
    const double length = std::hypot(1.0, 0.3);
    CHECK(std::abs(q[0] - 1 / length) <= 1e-15);
    CHECK(std::abs(q[1] - 0.3 / length) <= 1e-15);
  }
}

TEST_CASE("the curved guess [TA01, (5.3)] saves iterations") {
  auto generator = tests::make_generator("guesses");
  std::uint64_t with_curvature = 0;
  std::uint64_t without = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Quadrics s = tests::random_quadrics(generator, 5, 2, 0, 0.3L);
    const std::vector<double> p(s.point.begin(), s.point.end());
    Geometry<double> curved(
        quadric_problem<double>(s), Parameter::arclength, {.guess = Guess::curved});
    Geometry<double> tangent(
        quadric_problem<double>(s), Parameter::arclength, {.guess = Guess::tangent});
    const std::vector<double> w = random_vector<double>(generator, 5);
    std::vector<double> target(5);
    std::vector<double> q(5);
    REQUIRE(curved.to_tangent(p, w, target) == ProjectionStatus::good);
    for (std::size_t j = 0; j < 5; ++j) target[j] = p[j] + 0.05 * target[j];
    REQUIRE(curved.project(p, target, q) == ProjectionStatus::good);
    REQUIRE(tangent.project(p, target, q) == ProjectionStatus::good);
    with_curvature += curved.counters().newton;
    without += tangent.counters().newton;
  }
  // "Typically one more iteration was needed" [TA01, §5.3]. Our iteration does not need the first
  // μ, so that (5.3) gains one power of h, not two: half an iteration on average.
  CHECK(with_curvature < without);
}

}  // namespace leafwise::integrator
