// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// Events at poles, which are none, and at both ends of a run, which are some.
namespace leafwise::integrator {
namespace {

using Function = std::function<Expression(Expression, Expression, Expression)>;

Program program_of(const std::function<std::vector<Expression>(ProgramBuilder&)>& outputs) {
  ProgramBuilder builder(3);
  return builder.build(outputs(builder));
}

/// t, x = cos t, y = sin t
ManifoldProblem<double> turning() {
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "x", "y"};
  problem.independent = 0;
  problem.distribution =
      std::make_shared<ExplicitField<double>>(std::make_shared<CompiledMap<double>>(
          program_of([](ProgramBuilder& b) -> std::vector<Expression> {
            return {b.constant(1), -b.input(2), b.input(1)};
          })));
  return problem;
}

Event<double> event(const Function& g) {
  return {.name = "g = 0",
          .function = std::make_shared<CompiledMap<double>>(
              program_of([&](ProgramBuilder& b) -> std::vector<Expression> {
                return {g(b.input(0), b.input(1), b.input(2))};
              }))};
}

Settings<double> settings_of(const std::string& method, double tolerance, double to) {
  Settings<double> settings;
  settings.method = method;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  return settings;
}

Expression function(Operation operation, Expression a) {
  return a.builder().make(operation, a);
}

constexpr std::array<const char*, 6> methods = {
    "dopri54", "dop853", "taylor", "taylor_20", "rk4", "radau_iia_3"};

}  // namespace

TEST_CASE("a sign that changes at a pole or a jump is no event, and stops nothing") {
  struct Case {
    const char* text;
    Function g;
    std::size_t zeros;  ///< for 0 < t < 10
  };
  const std::vector<Case> cases = {
      {"1/(t - 5)", [](auto t, auto, auto) { return 1.0L / (t - 5.0L); }, 0},
      {"1/(t - 5.0123)^3",
       [](auto t, auto, auto) { return 1.0L / ((t - 5.0123L) * (t - 5.0123L) * (t - 5.0123L)); },
       0},
      {"(t - 2)/(t - 5)", [](auto t, auto, auto) { return (t - 2.0L) / (t - 5.0L); }, 1},
      {"1/(t - 5) - 1/(t - 3)",
       [](auto t, auto, auto) { return 1.0L / (t - 5.0L) - 1.0L / (t - 3.0L); },
       0},
      {"tan t", [](auto t, auto, auto) { return function(Operation::tan, t); }, 3},
      {"y/x", [](auto, auto x, auto y) { return y / x; }, 3},
      {"x/y", [](auto, auto x, auto y) { return x / y; }, 3},
      {"atan(1/(t - 4))",
       [](auto t, auto, auto) { return function(Operation::atan, 1.0L / (t - 4.0L)); },
       0},
      {"the sign of t - 4",
       [](auto t, auto, auto) {
         return (t - 4.0L) / function(Operation::sqrt, (t - 4.0L) * (t - 4.0L));
       },
       0},
      {"a steep zero",
       [](auto t, auto, auto) { return function(Operation::tanh, 1e6L * (t - 4.0L)); },
       1},
  };
  for (const Case& it : cases) {
    for (const char* method : methods) {
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        for (const bool stops : {false, true}) {
          CAPTURE(it.text);
          CAPTURE(std::string(method));
          CAPTURE(tolerance);
          auto settings = settings_of(method, tolerance, 10);
          settings.events.push_back(event(it.g));
          // y vanishes where runs start: that is an event, and no crossing.
          settings.events.back().stops = stops;
          const bool starts = std::string(it.text) == "tan t" || std::string(it.text) == "y/x";
          const std::vector<double> start = {0, 1, 0};
          const auto report = integrate<double>(turning(), settings, start);
          if (stops) {
            CHECK((report.reason == Reason::event) == (it.zeros > 0));
          } else {
            CHECK(report.reason == Reason::reached);
            CHECK(report.events.size() == it.zeros + (starts ? 1 : 0));
          }
        }
      }
    }
  }
}

