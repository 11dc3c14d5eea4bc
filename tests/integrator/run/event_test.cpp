// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "method_cases.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::make_polynomial_map;
using tests::make_problem;
using tests::Polynomial;
using tests::start_of;

/// x = cos t, y = sin t on the circle: t, x, y.
Curve circle() {
  Curve curve;
  curve.name = "circle";
  curve.coordinates = {"t", "x", "y"};
  curve.equations = {{{1, {1, 1}}, {1, {2, 2}}, {-1, {}}}};
  curve.codimension = 1;
  curve.field = {{{1, {}}}, {{-1, {2}}}, {{1, {1}}}};
  curve.start = {0, 1, 0};
  return curve;
}

Event<double> event(const char* name, const Polynomial& polynomial) {
  return {.name = name, .function = make_polynomial_map<double>(3, {polynomial})};
}

Settings<double> settings_to(double to) {
  Settings<double> settings;
  settings.to = to;
  settings.relative_tolerance = 1e-12;
  settings.absolute_tolerance = 1e-12;
  return settings;
}

Report<double> run(const Settings<double>& settings) {
  return integrate<double>(make_problem<double>(circle()), settings, start_of<double>(circle()));
}

}  // namespace

TEST_CASE("events are located on the curve, with their direction") {
  auto settings = settings_to(20);
  settings.events.push_back(event("x = 0", {{1, {1}}}));
  const auto report = run(settings);
  REQUIRE(report.events.size() == 6);  // π/2 + kπ < 20
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    const double exact = (0.5 + static_cast<double>(i)) * std::numbers::pi;
    // Global error of the run at this tolerance, about ten times it per unit of t.
    CHECK(std::abs(report.event_rows.point(i)[0] - exact) < 3e-10);
    // On the dense output the location is to round-off.
    CHECK(std::abs(report.event_rows.point(i)[1]) < 1e-14);
    CHECK(report.events[i].sign_after == (i % 2 == 0 ? -1 : 1));
    CHECK(report.event_rows.value(i, "_residual") < 4e-16);
  }
}

TEST_CASE("directions select, stop events end the run where they are") {
  auto settings = settings_to(20);
  settings.events.push_back(event("down", {{1, {1}}}));
  settings.events.back().direction = Crossing::falling;
  settings.events.push_back(event("second maximum", {{1, {0}}, {-7, {}}}));
  settings.events.back().stops = true;
  const auto report = run(settings);
  CHECK(reason_text(report) == "event:second maximum");
  CHECK(report.events.size() == 2);
  CHECK(std::abs(report.trajectory.last()[0] - 7) < 1e-12);
  CHECK(report.trajectory.value(report.trajectory.size() - 1, "_s") > 6.9);
}

TEST_CASE("several roots within one step are all found") {
  // With taylor_20 and a loose tolerance, steps are longer than 1; the event is a polynomial of
  // degree 7 in x and y: its value is cos 7t, with 14 roots a turn.
  for (const bool knows_degree : {false, true}) {
    auto settings = settings_to(2 * std::numbers::pi);
    settings.method = "taylor_20";
    settings.relative_tolerance = settings.absolute_tolerance = 1e-6;
    const Polynomial chebyshev = {
        {64, {1, 1, 1, 1, 1, 1, 1}}, {-112, {1, 1, 1, 1, 1}}, {56, {1, 1, 1}}, {-7, {1}}};
    settings.events.push_back(event("cos 7t = 0", chebyshev));
    if (knows_degree) settings.events.back().degree = 7;
    const auto report = run(settings);
    CHECK(report.steps < 8);
    CHECK(report.events.size() == 14);
  }
}

