// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>

#include "allocation_counter.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "method_cases.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::integrator {
namespace {

using tests::MethodCase;
using tests::StartedProblem;

/// The most that was asked for between the ends of two steps, but for the first three steps, where
/// everything is used for the first time.
std::size_t most_in_a_step(const StartedProblem<double>& started, Settings<double> settings) {
  const std::vector<double> start(started.start.begin(), started.start.end());
  std::size_t last = 0;
  std::size_t before = 0;
  std::size_t most = 0;
  std::uint64_t calls = 0;
  settings.rows = Rows::requested;
  settings.progress = [&](const Progress<double>&) {
    const std::size_t now = tests::allocations();
    // The last step writes the last row: each step is counted when the next one has ended.
    if (++calls > 3) most = std::max(most, before);
    before = now - last;
    last = now;
  };
  const auto report = integrate<double>(started.problem, settings, start);
  CHECK_MESSAGE(report.reason == Reason::reached, brief_text(report));
  CHECK(calls > 5);
  return most;
}

Settings<double> settings_of(const MethodCase& method) {
  Settings<double> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.to = method.order == 1 ? 0.1 : 1.2;
  settings.relative_tolerance = settings.absolute_tolerance = method.order < 4 ? 1e-4 : 1e-8;
  return settings;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("no memory is asked for inside the loop of steps") {
    const auto reduced = tests::reduced_form<double>(tests::crossed_four_bar());
    const auto block = tests::block_form<double>(tests::crossed_four_bar());
    std::vector<MethodCase> methods = tests::method_cases();
    methods.push_back({"taylor", 8});
    for (const MethodCase& method : methods) {
      for (const Parameter parameter : {Parameter::independent, Parameter::arclength}) {
        CAPTURE(method.name);
        CAPTURE(static_cast<int>(method.projection));
        CAPTURE(static_cast<int>(parameter));
        Settings<double> settings = settings_of(method);
        settings.parameter = parameter;
        // Series of high order would be at the end before there is anything to count.
        if (method.order > 8) settings.largest_step = 0.1;
        CHECK(most_in_a_step(reduced, settings) == 0);
        CHECK(most_in_a_step(block, settings) == 0);
      }
    }
  }

  TEST_CASE("nor with any control") {
    const auto started = tests::reduced_form<double>(tests::crossed_four_bar());
    for (const Control control :
         {Control::pi, Control::classic, Control::halving, Control::fixed}) {
      CAPTURE(static_cast<int>(control));
      Settings<double> settings = settings_of({"dopri54", 5});
      settings.control = control;
      if (control == Control::fixed) settings.step = 0.01;
      CHECK(most_in_a_step(started, settings) == 0);
    }
  }

  TEST_CASE("nor by looking for events, as long as there are none") {
    const auto started = tests::reduced_form<double>(tests::crossed_four_bar());
    ProgramBuilder builder(9);
    const Expression x = builder.input(1);
    const Expression y = builder.input(2);
    const std::vector<Expression> outside = {x * x + y * y - 2.0L};
    const auto function = std::make_shared<CompiledMap<double>>(builder.build(outside));
    for (const char* method : {"dopri54", "dop853", "rk4", "taylor_tangential_2", "taylor_8"}) {
      CAPTURE(method);
      Settings<double> settings = settings_of({method, 8});
      settings.events.push_back({.name = "never", .function = function});
      CHECK(most_in_a_step(started, settings) == 0);
    }
  }
}

}  // namespace leafwise::integrator
