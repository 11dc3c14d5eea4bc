// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "leafwise/integrator/step_polynomial.hpp"
#include "method_cases.hpp"
#include "steppers/dense_output.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::fixed_steps;
using tests::make_problem;
using tests::MethodCase;
using tests::start_of;

/// A method whose polynomials are no numbers, as an interpolation that divides by 0 has them.
class Numberless final : public Stepper<double> {
 public:
  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<double>& /*geometry*/, Step<double>& /*step*/) override {
    return StepStatus::no_stages;
  }
  StepStatus interpolate(Geometry<double>& /*geometry*/,
                         const Step<double>& /*step*/,
                         StepPolynomial<double>& polynomial) override {
    polynomial.set_degree(1);
    polynomial.coefficient(1)[2] = std::numeric_limits<double>::quiet_NaN();
    return StepStatus::good;
  }

 private:
  StepperTraits traits_;
};

const std::vector<long double> places = {0.13L, 0.4L, 0.55L, 0.81L, 0.97L};

Report<long double> run(const Curve& curve,
                        const MethodCase& method,
                        Parameter parameter,
                        int steps) {
  auto settings = fixed_steps<long double>(method, parameter, 1.0L, steps);
  settings.at = places;
  return integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
}

long double worst_error(const Report<long double>& report, const Report<long double>& exact) {
  REQUIRE(report.trajectory.size() == places.size() + 2);
  long double worst = 0;
  for (std::size_t i = 0; i + 1 < report.trajectory.size(); ++i) {
    worst = std::max(worst,
                     distance<long double>(report.trajectory.point(i), exact.trajectory.point(i)));
  }
  return worst;
}

}  // namespace

TEST_CASE("Hermite weights reproduce polynomials of their degree") {
  for (std::size_t inner = 0; inner <= HermiteWeights::most_inner_places; ++inner) {
    const HermiteWeights weights(inner);
    for (std::size_t power = 1; power <= weights.degree(); ++power) {
      // Data of θ^power: its derivatives, then its increase.
      std::vector<long double> data(inner + 3);
      data[0] = power == 1 ? 1 : 0;
      for (std::size_t k = 0; k < inner; ++k) {
        data[k + 1] = static_cast<long double>(power) *
                      std::pow(weights.inner_place(k), static_cast<long double>(power - 1));
      }
      data[inner + 1] = static_cast<long double>(power);
      data[inner + 2] = 1;
      for (std::size_t d = 1; d <= weights.degree(); ++d) {
        long double coefficient = 0;
        for (std::size_t k = 0; k < data.size(); ++k) coefficient += weights.weight(d, k) * data[k];
        // The weights are below 1e4; some ten roundings of that size.
        CHECK(std::abs(coefficient - (d == power ? 1 : 0)) <
              1e5L * std::numeric_limits<long double>::epsilon());
      }
    }
  }
}

TEST_CASE("the length of a polynomial curve") {
  StepPolynomial<double> curve(2, 2);  // (3θ, 4θ): length 5θ; then (θ², 0): θ²
  curve.set_degree(1);
  curve.coefficient(1)[0] = 3;
  curve.coefficient(1)[1] = 4;
  std::vector<double> scratch(2);
  CHECK(std::abs(curve.length(0.5, scratch) - 2.5) < 1e-15);
  curve.set_degree(2);
  curve.coefficient(1)[0] = curve.coefficient(1)[1] = 0;
  curve.coefficient(2)[0] = 1;
  CHECK(std::abs(curve.length(0.5, scratch) - 0.25) < 1e-15);
}

TEST_CASE("a polynomial without numbers is none: its length is that of Hermite's cubic") {
  const Curve curve = tests::stiff_circle(1);
  const auto problem = make_problem<double>(curve);
  Geometry<double> geometry(problem, Parameter::independent, {});
  constexpr double h = 0.25;
  Step<double> step(5);
  step.size = h;
  step.from = start_of<double>(curve);
  step.to = {h, std::cos(h), std::sin(h), std::cos(h), std::sin(h)};
  REQUIRE(geometry.orient(step.from, {}, 1) == FieldStatus::good);
  REQUIRE(geometry.field(step.from, step.from_field) == FieldStatus::good);
  REQUIRE(step.complete(geometry) == StepStatus::good);
  Numberless method;
  DenseOutput<double> dense(5, 3);
  dense.begin(geometry, method, step);
  std::vector<double> point(5);
  CHECK(dense.find_point(0.5, point) == StepStatus::not_finite);
  // Each of t and two arcs goes as far as h; the cubic's error is h⁴/384 of each.
  CHECK(std::abs(dense.length(1) - std::sqrt(3.0) * h) < 1e-4);
  dense.prepare_roughly();
  CHECK(std::isfinite(dense.polynomial().value(0.5, 2)));
}

TEST_SUITE("law") {
  TEST_CASE("dense output has the order of the method between the steps too") {
    if (std::numeric_limits<long double>::digits == std::numeric_limits<double>::digits) return;
    for (const Curve& curve : {tests::pendulum_curve(), tests::sphere_curve()}) {
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        const auto exact = run(curve, {"taylor_30", 30}, parameter, 64);
        for (const MethodCase& method : tests::method_cases()) {
          if (method.order > 8) continue;
          CAPTURE(curve.name);
          CAPTURE(method.name);
          CAPTURE(static_cast<int>(parameter));
          CAPTURE(static_cast<int>(method.projection));
          // The places lie differently in steps of different size, so the error of the interpolant
          // does not fall smoothly: over two halvings, less than half an order of noise is left.
          // High orders are at round-off with more steps.
          const int steps = method.order < 6 ? 64 : method.order < 8 ? 16 : 8;
          const long double coarse = worst_error(run(curve, method, parameter, steps), exact);
          const long double fine = worst_error(run(curve, method, parameter, 4 * steps), exact);
          CHECK(std::log2(coarse / fine) / 2 > method.order - 0.5L);
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
