// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of docs/choosing about systems of which nothing is completed.

#include <algorithm>
#include <cmath>

#include "choosing.hpp"
#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "problems/index3.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::bench {

using namespace integrator;

namespace {

struct Mechanic {
  std::string name;
  tests::Mechanism mechanism;
  std::string reference;
};

double error_of(std::span<const double> state, const tests::Reference& reference) {
  double worst = 0;
  double scale = 1;
  for (std::size_t i = 0; i < reference.states.size(); ++i) {
    const auto exact = static_cast<double>(reference.states[i]);
    worst = std::max(worst, std::abs(state[i] - exact));
    scale = std::max(scale, std::abs(exact));
  }
  return worst / scale;
}

Curve index3_curve(const Mechanic& mechanic, bool projects, Record& record) {
  const auto started = tests::index3_form<double>(mechanic.mechanism);
  const tests::Reference reference = tests::reference(mechanic.reference);
  Curve curve{projects ? "radau5_index3" : "radau5_index3 (not projected)*", colour::index3, {}};
  for (const double tolerance : tolerances_down_to(1e-13)) {
    Settings<double> settings;
    settings.method = index3_method;
    settings.projects = projects;
    settings.relative_tolerance = settings.absolute_tolerance = tolerance;
    settings.to = reference.parameter;
    settings.rows = Rows::requested;
    const auto report = integrate<double>(started.problem, settings, started.start);
    const auto& rows = report.trajectory;
    Measured measured;
    measured.problem = mechanic.name;
    measured.line = curve.label;
    measured.setting = tolerance;
    measured.error = error_of(rows.point(rows.size() - 1).subspan(1), reference);
    measured.work = static_cast<double>(report.counters.fields);
    measured.steps = report.steps;
    measured.seconds = report.seconds;
    measured.ended = reason_text(report);
    record.add(measured);
    if (measured.ended == "reached") curve.points.emplace_back(measured.error, measured.work);
  }
  return curve;
}

Chart chart_of(const std::string& title, const Mechanic& mechanic, Record& record) {
  const auto started = tests::reduced_form<double>(mechanic.mechanism);
  const tests::Reference reference = tests::reference(mechanic.reference);
  ChoosingCase problem;
  problem.name = mechanic.name;
  problem.problem = started.problem;
  problem.start.assign(started.start.begin(), started.start.end());
  problem.end = reference.parameter;
  problem.error = [reference](std::span<const double> point) {
    return error_of(point.subspan(1), reference);
  };
  Chart chart = work_precision(title,
                               problem,
                               {{"dopri54 (on the leaf)", colour::dopri54, "dopri54"},
                                {"radau_iia_3 (on the leaf)", colour::radau, "radau_iia_3"}},
                               tolerances_down_to(1e-12),
                               record);
  for (const bool projects : {true, false}) {
    chart.curves.push_back(index3_curve(mechanic, projects, record));
  }
  return chart;
}

}  // namespace

ChoosingPicture nothing_completed() {
  Record record("nothing-completed");
  std::vector<Chart> charts = {
      chart_of("A pendulum, to t = 20", {"pendulum", tests::pendulum(), "pendulum_t20"}, record),
      chart_of("Andrews' squeezer, to t = 0.03",
               {"Andrews' squeezer", tests::andrews_squeezer(), "andrews_t0.03"},
               record)};
  return {"nothing-completed.svg", std::move(charts), std::move(record)};
}

}  // namespace leafwise::bench
