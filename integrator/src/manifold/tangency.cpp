// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/tangency.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/own_units.hpp"
#include "linear/dense.hpp"
#include "linear/fixed_numbers.hpp"
#include "methods/naming.hpp"

namespace leafwise::integrator {
namespace {

constexpr int most_points = 5;

/// A gradient that is this much shorter than elsewhere is rounding: of equations of a singular
/// variety many vanish doubly where velocities are zero.
constexpr double least_share = 1e-8;

/// How far from the given point the others are, in units of max(1, |z_j|): far enough for what
/// vanishes at z alone to show, near enough to stay on the same piece of M.
constexpr double distance = 1e-2;

/// The gradients and the direction at one point.
template <typename Real>
struct Compared {
  std::vector<Real> sizes;
  std::vector<Real> sines;
};

template <typename Real>
Compared<Real> compared(SmoothMap<Real>& equations,
                        std::span<const Real> z,
                        std::span<const Real> v) {
  const std::size_t m = z.size();
  std::vector<Real> f(equations.outputs());
  std::vector<Real> jacobian(f.size() * m);
  equations.jacobian(z, f, jacobian);
  const Real length = std::sqrt(detail::dot(v, v));
  Compared<Real> result;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const std::span<const Real> row(&jacobian[i * m], m);
    const Real size = std::sqrt(detail::dot(row, row));
    result.sizes.push_back(size);
    const bool is_some = size * length > 0;
    result.sines.push_back(is_some ? std::abs(detail::dot(row, v)) / (size * length) : Real{0});
  }
  return result;
}

template <typename Real>
Tangency<Real> worst_of(const std::vector<Compared<Real>>& points) {
  Tangency<Real> worst;
  worst.points = points.size();
  const std::size_t count = points.empty() ? 0 : points.front().sizes.size();
  for (std::size_t i = 0; i < count; ++i) {
    Real largest = 0;
    for (const Compared<Real>& point : points) largest = std::max(largest, point.sizes[i]);
    for (const Compared<Real>& point : points) {
      if (point.sizes[i] < Real{least_share} * largest || !(point.sines[i] > worst.sine)) continue;
      worst.sine = point.sines[i];
      worst.equation = i;
    }
  }
  return worst;
}

}  // namespace

template <typename Real>
Tangency<Real> check_tangency(const ManifoldProblem<Real>& problem, std::span<const Real> z) {
  if (!problem.sizes.empty()) {
    std::vector<Real> own(z.size());
    OwnUnits<Real>(problem).to_own(z, own);
    return check_tangency<Real>(in_own_units(problem), own);
  }
  Geometry<Real> geometry(problem, Parameter::arclength, {});
  if (!problem.equations || problem.codimension == 0) return {};
  const auto equations = problem.equations->clone();
  const std::size_t m = z.size();
  std::vector<Real> v(m);
  std::vector<Real> way(m);
  std::vector<Real> point(z.begin(), z.end());
  detail::FixedNumbers numbers;
  std::vector<Compared<Real>> points;
  for (int n = 0; n < most_points; ++n) {
    if (n > 0) {
      for (std::size_t j = 0; j < m; ++j) {
        way[j] = Real{distance} * std::max(Real{1}, std::abs(z[j])) * numbers.next<Real>();
      }
      if (geometry.to_tangent(z, way, v) != ProjectionStatus::good) continue;
      for (std::size_t j = 0; j < m; ++j) way[j] = z[j] + v[j];
      if (geometry.project(z, way, point) != ProjectionStatus::good) continue;
    }
    if (geometry.field(point, v) != FieldStatus::good) continue;
    points.push_back(compared<Real>(*equations, point, v));
  }
  return worst_of(points);
}

template <typename Real>
std::string describe(const Tangency<Real>& tangency, const ManifoldProblem<Real>& problem) {
  if (tangency.points == 0) return "no direction could be compared with the equations";
  if (tangency.is_tangent()) return "the direction is tangent to all equations";
  return "the direction leaves " + detail::equation_name(problem, tangency.equation) +
         ": the sine of the angle between them is " +
         detail::short_number(static_cast<long double>(tangency.sine)) +
         "; equations and motion do not belong to one involutive system";
}

template Tangency<double> check_tangency(const ManifoldProblem<double>&, std::span<const double>);
template Tangency<long double> check_tangency(const ManifoldProblem<long double>&,
                                              std::span<const long double>);
template std::string describe(const Tangency<double>&, const ManifoldProblem<double>&);
template std::string describe(const Tangency<long double>&, const ManifoldProblem<long double>&);

}  // namespace leafwise::integrator
