// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "index3_runs.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "manufactured_index3.hpp"
#include "problems/mechanisms.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using tests::index3_settings;
using tests::last_of;
using tests::manufactured;
using tests::StartedIndex3;

/// Largest errors of u, v and λ at the end.
template <typename Real>
std::array<Real, 3> errors(const Report<Real>& report,
                           const HessenbergProblem<Real>& problem,
                           std::span<const Real> exact) {
  const std::span<const Real> end = last_of(report);
  const std::size_t n = problem.positions.size();
  const std::size_t m = problem.velocities.size();
  std::array<Real, 3> worst{};
  for (std::size_t i = 0; i < exact.size(); ++i) {
    Real& of_kind = worst.at(i < n ? 0 : (i < n + m ? 1 : 2));
    of_kind = std::max(of_kind, std::abs(end[1 + i] - exact[i]));
  }
  return worst;
}

/// Mean slopes over halvings of a fixed step, for u, v and λ.
template <typename Real>
std::array<double, 3> slopes(const StartedIndex3<Real>& started,
                             std::span<const Real> exact,
                             bool projects,
                             Real to,
                             const std::vector<int>& steps) {
  std::vector<std::array<Real, 3>> all;
  for (const int count : steps) {
    auto settings = index3_settings<Real>(to, static_cast<Real>(1e-17L));
    settings.control = Control::fixed;
    settings.projects = projects;
    settings.step = to / static_cast<Real>(count);
    const auto report = integrate<Real>(started.problem, settings, started.start);
    REQUIRE(report.reason == Reason::reached);
    CHECK(report.steps == static_cast<std::uint64_t>(count));
    all.push_back(errors(report, started.problem, exact));
  }
  std::array<double, 3> result{};
  const double halvings = std::log2(static_cast<double>(steps.back()) / steps.front());
  for (std::size_t i = 0; i < 3; ++i) {
    result.at(i) = static_cast<double>(std::log2(all.front().at(i) / all.back().at(i))) / halvings;
  }
  return result;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("orders of Radau IIA for index 3: 5, 3, 2 in u, v, λ; 5, 5, 2 with projection") {
    // Theorem 2.1 and its remark promise q + 1 = 4 in u, q = 3 in v and q − 1 = 2 in λ. In u the
    // order is that of the method, 2s − 1 (L. Jay, BIT 33 (1993) 137–150), and the projection takes
    // out the part of the error of v that is of order 3: what is tangential is of order 5.
    auto random = tests::make_generator("index 3 orders");
    std::array<std::array<std::vector<double>, 3>, 2> measured;
    for (std::uint64_t trial = 0; trial < 5 * tests::multiplier(); ++trial) {
      std::vector<Program> solutions;
      const bool by_rates = trial % 2 == 0;
      const auto started = by_rates ? manufactured<long double>(3, 3, 2, true, random, solutions)
                                    : manufactured<long double>(3, 4, 2, false, random, solutions);
      CompiledMap<long double> exact(solutions.back());
      std::vector<long double> end(started.problem.size());
      const std::vector<long double> time = {1};
      exact.value(time, end);
      for (const bool projects : {false, true}) {
        CAPTURE(trial);
        CAPTURE(projects);
        const auto order = slopes<long double>(started, end, projects, 1, {16, 32, 64});
        // What is proved holds each time, but for what three step sizes can tell.
        CHECK(order[0] > 3.8);
        CHECK(order[1] > 2.8);
        CHECK(order[2] > 1.8);
        for (std::size_t i = 0; i < 3; ++i) measured.at(projects).at(i).push_back(order.at(i));
      }
    }
    // Leading terms may nearly cancel at one point: the median is what is typical.
    const auto median = [](std::vector<double> values) {
      std::ranges::sort(values);
      return values[values.size() / 2];
    };
    for (const bool projects : {false, true}) {
      CAPTURE(projects);
      CHECK(median(measured.at(projects)[0]) == doctest::Approx(5).epsilon(0.02));
      CHECK(median(measured.at(projects)[1]) == doctest::Approx(projects ? 5 : 3).epsilon(0.02));
      CHECK(median(measured.at(projects)[2]) == doctest::Approx(2).epsilon(0.05));
    }
  }

  TEST_CASE("between the steps an index-3 run is as exact as at their ends, also in its order") {
    // At the ends u and v are of order 5. The curve between them errs by O(h⁶), and its multipliers
    // are those that belong to u and v: as exact as these.
    auto random = tests::make_generator("index 3 between steps");
    std::array<std::vector<double>, 3> measured;
    for (std::uint64_t trial = 0; trial < 5 * tests::multiplier(); ++trial) {
      CAPTURE(trial);
      std::vector<Program> solutions;
      const auto started = trial % 2 == 0
                               ? manufactured<long double>(3, 3, 2, true, random, solutions)
                               : manufactured<long double>(3, 4, 2, false, random, solutions);
      CompiledMap<long double> exact(solutions.back());
      std::vector<long double> state(started.problem.size());
      std::vector<std::array<long double, 3>> worst;
      for (const int count : {16, 32, 64}) {
        auto settings = index3_settings<long double>(1.0L, 1e-17L);
        settings.control = Control::fixed;
        settings.step = 1.0L / count;
        for (int i = 0; i < count; ++i) settings.at.push_back((i + 0.37L) / count);
        const auto report = integrate<long double>(started.problem, settings, started.start);
        REQUIRE(report.trajectory.size() == static_cast<std::size_t>(count) + 2);
        std::array<long double, 3> between{};
        for (std::size_t row = 1; row <= static_cast<std::size_t>(count); ++row) {
          const auto point = report.trajectory.point(row);
          const std::vector<long double> time = {point[0]};
          exact.value(time, state);
          const std::size_t n = started.problem.positions.size();
          const std::size_t m = started.problem.velocities.size();
          for (std::size_t i = 0; i < state.size(); ++i) {
            long double& kind = between.at(i < n ? 0 : (i < n + m ? 1 : 2));
            kind = std::max(kind, std::abs(point[1 + i] - state[i]));
          }
          CHECK(report.trajectory.value(row, "d1") < 1e-17L);
          CHECK(report.trajectory.value(row, "d2") < 1e-17L);
        }
        worst.push_back(between);
      }
      for (std::size_t i = 0; i < 3; ++i) {
        measured.at(i).push_back(
            static_cast<double>(std::log2(worst.front().at(i) / worst.back().at(i)) / 2));
      }
    }
    for (std::vector<double>& orders : measured) {
      std::ranges::sort(orders);
      CAPTURE(orders.front());
      // Three step sizes tell an order to some tenths.
      CHECK(orders.front() > 4.5);
    }
  }

  TEST_CASE("adaptive runs on random systems arrive within reach of their tolerance") {
    auto random = tests::make_generator("index 3 manufactured");
    for (std::uint64_t trial = 0; trial < 12 * tests::multiplier(); ++trial) {
      std::vector<Program> solutions;
      const bool by_rates = trial % 2 == 0;
      const std::size_t l = 1 + trial % 3;
      const auto started =
          by_rates ? manufactured<double>(l + 2, l + 2, l, true, random, solutions)
                   : manufactured<double>(l + 1, l + trial % 2, l, false, random, solutions);
      CompiledMap<double> exact(solutions.back());
      std::vector<double> end(started.problem.size());
      const std::vector<double> time = {3};
      exact.value(time, end);
      for (const bool projects : {false, true}) {
        CAPTURE(trial);
        CAPTURE(projects);
        auto settings = index3_settings<double>(3, 1e-9);
        settings.projects = projects;
        const auto report = integrate<double>(started.problem, settings, started.start);
        REQUIRE(report.reason == Reason::reached);
        const auto error = errors<double>(report, started.problem, end);
        // Local errors are held at 0.1 tol^(2/3) of order 3 [HW96, IV.8]; u is of higher order.
        CHECK(error[0] < 1e-5);
        CHECK(error[1] < 1e-4);
        if (projects) {
          CHECK(report.details.largest.first < 1e-14);
          CHECK(report.details.largest.second < 2e-14);
        }
      }
    }
  }

  TEST_CASE("scaling the constraints changes multipliers, nothing else") {
    // v' = … − dgᵀ λ with c g: λ / c. Weights of λ are relative where λ is large: only so many
    // digits of the run are the same as step sizes share, and λ is of order 2 only.
    auto random = tests::make_generator("index 3 scaling");
    std::uniform_real_distribution<double> exponent(-6, 6);
    for (std::uint64_t trial = 0; trial < 5 * tests::multiplier(); ++trial) {
      const auto plain = tests::index3_form<double>(tests::regular_four_bar());
      const long double factor = std::exp2(std::round(exponent(random)));
      tests::Mechanism bars = tests::regular_four_bar();
      bars.constraints = [original = bars.constraints, factor](const auto& q) {
        auto g = original(q);
        for (auto& row : g) row = factor * row;
        return g;
      };
      const auto scaled = tests::index3_form<double>(bars);
      auto settings = index3_settings<double>(1, 1e-8);
      // Absolute weights see the size of λ: where it goes through 0, they do so still.
      settings.absolute_tolerance = 1e-14;
      const auto a = integrate<double>(plain.problem, settings, plain.start);
      const auto b = integrate<double>(scaled.problem, settings, scaled.start);
      CAPTURE(static_cast<double>(factor));
      CHECK(a.steps == b.steps);
      for (std::size_t i = 0; i < 8; ++i) {
        CHECK(last_of(b)[1 + i] == doctest::Approx(last_of(a)[1 + i]).epsilon(1e-7));
      }
      for (std::size_t i = 9; i < last_of(a).size(); ++i) {
        CHECK(last_of(b)[i] * static_cast<double>(factor) ==
              doctest::Approx(last_of(a)[i]).epsilon(1e-4));
      }
    }
  }
}

}  // namespace leafwise::integrator
