// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "problems/reference.hpp"
#include "quadrics.hpp"

/// Points of the problems' manifolds, and directions there.
namespace leafwise::tests {

template <typename Real>
using Point = std::vector<Real>;

template <typename Real>
[[nodiscard]] Real largest(const Point<Real>& v) {
  Real size = 0;
  for (const Real entry : v) size = std::max(size, std::abs(entry));
  return size;
}

template <typename Real>
[[nodiscard]] Real distance(const Point<Real>& a, const Point<Real>& b) {
  Real size = 0;
  for (std::size_t j = 0; j < a.size(); ++j) size = std::max(size, std::abs(a[j] - b[j]));
  return size;
}

/// A point of M near the start; all coordinates move by up to 0.01.
template <typename Real>
[[nodiscard]] Point<Real> random_point(const StartedProblem<Real>& started,
                                       std::mt19937_64& generator) {
  const std::size_t m = started.problem.dimension();
  integrator::Geometry<Real> geometry(started.problem, integrator::Parameter::arclength, {});
  Point<Real> target = random_vector<Real>(generator, m);
  for (std::size_t j = 0; j < m; ++j) {
    target[j] = static_cast<Real>(started.start[j]) + Real{0.01} * target[j];
  }
  Point<Real> q(m);
  REQUIRE(geometry.project(target, q) == integrator::ProjectionStatus::good);
  return q;
}

/// V with ξ = 1.
[[nodiscard]] inline Point<double> unit_speed(integrator::Distribution<double>& d,
                                              const Point<double>& z) {
  Point<double> v(z.size());
  REQUIRE(d.direction(z, v).defined);
  for (std::size_t j = v.size(); j-- > 0;) v[j] /= v[0];
  return v;
}

}  // namespace leafwise::tests
