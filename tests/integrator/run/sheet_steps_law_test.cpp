// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "implicit_system.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "support/seed.hpp"

// Steps of one size, much longer than narrow places between sheets. A run may stop there, and its
// last row, which is no end of a step, is on its own sheet all the same.
namespace leafwise::integrator {
namespace {

using tests::Expressions;

/// (a t − b)² + gap² is the square of y, (c t)² + (gap/2)² that of y + z.
struct Graphs {
  double a = 1;
  double b = 0;
  double c = 3;
  double gap = 1e-3;

  [[nodiscard]] ManifoldProblem<double> problem() const {
    tests::ImplicitSystem system;
    system.unknowns = 2;
    system.differentiated = 2;
    system.equations = [*this](const Expressions& z) {
      const auto square = static_cast<long double>(gap) * gap;
      const Expression first = static_cast<long double>(a) * z[0] - b;
      const Expression second = static_cast<long double>(c) * z[0];
      const Expression sum = z[1] + z[2];
      return Expressions{z[1] * z[1] - first * first - square,
                         sum * sum - second * second - square / 4};
    };
    return tests::make_problem(system);
  }
  [[nodiscard]] double first(double t) const { return std::hypot(a * t - b, gap); }
  [[nodiscard]] double sum(double t) const { return std::hypot(c * t, gap / 2); }
};

TEST_SUITE("law") {
  TEST_CASE("with fixed steps past narrow places each row is on its sheet, the last one too") {
    auto random = tests::make_generator("with fixed steps past narrow places");
    constexpr std::array<const char*, 7> methods = {
        "dopri54", "dop853", "rk4", "taylor_8", "taylor_5", "radau_iia_3", "gauss_2"};
    std::uniform_real_distribution<double> share(0, 1);
    for (std::uint64_t i = 0; i < 300 * tests::multiplier(); ++i) {
      Graphs graphs;
      graphs.a = 1 + 2 * share(random);
      graphs.b = share(random) < 0.5 ? 0 : 0.6 * share(random) - 0.3;
      graphs.c = 1 + 2 * share(random);
      graphs.gap = std::pow(10, -1 - 5 * share(random));
      const double side = share(random) < 0.5 ? 1 : -1;
      const double other_side = share(random) < 0.5 ? 1 : -1;
      Settings<double> settings;
      settings.method = methods.at(random() % methods.size());
      settings.control = Control::fixed;
      settings.step = std::pow(10, -0.1 - 1.4 * share(random));
      settings.to = 1;
      settings.most_steps = 20000;
      settings.passes_singular_points = random() % 2 == 0;
      const double y = side * graphs.first(-1);
      const std::vector<double> start = {-1, y, other_side * graphs.sum(-1) - y};
      const Report<double> report = integrate<double>(graphs.problem(), settings, start);
      CAPTURE(settings.method);
      CAPTURE(*settings.step);
      CAPTURE(graphs.gap);
      CAPTURE(settings.passes_singular_points);
      CAPTURE(report.message);
      bool is_on_sheet = true;
      for (std::size_t row = 0; row < report.trajectory.size(); ++row) {
        const auto z = report.trajectory.point(row);
        is_on_sheet = is_on_sheet && z[1] * side > 0 && (z[1] + z[2]) * other_side > 0;
      }
      CHECK(is_on_sheet);
    }
  }
}

}  // namespace
}  // namespace leafwise::integrator
