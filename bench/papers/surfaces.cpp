// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 003, section 2.3: differential equations as surfaces in space.

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <numbers>

#include "sections.hpp"
#include "surface_tools.hpp"

namespace leafwise::papers {
namespace {

using algebra::Ideal;
using algebra::Limits;
using Point = SurfacePoint;

/// log(odd part) over log(even part) of the projected curve around the equator: 3/2 at a cusp.
double cusp_exponent(const Started& sphere, double crossing) {
  std::array<double, 2> even{}, odd{};
  for (std::size_t k = 0; k < 2; ++k) {
    const double d = k == 0 ? 0.02 : 0.01;
    Settings<double> settings;
    settings.parameter = integrator::Parameter::arclength;
    settings.scale = integrator::Scale::parameter;
    settings.relative_tolerance = 1e-12;
    settings.absolute_tolerance = 1e-14;
    settings.method = "dop853";
    settings.to = 1.5;
    settings.rows = integrator::Rows::requested;
    settings.at = {crossing - d, crossing, crossing + d};
    const auto rows = run(sphere, settings).trajectory;
    const auto difference = [&](std::size_t i, std::size_t column) {
      return rows.row(i)[column] - rows.row(2)[column];
    };
    even.at(k) =
        std::hypot(difference(3, 0) + difference(1, 0), difference(3, 1) + difference(1, 1));
    odd.at(k) =
        std::hypot(difference(3, 0) - difference(1, 0), difference(3, 1) - difference(1, 1));
  }
  return std::log(odd[0] / odd[1]) / std::log(even[0] / even[1]);
}

void sphere(Book& book) {
  book.section("2.3.1 Sphere", "(2.2) by [sphere.toml](../examples/sphere.toml).");
  const pipeline::Problem problem = example("sphere");
  const SingularPoints points = singular_points(problem);
  book.statement("dim N(A) = 1",
                 "except at (0, ±1, 0)",
                 "the same points, and no others over ℂ",
                 points.is_known && points.count == 2 && points.real.size() == 2 &&
                     points.has({0, 1, 0}) && points.has({0, -1, 0}));
  const auto field = [](const Point& z) {
    return Point{2 * z[2], 2 * z[2] * z[2], -2 * z[0] - 2 * z[2] * z[1]};
  };
  const Linearised at_pole = linearised(field, {0, 1, 0});
  book.statement("(0, ±1, 0)", "folded focuses", at_pole.shown() + ": complex", at_pole.is_focus());
  const Started started_here = started(problem);
  Settings<double> settings;
  settings.parameter = integrator::Parameter::arclength;
  settings.scale = integrator::Scale::parameter;
  settings.relative_tolerance = 1e-12;
  settings.to = 1.9;
  settings.events = {zero_of(started_here.manifold(), "y'")};
  const auto through = run(started_here, settings);
  const double crossing = through.event_rows.empty() ? 0 : through.event_rows.value(0, "_s");
  book.statement(
      "Crossing the equator",
      "the solution is smooth on the sphere",
      fmt::format("crosses at s = {:.6f}, (x, y) = ({:.6f}, {:.6f}), and continues",
                  crossing,
                  through.event_rows.row(0)[0],
                  through.event_rows.row(0)[1]),
      through.reason == integrator::Reason::reached && std::abs(crossing - 1.345816056599) < 1e-8,
      "Agrees with the reference (28 digits).");
  book.number("Exponent of the cusp, u² = v³", 1.5, cusp_exponent(started_here, crossing), 0.01);
  const auto on_sphere = [](double x, double y) {
    return Point{x, y, std::sqrt(1 - x * x - y * y)};
  };
  Plot plot = surface_plot(
      "Solutions of (2.2)",
      started_here,
      {on_sphere(0, 0.3), on_sphere(0.4, 0), on_sphere(-0.5, -0.3), on_sphere(0, -0.6)},
      1.7);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Curve circle{"", {}, Style::thin, 6};
    for (int i = 0; i <= 90; ++i) {
      Point z{};
      const double phi = 2 * std::numbers::pi * i / 90;
      z.at(axis) = std::cos(phi);
      z.at((axis + 1) % 3) = std::sin(phi);
      circle.points.push_back(from_the_side(z));
    }
    plot.panels[0].curves.push_back(circle);
  }
  book.figure("Figure 2.1",
              "introduction_2_1.svg",
              plot,
              "solutions on the sphere and their projections with cusps at the equator.");
}

/// Hyperbolas xy = ±1: where the Gaussian curvature of (2.3) vanishes.
std::vector<Curve> parabolic_points(double most) {
  std::vector<Curve> curves;
  for (const double sign : {1.0, -1.0}) {
    for (const double side : {1.0, -1.0}) {
      Curve curve{"", {}, Style::thin, 6};
      for (int i = 0; i <= 80; ++i) {
        const double x = side * std::pow(most, 2.0 * i / 80 - 1);
        curve.points.emplace_back(x, sign / x);
      }
      curves.push_back(curve);
    }
  }
  return curves;
}

Points lifted(const Points& plane) {
  Points points;
  for (const auto& [x, y] : plane) {
    const double z = (std::pow(x, 4) + std::pow(y, 4)) / 4 - 3 * x * y;
    points.emplace_back(x - 0.45 * y, z / 3 - 0.3 * y);
  }
  return points;
}

void draw_asymptotic_curves(Book& book, const Started& here) {
  const auto on_leaf = [](double a, double b, double sign) {
    return Point{a, b, (1 + sign * std::sqrt(1 - a * a * b * b)) / (b * b)};
  };
  Plot plot{"Asymptotic curves",
            {{"a solution of (2.4)", "x", "y", {}, true},
             {"curves on (2.3), seen from the side", "x − 0.45 y", "z/3 − 0.3 y", {}, true}}};
  plot.panels[0].curves.push_back({"", curve_through(here, {0, 1, 0}, 3.5, false), Style::line, 0});
  for (const Curve& curve : parabolic_points(2.2)) {
    plot.panels[0].curves.push_back(curve);
    plot.panels[1].curves.push_back({"", lifted(curve.points), Style::thin, 6});
  }
  for (const double b : {0.6, 1.0, 1.4, -0.6, -1.0, -1.4}) {
    plot.panels[1].curves.push_back(
        {"", lifted(curve_through(here, {0, b, 0}, 1.6, false)), Style::line, b > 0 ? 0 : 1});
  }
  book.figure("Figure 2.2",
              "introduction_2_2.svg",
              plot,
              "left in the plane, right on the surface; thin: parabolic points.");
  book.figure("Figure 2.3",
              "introduction_2_3.svg",
              surface_plot("Solutions of (2.4) around (1, −1, 1)",
                           here,
                           {on_leaf(0.96, -0.96, 1),
                            on_leaf(0.96, -0.96, -1),
                            on_leaf(0.9, -1.02, 1),
                            on_leaf(0.9, -1.02, -1),
                            on_leaf(1.02, -0.9, 1),
                            on_leaf(1.02, -0.9, -1)},
                           0.35),
              "on the surface and projected: a folded saddle.");
}

void asymptotic_curves(Book& book) {
  book.section("2.3.2 Asymptotic curves",
               "(2.4) by [asymptotic_curves.toml](../examples/asymptotic_curves.toml).");
  const pipeline::Problem problem = example("asymptotic_curves");
  const SingularPoints points = singular_points(problem);
  book.statement("D one-dimensional",
                 "except at (1, −1, 1), (−1, 1, 1)",
                 fmt::format("these two real points; {} more over ℂ", points.count - 2),
                 points.is_known && points.real.size() == 2 && points.has({1, -1, 1}) &&
                     points.has({-1, 1, 1}));
  const auto field = [](const Point& z) {
    const auto [x, y, p] = z;
    const double slope = 2 * y * y * p - 2;
    return Point{slope, p * slope, -2 * x - p * 2 * y * p * p};
  };
  const Linearised fold = linearised(field, {1, -1, 1});
  book.statement("(1, −1, 1), (−1, 1, 1)",
                 "folded saddles",
                 fold.shown() + ": real, of two signs",
                 fold.is_saddle());
  const algebra::Polynomial f = polynomials_of(problem).at(0);
  const algebra::Variable x{algebra::Role::independent, "x", 0};
  const algebra::Variable y{algebra::Role::unknown, "y", 0};
  const algebra::Variable p{algebra::Role::unknown, "y", 1};
  const Ideal folds(
      {x, y, p}, {f, f.derivative(p)}, algebra::Engine(std::filesystem::path(LEAFWISE_WORKER)));
  const auto plane = algebra::elimination(folds, {p}, Limits::within(std::chrono::minutes(1)));
  using algebra::Polynomial;
  book.statement("Cusps, and the end of the region with curves",
                 "x²y² = 1",
                 "the fold ∂f/∂y₁ = 0 projects onto x²y² = 1",
                 plane && is_same_ideal(plane.value(),
                                        {Polynomial(x).pow(2) * Polynomial(y).pow(2) -
                                         Polynomial(algebra::Rational(1))}));
  draw_asymptotic_curves(book, started(problem));
}

/// How often the direction y' = (y + r)/x turns around the origin; lines, so half turns count.
double index_of_umbilic() {
  double angle = 0, before = 0;
  constexpr int count = 720;
  for (int i = 0; i <= count; ++i) {
    const double phi = 2 * std::numbers::pi * (i + 0.5) / count;
    const double now = std::atan2(std::sin(phi) + 1, std::cos(phi));
    if (i > 0) angle += std::remainder(now - before, std::numbers::pi);
    before = now;
  }
  return angle / (2 * std::numbers::pi);
}

void umbilic(Book& book) {
  book.section("2.3.3 Distributions and their singularities",
               "(2.5) by [umbilic.toml](../examples/umbilic.toml).");
  const pipeline::Problem problem = example("umbilic");
  const SingularPoints points = singular_points(problem);
  book.statement("(2.5)",
                 "a regular problem",
                 "D is one-dimensional at every real point",
                 points.is_known && points.real.empty(),
                 "Over ℂ it is not, where y₁² = −1.");
  const Started here = started(problem);
  Plot plot{"Solutions of (2.5)", {{"", "x", "y", {}, true}}, 1};
  double worst = 0;
  for (const double c : {-2.0, -1.5, -1.0, -0.5, -0.25, 0.25, 0.5, 1.0, 1.5, 2.0}) {
    Settings<double> settings;
    settings.to = 2;
    const Point from = {-2, (4 - c * c) / (2 * c), -2 / c};
    const auto rows = integrator::integrate<double>(here.manifold(), settings, from).trajectory;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto z = rows.row(i);
      worst = std::max(
          worst, std::abs(z[1] - (z[0] * z[0] - c * c) / (2 * c)) / std::max(1.0, std::abs(z[1])));
    }
    plot.panels[0].curves.push_back({"", columns_of(rows, "x", "y"), Style::line, c < 0 ? 0 : 1});
  }
  std::erase_if(plot.panels[0].curves,
                [](const Curve& curve) { return std::abs(curve.points.front().second) > 4; });
  book.statement("Solutions",
                 "a family of parabolas",
                 fmt::format("y = (x² − C²)/(2C), met to {:.0e} in runs through x = 0", worst),
                 worst < 1e-6,
                 "With square roots the branch must be changed at x = 0, as the paper says; on the "
                 "leaf this is not necessary.");
  book.number("Index at the origin",
              0.5,
              index_of_umbilic(),
              1e-6,
              "Half turns of the direction along a circle.");
  book.figure(
      "Figure 2.4", "introduction_2_4.svg", plot, "parabolas with their focus in the origin.");
}

}  // namespace

void surfaces(Book& book) {
  sphere(book);
  asymptotic_curves(book);
  umbilic(book);
}

}  // namespace leafwise::papers
