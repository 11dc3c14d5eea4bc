// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "method_cases.hpp"
#include "support/seed.hpp"

// The laws that every method obeys. A new method is tested by being in the registry.
namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::distance;
using tests::end_of;
using tests::fixed_steps;
using tests::make_problem;
using tests::method_cases;
using tests::MethodCase;
using tests::start_of;

/// Where the orders are measured.
constexpr long double end_place = 1.5L;
constexpr Parameter parameters[] = {Parameter::independent, Parameter::arclength};

std::vector<Curve> curved_problems() {
  return {tests::pendulum_curve(), tests::sphere_curve()};
}

std::vector<long double> run_fixed(
    const Curve& curve, const MethodCase& method, Parameter parameter, long double to, int steps) {
  const auto settings = fixed_steps<long double>(method, parameter, to, steps);
  const auto report = integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  return end_of(report);
}

/// Of the errors with 2, 4, 8, … steps: the mean slope of the last three halvings above round-off.
long double observed_slope(const Curve& curve,
                           const MethodCase& method,
                           Parameter parameter,
                           std::span<const long double> exact) {
  // The reference and sums of some hundred steps are good to 1e-18; twenty times as much still
  // gives a slope to 0.1.
  constexpr long double round_off = 2e-17L;
  constexpr int most_steps = 1024;
  constexpr std::size_t halvings = 3;
  std::vector<long double> errors;
  for (int steps = 2; steps <= most_steps; steps *= 2) {
    const auto end = run_fixed(curve, method, parameter, end_place, steps);
    const long double error = distance<long double>(end, exact);
    if (error < round_off) break;
    errors.push_back(error);
  }
  REQUIRE(errors.size() > halvings);
  return std::log2(errors[errors.size() - 1 - halvings] / errors.back()) / halvings;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("each method has its order on curved manifolds") {
    if (std::numeric_limits<long double>::digits == std::numeric_limits<double>::digits) return;
    for (const Curve& curve : curved_problems()) {
      for (const Parameter parameter : parameters) {
        const auto exact = run_fixed(curve, {"taylor_30", 30}, parameter, end_place, 96);
        for (const MethodCase& method : method_cases()) {
          // Above order 8 there are not three halvings between the first error and round-off.
          if (method.order > 8) continue;
          CAPTURE(curve.name);
          CAPTURE(method.name);
          CAPTURE(static_cast<int>(method.projection));
          CAPTURE(static_cast<int>(parameter));
          const long double slope = observed_slope(curve, method, parameter, exact);
          // Order 8 reaches round-off while the steps are still large: the next term of the error
          // expansion shows. Everything between 7.5 and 8.5 is no other order.
          const long double allowed = method.order < 8 ? 0.2L : 0.5L;
          CHECK(std::abs(slope - method.order) < allowed);
        }
      }
    }
  }

  TEST_CASE("solutions that are polynomials of the method's order are exact") {
    constexpr int steps = 7;
    for (const MethodCase& method : method_cases()) {
      CAPTURE(method.name);
      CAPTURE(static_cast<int>(method.projection));
      const Curve curve = tests::quadrature(static_cast<std::size_t>(method.order));
      const auto settings = fixed_steps<double>(method, Parameter::independent, 1.5, steps);
      const auto report =
          integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
      const double exact = std::pow(1.5, method.order);
      // A few roundings a step, each of at most half an ulp of the largest value.
      CHECK(std::abs(end_of(report)[1] - exact) <=
            4 * steps * std::numeric_limits<double>::epsilon() * exact);
    }
  }

  TEST_CASE("Taylor's method follows a polynomial curve exactly on its manifold") {
    const Curve curve = tests::twisted_cubic();
    for (const int order : {3, 4, 20}) {
      const MethodCase method{"taylor_" + std::to_string(order), order};
      const auto settings = fixed_steps<double>(method, Parameter::independent, 2.0, 1);
      const auto report =
          integrate<double>(make_problem<double>(curve), settings, start_of<double>(curve));
      const std::vector<double> exact = {2, 4, 8};
      CHECK(distance<double>(end_of(report), exact) <
            8 * std::numeric_limits<double>::epsilon() * 8);
    }
  }

  TEST_CASE("a run back ends where it started, up to the errors of both ways") {
    constexpr int steps = 40;
    for (const Curve& curve : curved_problems()) {
      const auto problem = make_problem<double>(curve);
      const auto start = start_of<double>(curve);
      const auto exact = run_fixed(curve, {"taylor_30", 30}, Parameter::independent, 1.0L, 64);
      const std::vector<double> exact_end(exact.begin(), exact.end());
      for (const MethodCase& method : method_cases()) {
        CAPTURE(curve.name);
        CAPTURE(method.name);
        auto settings = fixed_steps<double>(method, Parameter::independent, 1.0, steps);
        const auto there = end_of(integrate<double>(problem, settings, start));
        settings.to = 0;
        const auto report = integrate<double>(problem, settings, there);
        CHECK(report.reason == Reason::reached);
        // The way back has the same leading error or its opposite, carried along a flow that
        // stretches by less than 4; round-off below.
        const double error = distance<double>(there, exact_end);
        CHECK(distance<double>(end_of(report), start) < 8 * error + 1e-14);
      }
    }
  }
}

}  // namespace leafwise::integrator
