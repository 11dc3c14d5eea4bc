// SPDX-License-Identifier: GPL-3.0-or-later
// Paper 001: its propositions on orders.

#include <fmt/format.h>

#include <cmath>

#include "curves.hpp"
#include "order_test.hpp"
#include "sections.hpp"

namespace leafwise::papers {
namespace {

using Long = long double;

std::vector<Long> end_by(const tests::Curve& curve, const std::string& method, int steps) {
  const auto settings =
      tests::fixed_steps<Long>({method, 0}, integrator::Parameter::independent, 1, steps);
  const auto report = integrator::integrate<Long>(
      tests::make_problem<Long>(curve), settings, tests::start_of<Long>(curve));
  return tests::end_of(report);
}

/// Least-squares slope of the error at t = 1 over four step sizes.
double measured_order(const tests::Curve& curve, const std::string& method, int first_steps) {
  const std::vector<Long> exact = end_by(curve, "taylor_20", 64);
  std::vector<std::pair<Long, Long>> points;
  for (int k = 0, steps = first_steps; k < 4; ++k, steps *= 2) {
    points.emplace_back(k, -std::log2(tests::distance<Long>(end_by(curve, method, steps), exact)));
  }
  return static_cast<double>(tests::fitted_slope(points));
}

struct Stated {
  const char* place;
  const char* method;
  int order;
};

}  // namespace

void orders_of_methods(Book& book) {
  book.section("Orders",
               "The slope of the error at t = 1 over four step sizes, in `long double`: the "
               "smaller of pendulum "
               "and rotating sphere (with a redundant equation), by time. All methods and both "
               "parametrisations: "
               "[methods.md](methods.md).");
  for (const Stated& stated : {Stated{"Theorem 3.1, one vector", "taylor_tangential_1", 1},
                               Stated{"Theorem 3.1, two vectors", "taylor_tangential_2", 2},
                               Stated{"Theorem 3.1, three vectors", "taylor_tangential_3", 3},
                               Stated{"Section 3, with normal directions", "taylor_normal_3", 3},
                               Stated{"4.1, projected Euler", "explicit_euler", 1},
                               Stated{"Proposition 4.1, two stages", "midpoint", 2},
                               Stated{"Proposition 4.2, three stages", "kutta3", 3},
                               Stated{"Proposition 4.3, four stages", "rk4", 4},
                               Stated{"Proposition 4.4, a₁₁ = b₁", "implicit_euler", 1},
                               Stated{"Proposition 4.4, a₁₁ = 1/2", "implicit_midpoint", 2},
                               Stated{"Proposition 4.5, Radau I", "radau_i_2", 3},
                               Stated{"Proposition 4.5, Radau IIA", "radau_iia_2", 3},
                               Stated{"Proposition 4.6, Lobatto IIIA", "lobatto_iiia_3", 4}}) {
    const int steps = stated.order == 1 ? 256 : stated.order == 2 ? 64 : 32;
    const double order = std::min(measured_order(tests::pendulum_curve(), stated.method, steps),
                                  measured_order(tests::sphere_curve(), stated.method, steps));
    book.number(fmt::format("{} (`{}`)", stated.place, stated.method), stated.order, order, 0.03);
  }
}

}  // namespace leafwise::papers
