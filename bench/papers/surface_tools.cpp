// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface_tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::papers {

using algebra::Ideal;
using algebra::Limits;

namespace {

Limits some_time() {
  return Limits::within(std::chrono::minutes(1));
}

}  // namespace

SingularPoints singular_points(const pipeline::Problem& problem) {
  SingularPoints result;
  const algebra::Completion found = completed(problem, true);
  if (found.leaves.empty() || !found.leaves[0].critical) return result;
  result.is_known = true;
  for (const Ideal& part : *found.leaves[0].critical) {
    const auto degree = part.degree(some_time());
    const auto points = algebra::real_points(part, std::nullopt, 1, some_time());
    result.is_known = result.is_known && degree && points.exist != Truth::unknown;
    if (degree) result.count += degree.value();
    if (points.exist != Truth::yes || !points.sample) continue;
    SurfacePoint point{};
    for (const auto& [variable, value] : points.sample->coordinates) {
      point.at(variable.role == algebra::Role::independent ? 0 : 1 + variable.order) = value;
    }
    result.real.push_back(point);
  }
  return result;
}

bool SingularPoints::has(const SurfacePoint& point) const {
  return std::any_of(real.begin(), real.end(), [&](const SurfacePoint& p) {
    return std::hypot(p[0] - point[0], p[1] - point[1], p[2] - point[2]) < 1e-9;
  });
}

Linearised linearised(const std::function<SurfacePoint(const SurfacePoint&)>& field,
                      const SurfacePoint& at) {
  std::array<SurfacePoint, 3> rows{};  // of the transposed Jacobian
  constexpr double h = 1e-5;
  for (std::size_t j = 0; j < 3; ++j) {
    SurfacePoint ahead = at, behind = at;
    ahead.at(j) += h;
    behind.at(j) -= h;
    const SurfacePoint a = field(ahead), b = field(behind);
    for (std::size_t i = 0; i < 3; ++i) rows.at(j).at(i) = (a.at(i) - b.at(i)) / (2 * h);
  }
  Linearised result;
  for (std::size_t i = 0; i < 3; ++i) {
    result.trace += rows.at(i).at(i);
    const std::size_t j = (i + 1) % 3;
    result.determinant += rows.at(i).at(i) * rows.at(j).at(j) - rows.at(i).at(j) * rows.at(j).at(i);
  }
  return result;
}

std::string Linearised::shown() const {
  return fmt::format("λ₁ + λ₂ = {:.3g}, λ₁λ₂ = {:.3g}", trace, determinant);
}

std::pair<double, double> from_the_side(std::span<const double> z) {
  return {z[0] - 0.45 * z[1], z[2] - 0.3 * z[1]};
}

Points curve_through(const Started& started,
                     const SurfacePoint& from,
                     double length,
                     bool in_space) {
  Points points;
  for (const double sign : {-1.0, 1.0}) {
    Settings<double> settings;
    settings.parameter = integrator::Parameter::arclength;
    settings.scale = integrator::Scale::parameter;
    settings.to = sign * length;
    settings.rows = integrator::Rows::requested;
    for (int i = 1; i < 120; ++i) settings.at.push_back(sign * length * i / 120);
    const auto report = integrator::integrate<double>(started.manifold(), settings, from);
    Points half;
    for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
      const auto z = report.trajectory.row(i);
      half.push_back(in_space ? from_the_side(z) : std::pair{z[0], z[1]});
    }
    if (sign < 0) std::reverse(half.begin(), half.end());
    points.insert(points.end(), half.begin(), half.end());
  }
  return points;
}

Plot surface_plot(const std::string& title,
                  const Started& started,
                  const std::vector<SurfacePoint>& starts,
                  double length) {
  Plot plot{title,
            {{"on the surface, seen from the side", "x − 0.45 y", "y₁ − 0.3 y", {}, true},
             {"projected", "x", "y", {}, true}}};
  for (const SurfacePoint& from : starts) {
    plot.panels[0].curves.push_back({"", curve_through(started, from, length, true)});
    plot.panels[1].curves.push_back({"", curve_through(started, from, length, false)});
  }
  return plot;
}

}  // namespace leafwise::papers
