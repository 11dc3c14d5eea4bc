// SPDX-License-Identifier: GPL-3.0-or-later
// Between the steps of stiff runs: fields there multiply the errors of any point by h dV.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

/// y_i' = λ_i (y_i + … − g_i) + g_i' around g_i = sin(a_i t + b_i): each y is pulled to its own
/// g, and by what the one before it misses; started on them, they stay there.
struct Pulled {
  std::vector<double> rates, frequencies, phases;
};

Pulled random_system(std::mt19937_64& random) {
  std::uniform_int_distribution<int> power(0, 9);
  std::uniform_real_distribution<double> share(0.2, 1);
  Pulled system;
  for (int i = 0; i < 3; ++i) {
    system.rates.push_back(-std::pow(10.0, power(random)));
    system.frequencies.push_back(2 * share(random));
    system.phases.push_back(3 * share(random));
  }
  return system;
}

ManifoldProblem<double> problem_of(const Pulled& system) {
  const std::size_t n = system.rates.size();
  ProgramBuilder b(1 + n);
  std::vector<Expression> field = {b.constant(1)};
  ManifoldProblem<double> problem;
  problem.coordinates = {"t"};
  Expression missed = b.constant(0);
  for (std::size_t i = 0; i < n; ++i) {
    const Expression angle =
        b.constant(system.frequencies[i]) * b.input(0) + b.constant(system.phases[i]);
    missed = b.input(1 + i) - sin(angle) + missed * 0.5L;
    field.push_back(b.constant(system.rates[i]) * missed +
                    b.constant(system.frequencies[i]) * cos(angle));
    problem.coordinates.push_back("y" + std::to_string(i));
  }
  problem.independent = 0;
  problem.distribution = std::make_shared<ExplicitField<double>>(
      std::make_shared<CompiledMap<double>>(b.build(field)));
  return problem;
}

double worst_error(const Pulled& system, const Settings<double>& settings) {
  std::vector<double> start = {0};
  for (const double phase : system.phases) start.push_back(std::sin(phase));
  const auto report = integrate<double>(problem_of(system), settings, start);
  REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
  REQUIRE(report.trajectory.size() == settings.at.size() + 2);
  double worst = 0;
  for (std::size_t row = 0; row < report.trajectory.size(); ++row) {
    const auto z = report.trajectory.point(row);
    for (std::size_t i = 0; i < system.rates.size(); ++i) {
      const double exact = std::sin(system.frequencies[i] * z[0] + system.phases[i]);
      worst = std::max(worst, std::abs(z[1 + i] - exact));
    }
  }
  return worst;
}

Settings<double> settings_for(const std::string& method) {
  Settings<double> settings;
  settings.method = method;
  settings.to = 5;
  settings.rows = Rows::requested;
  for (int i = 1; i < 200; ++i) settings.at.push_back(5.0 * i / 200);
  return settings;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("rows between the steps of stiff runs are on the solution") {
    auto random = tests::make_generator("rows of stiff runs");
    for (std::uint64_t attempt = 0; attempt < 10 * tests::multiplier(); ++attempt) {
      const Pulled system = random_system(random);
      CAPTURE(system.rates[0]);
      CAPTURE(system.rates[1]);
      CAPTURE(system.rates[2]);
      for (const std::string method :
           {"radau_iia_3", "radau_iia_2", "implicit_euler", "lobatto_iiia_3"}) {
        CAPTURE(method);
        Settings<double> settings = settings_for(method);
        // What is stiff damps the errors of ends, so steps would be as long as the run; within them
        // slopes have errors of order 1 to 3. With steps of 1/4 or less that is a hundredth of the
        // way between two ends, and a thousandth for Radau's method of order 5. Fields there have
        // errors of λ times those of points.
        const bool is_first_order = method == "implicit_euler";
        settings.relative_tolerance = settings.absolute_tolerance = 1e-5;
        settings.largest_step = 0.25;
        CHECK(worst_error(system, settings) < (method == "radau_iia_3" ? 1e-3 : 1e-2));
        // Steps of 1/50: errors of h y''/2 in what is not stiff, and of order 2 or more else.
        settings.control = Control::fixed;
        settings.step = 0.02;
        CHECK(worst_error(system, settings) < (is_first_order ? 2e-1 : 2e-3));
      }
    }
  }
}

}  // namespace leafwise::integrator
