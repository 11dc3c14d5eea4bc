// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "index3_runs.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// radau5_index3 has no leaf to stay on: steps that end on the other side of a narrow place of its
// constraints are made again, half as long.
namespace leafwise::integrator {
namespace {

/// A bead on y² = (s x)² + gap², free of forces, in a plane that is turned.
struct Bead {
  double slope = 1;
  double gap = 0.01;
  double turn = 0;
  double side = 1;
  double speed = 1;

  [[nodiscard]] HessenbergProblem<double> problem() const {
    const auto constant = [](double value) { return static_cast<long double>(value); };
    ProgramBuilder masses(3);
    const Expression one = masses.constant(1);
    const Expression zero = masses.constant(0);
    const Program mass = masses.build(std::vector{one, zero, zero, one});
    ProgramBuilder forces(5);
    const Program force = forces.build(std::vector{forces.constant(0), forces.constant(0)});
    ProgramBuilder b(3);
    const Expression x =
        constant(std::cos(turn)) * b.input(1) + constant(std::sin(turn)) * b.input(2);
    const Expression y =
        constant(std::cos(turn)) * b.input(2) - constant(std::sin(turn)) * b.input(1);
    const Program wire =
        b.build(std::vector{y * y - constant(slope * slope) * x * x - constant(gap * gap)});
    return hessenberg_problem<double>(HessenbergNames{{"u", "w"}, {"u'", "w'"}, {"lambda1"}},
                                      MechanicalParts{mass, force, wire});
  }
  /// From x = −1 towards the narrow place at 0.
  [[nodiscard]] std::vector<double> start() const {
    const double y = side * std::hypot(slope, gap);
    const double rise = -slope * slope / y * speed;
    const double curvature = 2 * (rise * rise - slope * slope * speed * speed);
    const double square = 4 * (std::pow(slope, 4) + y * y);
    const double c = std::cos(turn);
    const double s = std::sin(turn);
    return {
        0, -c - s * y, -s + c * y, c * speed - s * rise, s * speed + c * rise, curvature / square};
  }
  [[nodiscard]] bool is_on_its_side(std::span<const double> point) const {
    return (std::cos(turn) * point[2] - std::sin(turn) * point[1]) * side > 0;
  }
};

TEST_SUITE("law") {
  TEST_CASE("a run without a leaf stays in its assembly where another one is near") {
    auto random = tests::make_generator("assemblies of index 3");
    std::uniform_real_distribution<double> share(0, 1);
    constexpr std::array<double, 3> tolerances = {1e-2, 1e-3, 1e-4};
    for (std::uint64_t i = 0; i < 300 * tests::multiplier(); ++i) {
      Bead bead;
      bead.slope = 0.5 + 1.5 * share(random);
      bead.gap = std::pow(10, -0.5 - 3.5 * share(random));
      bead.turn = 6 * share(random);
      bead.side = share(random) < 0.5 ? 1 : -1;
      bead.speed = 0.5 + share(random);
      const double tolerance = tolerances.at(random() % tolerances.size());
      auto settings = tests::index3_settings<double>(3, tolerance);
      settings.rows = Rows::every_step;
      const auto report = integrate<double>(bead.problem(), settings, bead.start());
      CAPTURE(bead.slope);
      CAPTURE(bead.gap);
      CAPTURE(bead.turn);
      CAPTURE(tolerance);
      CAPTURE(report.message);
      bool stays = true;
      for (std::size_t row = 0; row < report.trajectory.size(); ++row) {
        stays = stays && bead.is_on_its_side(report.trajectory.point(row));
      }
      CHECK(stays);
      // At a hundredth of the way to the place nothing is lost in errors.
      if (bead.gap > 0.05 && tolerance < 5e-3) CHECK(report.reason == Reason::reached);
    }
  }
}

}  // namespace
}  // namespace leafwise::integrator
