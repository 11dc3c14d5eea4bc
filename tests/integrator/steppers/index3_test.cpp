// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "allocation_counter.hpp"
#include "index3_runs.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::integrator {
namespace {

using tests::index3_form;
using tests::index3_settings;
using tests::last_of;
using tests::reference;
using tests::schropp_pendulum;
using tests::StartedIndex3;

double worst_position(std::span<const double> end, const tests::Reference& exact, std::size_t n) {
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto state = static_cast<double>(exact.states[i]);
    worst = std::max(worst, std::abs(end[1 + i] - state));
  }
  return worst;
}

/// The pendulum's functions as a user would write them.
StartedIndex3<double> callable_pendulum() {
  using In = std::span<const double>;
  using Out = std::span<double>;
  MapFunctions<double> k;
  k.value = [](In x, Out out) {
    out[0] = -x[1] * x[5];
    out[1] = -1 - x[2] * x[5];
  };
  k.jacobian = [](In x, Out out) {
    std::fill(out.begin(), out.end(), 0.0);
    out[1] = -x[5];
    out[5] = -x[1];
    out[6 + 2] = -x[5];
    out[6 + 5] = -x[2];
  };
  MapFunctions<double> g;
  g.value = [](In x, Out out) { out[0] = x[1] * x[1] + x[2] * x[2] - 1; };
  g.jacobian = [](In x, Out out) {
    out[0] = 0;
    out[1] = 2 * x[1];
    out[2] = 2 * x[2];
  };
  g.second = [](In, In v, In w, Out out) { out[0] = 2 * (v[1] * w[1] + v[2] * w[2]); };
  HessenbergParts<std::shared_ptr<const SmoothMap<double>>> parts;
  parts.accelerations = std::make_shared<CallableMap<double>>(6, 2, k);
  parts.constraints = std::make_shared<CallableMap<double>>(3, 1, g);
  return {hessenberg_problem<double>({{"u1", "u2"}, {"v1", "v2"}, {"lambda"}, "t"}, parts),
          {0, 1, 0, 0, 0, 0}};
}

}  // namespace

TEST_CASE("the pendulum arrives where the reference says, at every tolerance") {
  const auto pendulum = schropp_pendulum<double>();
  const auto exact = reference("pendulum_t20");
  for (const bool projects : {false, true}) {
    double last = 1;
    for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
      CAPTURE(projects);
      CAPTURE(tolerance);
      auto settings = index3_settings<double>(20, tolerance);
      settings.projects = projects;
      const auto report = integrate<double>(pendulum.problem, settings, pendulum.start);
      REQUIRE(report.reason == Reason::reached);
      const double error = worst_position(last_of(report), exact, 2);
      // RADAU5's own errors, truth B: 3.8e-4, 8.8e-6, 2.2e-7, 4.1e-9 and 1.5e-4 … 1.3e-9.
      CHECK(error < 3 * 3.8e-4 * std::pow(tolerance / 1e-6, 0.8));
      CHECK(error < last);
      last = error;
    }
  }
}

TEST_CASE("with projection d1 and d2 are round-off, without it they drift off") {
  const auto pendulum = schropp_pendulum<double>();
  const auto andrews = index3_form<double>(tests::andrews_squeezer());
  for (const auto* started : {&pendulum, &andrews}) {
    for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
      CAPTURE(tolerance);
      auto settings = index3_settings<double>(started == &andrews ? 0.05 : 20, tolerance);
      const auto with = integrate<double>(started->problem, settings, started->start);
      settings.projects = false;
      const auto without = integrate<double>(started->problem, settings, started->start);
      CHECK(with.details.largest.first <= 1e-14);
      CHECK(with.details.largest.second <= 1e-14);
      CHECK(without.details.largest.first > 10 * with.details.largest.first);
      CHECK(without.details.largest.second > 1e-8);
      CHECK(with.counters.projections == with.steps);
      CHECK(without.counters.projections == 0);
    }
  }
}

