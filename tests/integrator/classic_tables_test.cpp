// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>

#include "method_cases.hpp"
#include "problems/fields.hpp"

// The tables and figure 6.1 of paper 000, with the controller that reproduces them best
// (control = "classic"). Windows: those in which a faithful implementation lies, by the search that
// found the controller: 15 % for Dormand–Prince and RK4 on the stiff pendulum, 25 % for RK4 on
// Hénon–Heiles. The paper does not say how its first step was chosen.
namespace leafwise::integrator {
namespace {

using tests::StartedProblem;

struct TableEntry {
  double end = 0;
  double steps = 0;  ///< as printed
};

void check_row(const StartedProblem<double>& started,
               const char* method,
               double tolerance,
               double window,
               const std::vector<TableEntry>& entries) {
  const std::vector<double> start(started.start.begin(), started.start.end());
  for (const TableEntry& entry : entries) {
    CAPTURE(method);
    CAPTURE(tolerance);
    CAPTURE(entry.end);
    Settings<double> settings;
    settings.method = method;
    settings.control = Control::classic;
    settings.parameter = Parameter::arclength;
    settings.relative_tolerance = tolerance;
    settings.to = entry.end;
    settings.step = 0.01;
    settings.rows = Rows::requested;
    const auto report = integrate<double>(started.problem, settings, start);
    CHECK(report.reason == Reason::reached);
    CHECK(std::abs(static_cast<double>(report.steps) / entry.steps - 1) <= window);
  }
}

/// y' = 3y + 3x², y(0) = 2 (printed with 2x², which its printed solution does not solve), as its
/// 1-jet: x, y, y1.
tests::Curve order_test() {
  tests::Curve curve;
  curve.name = "figure 6.1";
  curve.coordinates = {"x", "y", "y1"};
  curve.equations = {{{1, {2}}, {-3, {1}}, {-3, {0, 0}}}};
  curve.codimension = 1;
  curve.field = {{{1, {}}}, {{1, {2}}}, {{3, {2}}, {6, {0}}}};
  curve.start = {0, 2, 6};
  return curve;
}

long double order_test_error(const char* method, int order, long double end, int halvings) {
  const tests::Curve curve = order_test();
  auto settings = tests::fixed_steps<long double>({method, order}, Parameter::arclength, end, 1);
  settings.scale = Scale::independent;
  settings.step = std::exp2(-static_cast<long double>(halvings));
  const auto report = integrate<long double>(
      tests::make_problem<long double>(curve), settings, tests::start_of<long double>(curve));
  REQUIRE(report.reason == Reason::reached);
  const long double exact = -end * end - 2 * end / 3 - 2.0L / 9 + 20.0L / 9 * std::exp(3 * end);
  return std::abs(tests::end_of(report)[1] - exact);
}

/// Least-squares slope of log₂ error over h = 2^−first … 2^−last.
long double fitted_slope(const char* method, int order, long double end, int first, int last) {
  long double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, count = 0;
  for (int k = first; k <= last; ++k) {
    const auto x = static_cast<long double>(k);
    const long double y = -std::log2(order_test_error(method, order, end, k));
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    count += 1;
  }
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("table 6.1: Hénon–Heiles") {
    const auto problem = tests::henon_heiles<double>();
    check_row(problem, "dopri54_order4", 5e-5, 0.15, {{110, 186}, {550, 920}, {1100, 1837}});
    check_row(problem, "dopri54", 1e-5, 0.15, {{110, 242}, {550, 1201}, {1100, 2404}});
    check_row(problem, "dopri54_order4", 5e-6, 0.15, {{110, 268}, {550, 1373}, {1100, 2722}});
    check_row(problem, "rk4", 5e-4, 0.25, {{110, 568}, {550, 2897}, {1100, 5801}});
  }

  TEST_CASE("tables 6.2 and 6.3: stiff pendulum") {
    const auto stiff = tests::stiff_pendulum<double>(0.01L);
    check_row(stiff, "dopri54", 1e-4, 0.15, {{0.5, 357}, {1.5, 1141}});
    check_row(stiff, "dopri54", 1e-5, 0.15, {{0.5, 685}, {1.5, 2051}});
    check_row(stiff, "rk4", 1e-2, 0.15, {{0.5, 643}, {1.5, 1931}});
    check_row(stiff, "rk4", 1e-3, 0.15, {{0.5, 957}, {1.5, 2857}});
    const auto mild = tests::stiff_pendulum<double>(0.1L);
    check_row(mild, "dopri54", 1e-4, 0.15, {{3.7, 136}, {20, 751}});
    check_row(mild, "dopri54", 1e-5, 0.15, {{3.7, 260}, {20, 1444}});
    check_row(mild, "rk4", 1e-2, 0.15, {{3.7, 223}, {20, 1259}});
    check_row(mild, "rk4", 1e-3, 0.15, {{3.7, 371}, {20, 2082}});
  }

  TEST_CASE("figure 6.1: the slopes of dopri54") {
    if (std::numeric_limits<long double>::digits == std::numeric_limits<double>::digits) return;
    // The paper computed with 30 decimals down to 2^-13. With the 19 of long double, dopri54 is at
    // round-off from 2^-7 on at x = 0.01, so its slope is taken on a way five times as long; RK4
    // has room on the paper's own.
    CHECK(std::abs(fitted_slope("dopri54", 5, 0.05L, 2, 6) - 5.01L) < 0.1L);
    CHECK(std::abs(fitted_slope("rkf45_order5", 5, 0.05L, 2, 6) - 5.01L) < 0.1L);
    CHECK(std::abs(fitted_slope("rk4", 4, 0.01L, 5, 9) - 4.01L) < 0.1L);
  }
}

}  // namespace leafwise::integrator
