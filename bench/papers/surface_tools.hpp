// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leaf_runs.hpp"

/// Differential equations f(x, y, y') = 0 as surfaces in space: where D is not one-dimensional, of
/// what kind that is, and curves to be drawn.
namespace leafwise::papers {

using SurfacePoint = std::array<double, 3>;  ///< x, y, y'

/// Real points of the components where D is not one-dimensional; all complex ones counted.
struct SingularPoints {
  std::vector<SurfacePoint> real;
  long count = 0;
  bool is_known = false;

  [[nodiscard]] bool has(const SurfacePoint& point) const;
};

[[nodiscard]] SingularPoints singular_points(const pipeline::Problem& problem);

/// λ₁ + λ₂ and λ₁ λ₂ of the field (f_p, p f_p, −f_x − p f_y), p = y', at a zero of it: it keeps all
/// surfaces f = const, so that the third eigenvalue is 0.
struct Linearised {
  double trace = 0;
  double determinant = 0;
  [[nodiscard]] bool is_focus() const { return trace * trace < 4 * determinant; }
  [[nodiscard]] bool is_saddle() const { return determinant < 0; }
  [[nodiscard]] std::string shown() const;
};

[[nodiscard]] Linearised linearised(const std::function<SurfacePoint(const SurfacePoint&)>& field,
                                    const SurfacePoint& at);

/// How space is drawn: x − 0.45 y, y' − 0.3 y.
[[nodiscard]] std::pair<double, double> from_the_side(std::span<const double> z);

/// The curve through a point, both ways, on the surface or projected to the plane.
[[nodiscard]] Points curve_through(const Started& started,
                                   const SurfacePoint& from,
                                   double length,
                                   bool in_space);

/// Curves through several points, on the surface and projected.
[[nodiscard]] Plot surface_plot(const std::string& title,
                                const Started& started,
                                const std::vector<SurfacePoint>& starts,
                                double length);

}  // namespace leafwise::papers
