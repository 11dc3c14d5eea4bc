// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "polynomial_map.hpp"

/// Small polynomial problems that the laws of all methods run on.
namespace leafwise::tests {

/// A problem before the scalar is chosen.
struct Curve {
  std::string name;
  std::vector<std::string> coordinates;
  bool has_independent = true;  ///< coordinate 0
  std::vector<Polynomial> equations;
  std::size_t codimension = 0;
  std::vector<Polynomial> field;
  std::vector<long double> start;
};

template <typename Real>
[[nodiscard]] integrator::ManifoldProblem<Real> make_problem(const Curve& curve);

template <typename Real>
[[nodiscard]] std::vector<Real> start_of(const Curve& curve);

/// The pendulum of paper 003, (4.6): t, x, y, u, v.
[[nodiscard]] Curve pendulum_curve();
/// A rotation about an axis that moves with t, on the unit sphere: t, x, y, z. A redundant
/// equation.
[[nodiscard]] Curve sphere_curve();
/// The twisted cubic as M and its own solution: x, y = x², z = x³.
[[nodiscard]] Curve twisted_cubic();
/// z' = x^(degree − 1), doubled: x, y, z with y = z. The solution has that degree.
[[nodiscard]] Curve quadrature(std::size_t degree);

/// A point on the unit circle that is drawn to (C, S) = (cos t, sin t) with the given rate: θ' = 1
/// − rate·sin(θ − t). The solution that begins there stays there: t, C, S, x, y.
[[nodiscard]] Curve stiff_circle(long double rate);

/// The problem seen in coordinates rotated by an orthogonal matrix (row by row) that keeps the
/// independent variable.
[[nodiscard]] Curve rotated(const Curve& curve, const std::vector<long double>& rotation);

}  // namespace leafwise::tests
