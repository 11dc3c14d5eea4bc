// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/checkpoint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "method_cases.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::integrator {
namespace {

using tests::Curve;
using tests::make_polynomial_map;
using tests::make_problem;
using tests::start_of;

template <typename Real>
Settings<Real> settings_of(const std::string& method) {
  Settings<Real> settings;
  settings.method = method;
  settings.to = 3;
  settings.relative_tolerance = settings.absolute_tolerance = static_cast<Real>(1e-6);
  return settings;
}

/// All rows of a run that is broken off and continued after every `part` steps, by way of a text.
template <typename Real>
std::vector<std::vector<Real>> rows_in_parts(const ManifoldProblem<Real>& problem,
                                             const std::vector<Real>& start,
                                             Settings<Real> settings,
                                             std::uint64_t part,
                                             std::size_t& events) {
  settings.most_steps = part;
  auto report = integrate<Real>(problem, settings, start);
  std::vector<std::vector<Real>> rows;
  for (;;) {
    for (std::size_t i = rows.empty() ? 0 : 1; i < report.trajectory.size(); ++i) {
      rows.emplace_back(report.trajectory.row(i).begin(), report.trajectory.row(i).end());
    }
    events += report.events.size();
    if (report.reason == Reason::reached) return rows;
    REQUIRE(report.reason == Reason::limit);
    const auto checkpoint = parse_checkpoint<Real>(to_text(report.checkpoint));
    REQUIRE_MESSAGE(checkpoint.has_value(), checkpoint.reason());
    report = resume<Real>(problem, settings, checkpoint.value());
  }
}

template <typename Real>
void check_continuation(const ManifoldProblem<Real>& problem,
                        const std::vector<Real>& start,
                        const Settings<Real>& settings) {
  const auto whole = integrate<Real>(problem, settings, start);
  std::size_t events = 0;
  const auto rows = rows_in_parts(problem, start, settings, 3, events);
  REQUIRE(rows.size() == whole.trajectory.size());
  CHECK(events == whole.events.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(i);
    CHECK(std::ranges::equal(rows[i], whole.trajectory.row(i)));
  }
}

template <typename Real>
void check_continuation(const Curve& curve, const Settings<Real>& settings) {
  CAPTURE(curve.name);
  check_continuation(make_problem<Real>(curve), start_of<Real>(curve), settings);
}

/// y' = −50 √y, y = (1 − 25 t)², of which too long a step makes no number; asks `source` to stop at
/// the given evaluation.
ManifoldProblem<double> stopping_problem(const std::stop_source& source, std::uint64_t evaluation) {
  MapFunctions<double> functions;
  functions.value = [source, evaluation, count = std::uint64_t{0}](std::span<const double> z,
                                                                   std::span<double> v) mutable {
    if (++count == evaluation) source.request_stop();
    v[0] = 1;
    v[1] = -50 * std::sqrt(z[1]);
  };
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "y"};
  problem.independent = 0;
  problem.distribution = std::make_shared<ExplicitField<double>>(
      std::make_shared<CallableMap<double>>(2, 2, functions));
  return problem;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a run continued from checkpoints is the uninterrupted one, bit for bit") {
    for (const tests::MethodCase& method : tests::method_cases()) {
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        CAPTURE(method.name);
        auto settings = settings_of<double>(method.name);
        settings.projection = method.projection;
        if (method.order < 3) settings.to = 0.2;
        settings.parameter = parameter;
        settings.events.push_back(
            {.name = "x = 0", .function = make_polynomial_map<double>(5, {{{1, {1}}}})});
        check_continuation(tests::pendulum_curve(), settings);
      }
    }
    check_continuation(tests::pendulum_curve(), settings_of<long double>("dopri54"));
    check_continuation(tests::pendulum_curve(), settings_of<long double>("radau_iia_3"));
    check_continuation(tests::sphere_curve(), settings_of<double>("dopri54"));
  }

  TEST_CASE("so it is where equations are redundant, whatever rows were chosen before") {
    const auto started = tests::reduced_form<double>(tests::n_four_bar(true));
    const std::vector<double> start(started.start.begin(), started.start.end());
    for (const char* method : {"dopri54",
                               "taylor",
                               "taylor_tangential_3",
                               "taylor_normal_3",
                               "radau_iia_2",
                               "gauss_3"}) {
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        CAPTURE(std::string(method));
        auto settings = settings_of<double>(method);
        settings.parameter = parameter;
        settings.to = 1;
        check_continuation(started.problem, start, settings);
      }
    }
  }

  TEST_CASE("a run cancelled anywhere, even between two attempts at a step, continues as if not") {
    const auto without_counters = [](Checkpoint<double> checkpoint) {
      checkpoint.counters = {};
      return to_text(checkpoint);
    };
    for (const auto& [method, control] : {std::pair{"dopri54", Control::pi},
                                          {"dopri54", Control::classic},
                                          {"dopri54", Control::fixed},
                                          {"rk4", Control::pi},
                                          {"radau_iia_2", Control::pi},
                                          {"gauss_3", Control::classic},
                                          {"implicit_midpoint", Control::halving}}) {
      CAPTURE(std::string(method));
      auto settings = settings_of<double>(method);
      settings.control = control;
      settings.to = 0.03;
      settings.step = 3;  // is refused, and halves of it
      const std::vector<double> start = {0, 1};
      const auto whole = integrate<double>(stopping_problem({}, 0), settings, start);
      REQUIRE(whole.reason == Reason::reached);
      // Methods of high order meet the parabola exactly.
      if (settings.method == "dopri54" || settings.method == "implicit_midpoint") {
        CHECK(whole.failed + whole.rejected > 0);
      }
      for (std::uint64_t evaluation = 1; evaluation <= whole.counters.fields; ++evaluation) {
        std::stop_source source;
        settings.stop = source.get_token();
        const auto cut = integrate<double>(stopping_problem(source, evaluation), settings, start);
        settings.stop = {};
        if (cut.reason == Reason::reached) continue;
        CHECK(cut.reason == Reason::cancelled);
        const auto rest = resume<double>(stopping_problem({}, 0), settings, cut.checkpoint);
        // Of Runge–Kutta pairs even the counters are the same.
        if (settings.method == "dopri54") {
          CHECK(to_text(rest.checkpoint) == to_text(whole.checkpoint));
        } else {
          CHECK(without_counters(rest.checkpoint) == without_counters(whole.checkpoint));
        }
      }
    }
  }
}

