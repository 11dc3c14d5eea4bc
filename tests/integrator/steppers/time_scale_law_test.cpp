// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::integrator {
namespace {

/// x' = −x/s, y' = (x² − y)/s: small numbers, one of which starts at 0, in any unit of time.
ManifoldProblem<double> decay(double scale) {
  ProgramBuilder b(3);
  const long double rate = 1 / static_cast<long double>(scale);
  const std::vector<Expression> field = {
      b.constant(1), -rate * b.input(1), rate * (b.input(1) * b.input(1) - b.input(2))};
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "x", "y"};
  problem.independent = 0;
  problem.distribution = std::make_shared<ExplicitField<double>>(
      std::make_shared<CompiledMap<double>>(b.build(field)));
  return problem;
}

}  // namespace

TEST_CASE("the zero and the unit of time decide nothing, however small atol is") {
  for (const char* method : {"dopri54", "dop853", "taylor", "rk4", "radau_iia_3"}) {
    for (const double scale : {1e-20, 1e-6, 1.0, 1e6, 1e20}) {
      for (const double shift : {0.0, 1.0, -2.0, 100.0}) {
        for (const double absolute : {1e-10, 1e-18, 1e-24}) {
          CAPTURE(std::string(method));
          CAPTURE(scale);
          CAPTURE(shift);
          CAPTURE(absolute);
          Settings<double> settings;
          settings.method = method;
          settings.to = (shift + 2) * scale;
          settings.relative_tolerance = 1e-6;
          settings.absolute_tolerance = absolute;
          settings.most_steps = 20000;
          const std::vector<double> start = {shift * scale, 1e-3, 0};
          const auto report = integrate<double>(decay(scale), settings, start);
          REQUIRE_MESSAGE(report.reason == Reason::reached, brief_text(report));
          // Errors of steps are at most 1e-6 of values up to 1e-3 and 2.5e-7, and they decay.
          const auto end = report.trajectory.last();
          const double steps = static_cast<double>(report.steps) + 4;
          CHECK(std::abs(end[1] - 1e-3 * std::exp(-2.0)) < steps * (1e-9 + absolute));
          CHECK(std::abs(end[2] - 1e-6 * (std::exp(-2.0) - std::exp(-4.0))) <
                steps * (1e-12 + absolute));
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