TEST_CASE("compiled polynomials of any degree say themselves where their roots end") {
  // cos 19t on the circle by Tₙ₊₁ = 2x Tₙ − Tₙ₋₁: far above the degrees that are tried.
  ProgramBuilder builder(3);
  const Expression x = builder.input(1);
  std::vector<Expression> chebyshev = {builder.constant(1), x};
  while (chebyshev.size() <= 19) {
    chebyshev.push_back(2 * x * chebyshev.back() - chebyshev[chebyshev.size() - 2]);
  }
  const std::vector<Expression> last = {chebyshev.back()};
  auto settings = settings_to(2 * std::numbers::pi);
  settings.events.push_back(
      {.name = "cos 19t = 0",
       .function = std::make_shared<CompiledMap<double>>(builder.build(last))});
  for (const char* method : {"taylor_20", "dop853", "dopri54"}) {
    settings.method = method;
    settings.relative_tolerance = settings.absolute_tolerance = 1e-6;
    const auto report = run(settings);
    CHECK(report.steps < 20);
    CHECK(report.events.size() == 38);
  }
}

TEST_CASE("with every method, all roots of a polynomial are found, and located to 1e-12") {
  const Polynomial chebyshev = {
      {64, {1, 1, 1, 1, 1, 1, 1}}, {-112, {1, 1, 1, 1, 1}}, {56, {1, 1, 1}}, {-7, {1}}};
  for (const tests::MethodCase& method : tests::method_cases()) {
    for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
      CAPTURE(method.name);
      CAPTURE(static_cast<int>(method.projection));
      CAPTURE(static_cast<int>(parameter));
      auto settings = settings_to(2 * std::numbers::pi);
      settings.method = method.name;
      settings.projection = method.projection;
      settings.parameter = parameter;
      settings.relative_tolerance = settings.absolute_tolerance = 1e-5;
      settings.events.push_back(event("cos 7t = 0", chebyshev));
      const auto report = run(settings);
      CHECK(report.events.size() == 14);
      for (std::size_t i = 0; i < report.events.size(); ++i) {
        // The curve crosses at an angle: t is as near to the root as cos 7t is to 0, over 7.
        const double x = report.event_rows.point(i)[1];
        CHECK(std::abs(std::cos(7 * std::acos(x))) < 7e-12);
      }
    }
  }
}

TEST_CASE("a run that starts on the section meets it there once, and does not cross it") {
  auto settings = settings_to(4);
  settings.events.push_back(event("y = 0", {{1, {2}}}));
  const auto report = run(settings);
  REQUIRE(report.events.size() == 2);
  CHECK(report.event_rows.point(0)[0] == 0);
  CHECK(report.events[0].sign_after == 1);
  CHECK(std::abs(report.event_rows.point(1)[0] - std::numbers::pi) < 1e-10);
}

TEST_CASE("functions without Taylor coefficients are sampled") {
  MapFunctions<double> functions;
  functions.value = [](std::span<const double> z, std::span<double> f) {
    f[0] = std::sin(5 * z[2]);
  };
  auto settings = settings_to(2 * std::numbers::pi);
  settings.events.push_back(
      {.name = "sin 5y", .function = std::make_shared<CallableMap<double>>(3, 1, functions)});
  // 5y runs over [−5, 5] and back: zeros at 5y = ±π twice each, and y = 0 at the start and at t =
  // π; that at the end lies beside it by the error of the run.
  const auto report = run(settings);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    inside += report.event_rows.point(i)[0] < 6.28 ? 1 : 0;
  }
  CHECK(inside == 6);
}

TEST_CASE("monitors are written and summed up") {
  auto settings = settings_to(5);
  settings.monitors.push_back(
      {"radius", make_polynomial_map<double>(3, {{{1, {1, 1}}, {1, {2, 2}}}})});
  const auto report = run(settings);
  REQUIRE(report.monitors.size() == 1);
  CHECK(report.monitors[0].name == "radius");
  CHECK(report.monitors[0].start == 1);
  CHECK(report.monitors[0].drift < 4e-16);
  CHECK(report.trajectory.column("radius") == 3);
}

}  // namespace leafwise::integrator
