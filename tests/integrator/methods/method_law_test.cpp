// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "method_cases.hpp"

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

constexpr Parameter parameters[] = {Parameter::independent, Parameter::arclength};

std::vector<Curve> curved_problems() {
  return {tests::pendulum_curve(), tests::sphere_curve()};
}

/// The points at the quarters of the way. One point alone may lie where the leading term of the
/// error changes its sign. @pre steps is a multiple of 4
std::vector<long double> run_fixed(
    const Curve& curve, const MethodCase& method, Parameter parameter, long double to, int steps) {
  auto settings = fixed_steps<long double>(method, parameter, to, steps);
  settings.rows = Rows::every_step;
  const auto report = integrate<long double>(
      make_problem<long double>(curve), settings, start_of<long double>(curve));
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  REQUIRE(report.trajectory.size() == static_cast<std::size_t>(steps) + 1);
  std::vector<long double> points;
  for (std::size_t quarter = 1; quarter <= 4; ++quarter) {
    const auto point = report.trajectory.point(quarter * static_cast<std::size_t>(steps) / 4);
    points.insert(points.end(), point.begin(), point.end());
  }
  return points;
}

/// The mean slope of the errors over the last three halvings above round-off.
template <typename Error>
long double observed_slope(Error&& error, int order) {
  // The reference and sums of some hundred steps are good to some 1e-18: 10 % of this, and they
  // move a mean over three halvings by less than 0.05.
  constexpr long double round_off = 5e-17L;
  constexpr int most_steps = 1024;
  constexpr int halvings = 3;
  constexpr int unit = 4 << halvings;  // the first of the four has quarters, too
  int steps = 8;
  long double last_error = error(steps);
  for (long double next = error(2 * steps); next > round_off && 2 * steps <= most_steps;) {
    steps *= 2;
    last_error = next;
    next = error(2 * steps);
  }
  // As far down as the order lets guess.
  const long double room = std::pow(last_error / round_off, 1.0L / static_cast<long double>(order));
  const int guess = static_cast<int>(static_cast<long double>(steps) * std::min(2.0L, room));
  const int last = std::max(unit, std::min(guess, most_steps) / unit * unit);
  return std::log2(error(last >> halvings) / error(last)) / halvings;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("each method has its order on curved manifolds") {
    if (std::numeric_limits<long double>::digits == std::numeric_limits<double>::digits) return;
    for (const Curve& curve : curved_problems()) {
      for (const Parameter parameter : parameters) {
        const auto exact = run_fixed(curve, {"taylor_30", 30}, parameter, 2.0L, 128);
        for (const MethodCase& method : method_cases()) {
          if (method.order > 8) continue;  // high_order_test.cpp
          CAPTURE(curve.name);
          CAPTURE(method.name);
          CAPTURE(static_cast<int>(method.projection));
          CAPTURE(static_cast<int>(parameter));
          const auto error = [&](int steps) {
            const auto points = run_fixed(curve, method, parameter, 2.0L, steps);
            return distance<long double>(points, exact);
          };
          const long double slope = observed_slope(error, method.order);
          CHECK(std::abs(slope - method.order) < 0.2L);
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
      const std::vector<double> exact_end(exact.end() - static_cast<std::ptrdiff_t>(start.size()),
                                          exact.end());
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
