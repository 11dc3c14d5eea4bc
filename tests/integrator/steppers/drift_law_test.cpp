// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "method_cases.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::fixed_steps;
using tests::make_problem;
using tests::method_cases;
using tests::MethodCase;
using tests::Polynomial;
using tests::start_of;
using tests::Term;

template <typename Real>
Real term_value(const Term& term, std::span<const Real> z) {
  Real value = static_cast<Real>(term.coefficient);
  for (const std::size_t j : term.factors) value *= z[j];
  return value;
}

/// |f| in units of the last place of its largest term.
template <typename Real>
Real residual_in_ulps(const Polynomial& equation, std::span<const Real> z) {
  long double sum = 0;
  Real largest = 0;
  for (const Term& term : equation) {
    largest = std::max(largest, std::abs(term_value<Real>(term, z)));
    std::vector<long double> exact(z.begin(), z.end());
    sum += term_value<long double>(term, exact);
  }
  return static_cast<Real>(std::abs(sum)) / (largest * std::numeric_limits<Real>::epsilon());
}

std::vector<long double> random_rotation(std::size_t m, std::mt19937_64& generator) {
  std::vector<long double> rotation(m * m, 0);
  for (std::size_t i = 0; i < m; ++i) rotation[i * m + i] = 1;
  std::uniform_real_distribution<long double> angle(-3, 3);
  // Plane rotations of all pairs but those with the independent variable.
  for (std::size_t i = 1; i < m; ++i) {
    for (std::size_t j = i + 1; j < m; ++j) {
      const long double a = angle(generator);
      for (std::size_t k = 0; k < m; ++k) {
        const long double x = rotation[i * m + k];
        const long double y = rotation[j * m + k];
        rotation[i * m + k] = std::cos(a) * x - std::sin(a) * y;
        rotation[j * m + k] = std::sin(a) * x + std::cos(a) * y;
      }
    }
  }
  return rotation;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("no point that is kept drifts off the manifold") {
    for (const Curve& curve : {tests::pendulum_curve(), tests::sphere_curve()}) {
      for (const MethodCase& method : method_cases()) {
        CAPTURE(curve.name);
        CAPTURE(method.name);
        CAPTURE(static_cast<int>(method.projection));
        auto settings = fixed_steps<double>(method, Parameter::independent, 4.0, 100);
        settings.at = {0.01, 1.234, 2.7, 3.3};
        for (const Rows rows : {Rows::every_step, Rows::requested}) {
          settings.rows = rows;
          const auto report =
              integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
          CHECK(report.trajectory.size() == (rows == Rows::every_step ? 101 : 6));
          double worst = 0;
          for (std::size_t i = 1; i < report.trajectory.size(); ++i) {
            for (const Polynomial& equation : curve.equations) {
              worst =
                  std::max(worst, residual_in_ulps<double>(equation, report.trajectory.point(i)));
            }
          }
          CHECK(worst <= 10);
        }
      }
    }
  }

  TEST_CASE("a rotation of the coordinates rotates the solution") {
    auto generator = tests::make_generator("rotation of solutions");
    const Curve curve = tests::pendulum_curve();
    constexpr int steps = 50;
    for (const MethodCase& method : method_cases()) {
      const std::size_t m = curve.coordinates.size();
      const std::vector<long double> rotation = random_rotation(m, generator);
      const Curve turned = tests::rotated(curve, rotation);
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        CAPTURE(method.name);
        const auto settings = fixed_steps<double>(method, parameter, 2.0, steps);
        const auto plain = end_of(
            integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve)));
        const auto other = end_of(
            integrate<double>(make_problem<double>(turned), settings, start_of<double>(turned)));
        for (std::size_t i = 0; i < m; ++i) {
          double expected = 0;
          for (std::size_t j = 0; j < m; ++j) {
            expected += static_cast<double>(rotation[i * m + j]) * plain[j];
          }
          // Rounding errors of 50 steps with up to 41 terms each.
          CHECK(std::abs(other[i] - expected) < 1e-12);
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
