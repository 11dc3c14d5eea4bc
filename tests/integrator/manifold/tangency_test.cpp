// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/tangency.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "problems/all.hpp"

namespace leafwise::integrator {
namespace {

/// A four-bar with its energy [TA01, (6.7)] as a further equation, at rest.
tests::StartedProblem<double> with_energy(const tests::Mechanism& mechanism) {
  auto result = tests::reduced_form<double>(mechanism);
  ProgramBuilder b(9);
  std::vector<Expression> z;
  for (std::size_t j = 0; j < 9; ++j) z.push_back(b.input(j));
  const auto equations =
      std::dynamic_pointer_cast<const CompiledMap<double>>(result.problem.equations);
  std::vector<Expression> f = b.append(equations->program(), z);
  const auto potential = [](const auto& y2, const auto& y4) {
    return 9.81L * (0.2L * y2 + 0.1L * y4);
  };
  const Expression kinetic =
      0.5L * (0.2L * (z[5] * z[5] + z[6] * z[6]) + 0.1L * (z[7] * z[7] + z[8] * z[8]));
  f.push_back(kinetic + potential(z[2], z[4]) - potential(result.start[2], result.start[4]));
  result.problem.equations = std::make_shared<CompiledMap<double>>(b.build(f));
  result.problem.equation_names.push_back("energy");
  ++result.problem.codimension;
  return result;
}

std::vector<double> start_of(const tests::StartedProblem<double>& started) {
  return {started.start.begin(), started.start.end()};
}

}  // namespace

TEST_CASE("motions that stay on their manifold are tangent to it") {
  for (const auto& [name, started] : tests::all_problems<double>()) {
    CAPTURE(name);
    const auto tangency = check_tangency<double>(started.problem, start_of(started));
    CHECK(tangency.points >= 4);
    CHECK(tangency.is_tangent());
    CHECK(describe(tangency, started.problem) == "the direction is tangent to all equations");
  }
}

TEST_CASE("a torque changes the energy: the system with both is not involutive") {
  const auto started = with_energy(tests::regular_four_bar());
  // At rest the torque does no work, and one point alone would show nothing.
  const auto tangency = check_tangency<double>(started.problem, start_of(started));
  CHECK_FALSE(tangency.is_tangent());
  CHECK(started.problem.equation_names[tangency.equation] == "energy");
  const std::string text = describe(tangency, started.problem);
  CHECK(text.find("'energy'") != std::string::npos);
}

TEST_CASE("such a run is refused with the equation named, unless forced") {
  const auto started = with_energy(tests::regular_four_bar());
  Settings<double> settings;
  settings.to = 1;
  try {
    (void)integrate<double>(started.problem, settings, start_of(started));
    FAIL("not refused");
  } catch (const InvalidInput& error) {
    CHECK(std::string(error.what()).find("'energy'") != std::string::npos);
  }
  // Forced, it converges with order 1 only, to the flow of the projected direction, as found by
  // an independent program.
  const std::vector<double> known = {
      0.950495889874, 0.310737128991, 2.661564865853, 1.346228780062};
  settings.checks_tangency = false;
  settings.control = Control::fixed;
  settings.parameter = Parameter::arclength;
  std::vector<double> errors;
  for (const double step : {0.02, 0.01, 0.005}) {
    settings.step = step;
    const auto report = integrate<double>(started.problem, settings, start_of(started));
    REQUIRE(report.reason == Reason::reached);
    double worst = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
      worst = std::max(worst, std::abs(report.trajectory.last()[1 + i] - known[i]));
    }
    errors.push_back(worst);
  }
  CHECK(std::abs(std::log2(errors[0] / errors[1]) - 1) < 0.1);
  CHECK(std::abs(std::log2(errors[1] / errors[2]) - 1) < 0.1);
  CHECK(std::abs(2 * errors[2] - errors[1]) < 0.1 * errors[2]);  // what is left vanishes with h
}

TEST_CASE("without the torque the energy is an invariant") {
  tests::Mechanism mechanism = tests::regular_four_bar();
  mechanism.force = [](Expression x, const auto&, const auto&) {
    ProgramBuilder& b = x.builder();
    return std::vector{
        b.constant(0), b.constant(-0.2L * 9.81L), b.constant(0), b.constant(-0.1L * 9.81L)};
  };
  const auto started = with_energy(mechanism);
  // At rest the energy's gradient is that of the potential, and its level set is smooth.
  const auto tangency = check_tangency<double>(started.problem, start_of(started));
  CHECK(tangency.points >= 2);
  CHECK(tangency.is_tangent());
}

}  // namespace leafwise::integrator