TEST_CASE("texts that are no checkpoints are undefined, with the entry named") {
  const auto settings = settings_of<double>("dopri54");
  const auto report = integrate<double>(make_problem<double>(tests::pendulum_curve()),
                                        settings,
                                        start_of<double>(tests::pendulum_curve()));
  const std::string text = to_text(report.checkpoint);
  CHECK(parse_checkpoint<double>(text).has_value());
  CHECK(parse_checkpoint<double>("").is_undefined());
  CHECK(parse_checkpoint<long double>(text).is_undefined());
  std::string without_size = text;
  without_size.erase(text.find("next_size"), 5);
  CHECK(parse_checkpoint<double>(without_size).reason().find("next_size") != std::string::npos);
  std::string wrong_number = text;
  wrong_number.insert(text.find("arclength") + 10, "q");
  CHECK(parse_checkpoint<double>(wrong_number).reason().find("arclength") != std::string::npos);
}

TEST_CASE("a checkpoint of another run is refused") {
  const auto problem = make_problem<double>(tests::pendulum_curve());
  const auto settings = settings_of<double>("dopri54");
  auto checkpoint =
      integrate<double>(problem, settings, start_of<double>(tests::pendulum_curve())).checkpoint;
  CHECK_THROWS_AS((void)resume<double>(problem, settings_of<double>("rk4"), checkpoint),
                  InvalidInput);
  checkpoint.point.pop_back();
  CHECK_THROWS_AS((void)resume<double>(problem, settings, checkpoint), InvalidInput);
}

}  // namespace leafwise::integrator