TEST_CASE("Andrews' squeezer at t = 0.03 to nine digits in every position") {
  // In long double: in double the last steps come near the round-off that h² in front of the
  // multipliers amplifies, and 7e-10 was reached, not more.
  const auto andrews = index3_form<long double>(tests::andrews_squeezer());
  const auto exact = reference("andrews_t0.03");
  const auto settings = index3_settings<long double>(0.03L, 1e-15L);
  const auto report = integrate<long double>(andrews.problem, settings, andrews.start);
  REQUIRE(report.reason == Reason::reached);
  for (std::size_t i = 0; i < 7; ++i) {
    CAPTURE(i);
    const long double error = std::abs(last_of(report)[1 + i] - exact.states[i]);
    CHECK(error <= 1e-9L * std::abs(exact.states[i]));
  }
}

TEST_CASE("functions of a user take the same steps as programs") {
  const auto compiled = schropp_pendulum<double>();
  const auto callable = callable_pendulum();
  for (const bool projects : {false, true}) {
    auto settings = index3_settings<double>(5, 1e-8);
    settings.projects = projects;
    const auto a = integrate<double>(compiled.problem, settings, compiled.start);
    const auto b = integrate<double>(callable.problem, settings, callable.start);
    REQUIRE(b.reason == Reason::reached);
    // Both forms round differently, and Newton's iteration decides by comparisons.
    CHECK(std::abs(static_cast<double>(a.steps) - static_cast<double>(b.steps)) <= 6);
    CHECK(last_of(a)[1] == doctest::Approx(last_of(b)[1]).epsilon(1e-5));
    CHECK((b.details.largest.second < 1e-14) == projects);
  }
}

TEST_CASE("what is consistent already stays so") {
  // Multipliers were once said not to be found where nothing was left to find.
  for (const auto& started : {schropp_pendulum<double>(),
                              index3_form<double>(tests::andrews_squeezer()),
                              index3_form<double>(tests::regular_four_bar())}) {
    std::vector<double> point = started.start;
    for (int again = 0; again < 4; ++again) {
      CAPTURE(again);
      const auto next = make_consistent<double>(started.problem, point);
      REQUIRE(next);
      double moved = 0;
      for (std::size_t j = 0; j < point.size(); ++j) {
        const double change = std::abs(next.value()[j] - point[j]);
        moved = std::max(moved, change / std::max(1.0, std::abs(point[j])));
      }
      // Round-off of d₃, in multipliers times the condition of Γ.
      if (again > 0) CHECK(moved < 1e-11);
      point = next.value();
    }
  }
}

TEST_CASE("what does not fit together is refused") {
  const auto pendulum = schropp_pendulum<double>();
  auto settings = index3_settings<double>(1, 1e-8);
  const std::vector<double> short_start = {0, 1, 0};
  CHECK_THROWS_AS((void)integrate<double>(pendulum.problem, settings, short_start), InvalidInput);
  settings.relative_tolerance = 0;
  CHECK_THROWS_AS((void)integrate<double>(pendulum.problem, settings, pendulum.start),
                  InvalidInput);
  HessenbergParts<std::shared_ptr<const SmoothMap<double>>> parts;
  CHECK_THROWS_AS((void)hessenberg_problem<double>({{"u"}, {"v"}, {"l"}, "t"}, parts),
                  InvalidInput);
}

TEST_CASE("where constraints lose rank, the run ends and says so") {
  // The parallelogram's bars in line: g alone is singular there, truth A4.
  auto singular = index3_form<double>(tests::singular_four_bar());
  const auto report =
      integrate<double>(singular.problem, index3_settings<double>(5, 1e-9), singular.start);
  CHECK(report.reason != Reason::reached);
  CHECK_FALSE(report.message.empty());
  CHECK(report.trajectory.last()[0] == doctest::Approx(1.4415).epsilon(0.02));
}

TEST_SUITE("law") {
  TEST_CASE("index 3: no memory is asked for inside the loop of steps") {
    const auto andrews = index3_form<double>(tests::andrews_squeezer());
    for (const bool projects : {false, true}) {
      auto settings = index3_settings<double>(0.02, 1e-8);
      settings.projects = projects;
      tests::StepAllocations steps;
      settings.progress = [&](const Progress<double>&) { steps.count(); };
      const auto report = integrate<double>(andrews.problem, settings, andrews.start);
      CHECK(report.reason == Reason::reached);
      CHECK(steps.calls() > 20);
      CHECK(steps.most() == 0);
    }
  }
}

}  // namespace leafwise::integrator