TEST_CASE("a zero where a run starts or ends is an event") {
  auto random = tests::make_generator("zeros at both ends");
  std::uniform_real_distribution<double> place(-8, 8);
  for (std::uint64_t i = 0; i < 10 * tests::multiplier(); ++i) {
    const double from = i == 0 ? 0 : place(random);
    const double to = place(random);
    if (std::abs(to - from) < 0.1) continue;
    const int along = to < from ? -1 : 1;
    const std::vector<double> start = {from, std::cos(from), std::sin(from)};
    for (const char* method : methods) {
      CAPTURE(std::string(method));
      CAPTURE(from);
      CAPTURE(to);
      auto settings = settings_of(method, 1e-6, to);
      for (const double zero : {from, to}) {
        settings.events.push_back(
            event([&](auto t, auto, auto) { return t - static_cast<long double>(zero); }));
        settings.events.push_back(
            event([&](auto t, auto, auto) { return static_cast<long double>(zero) - t; }));
        settings.events.back().direction = Crossing::rising;
      }
      const auto report = integrate<double>(turning(), settings, start);
      CHECK(report.reason == Reason::reached);
      // t − t0 along the run, and t0 − t rising only if the run goes backwards.
      REQUIRE(report.events.size() == (along > 0 ? 2 : 4));
      for (std::size_t k = 0; k < report.events.size(); ++k) {
        const auto& found = report.events[k];
        CHECK(report.event_rows.point(k)[0] == (found.event < 2 ? from : to));
        CHECK(found.sign_after == (found.event % 2 == 0 ? along : -along));
      }
    }
  }
}

TEST_CASE("an event stops a run at its goal, and not at its start") {
  for (const char* method : methods) {
    CAPTURE(std::string(method));
    auto settings = settings_of(method, 1e-6, 4);
    settings.events.push_back(event([](auto t, auto, auto) { return t; }));
    settings.events.back().stops = true;
    settings.events.push_back(event([](auto t, auto, auto) { return t - 4.0L; }));
    settings.events.back().stops = true;
    const std::vector<double> start = {0, 1, 0};
    const auto report = integrate<double>(turning(), settings, start);
    CHECK(report.events.size() == 2);
    CHECK(report.reason == Reason::event);
    CHECK(report.trajectory.last()[0] == 4);
  }
}

TEST_CASE("runs in parts that end on zeros have the events of the whole run") {
  for (const char* method : methods) {
    CAPTURE(std::string(method));
    auto settings = settings_of(method, 1e-9, 9);
    settings.events.push_back(event([](auto t, auto, auto) { return (t - 3.0L) * (t - 5.5L); }));
    settings.events.push_back(event([](auto, auto, auto y) { return y; }));
    const std::vector<double> start = {0, 1, 0};
    const auto whole = integrate<double>(turning(), settings, start);
    CHECK(whole.events.size() == 5);
    settings.to = 3;
    auto report = integrate<double>(turning(), settings, start);
    std::size_t count = report.events.size();
    for (const double to : {5.5, 9.0}) {
      settings.to = to;
      report = resume<double>(turning(), settings, report.checkpoint);
      count += report.events.size();
    }
    CHECK(count == 5);
  }
}

TEST_CASE("what goes up and comes back in more than 1/64 of a step is seen, however flat beside") {
  auto random = tests::make_generator("narrow events");
  std::uniform_real_distribution<double> place(0.2, 2.8);
  std::uniform_real_distribution<double> share(1.05, 20);
  for (std::uint64_t i = 0; i < 20 * tests::multiplier(); ++i) {
    for (const char* method : methods) {
      const double at = place(random);
      const double step = 0.05 * share(random);
      // Between both zeros: 1/64 of a step, and more.
      const double width = step / 64 * share(random);
      const auto from = [&](const Expression& t) {
        return (t - static_cast<long double>(at)) / static_cast<long double>(width / 2);
      };
      // tanh 1 = 0.76…, and e⁻¹.
      const auto steep = static_cast<long double>(std::tanh(1.0) * std::tanh(1.0));
      const auto peak = static_cast<long double>(std::exp(-1.0));
      auto settings = settings_of(method, 1e-6, 3);
      settings.control = Control::fixed;
      settings.step = step;
      settings.events.push_back(event([&](auto t, auto, auto) {
        const Expression slope = function(Operation::tanh, from(t));
        return slope * slope - steep;
      }));
      settings.events.push_back(event([&](auto t, auto, auto) {
        return function(Operation::exp, -(from(t) * from(t))) - peak;
      }));
      CAPTURE(std::string(method));
      CAPTURE(at);
      CAPTURE(step);
      CAPTURE(width);
      const std::vector<double> start = {0, 1, 0};
      const auto report = integrate<double>(turning(), settings, start);
      std::size_t inside = 0;
      for (const double zero : {at - width / 2, at + width / 2}) {
        inside += zero > 0 && zero < 3 ? 1 : 0;
      }
      CHECK(report.events.size() == 2 * inside);
    }
  }
}

}  // namespace leafwise::integrator
