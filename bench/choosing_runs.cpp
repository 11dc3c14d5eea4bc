// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "choosing.hpp"

namespace leafwise::bench {

using namespace integrator;

namespace {

/// More would say nothing new.
constexpr std::uint64_t most_steps = 200'000;

/// What `taylor` takes for a tolerance, and what a name of a fixed order says: the number of
/// coefficients that a step computes. Other methods: 0.
double coefficients_of_a_step(const std::string& method, double tolerance) {
  if (method == "taylor") return std::clamp(std::ceil(1 - std::log(tolerance) / 2), 4.0, 40.0);
  if (method.starts_with("taylor_")) return std::stod(method.substr(7));
  return 0;
}

}  // namespace

void Record::add(Measured measured) {
  measured.picture = picture_;
  all_.push_back(std::move(measured));
}

std::vector<double> tolerances_down_to(double last) {
  std::vector<double> result;
  for (int n = 3; std::pow(10.0, -n) > last * 0.5; ++n) result.push_back(std::pow(10.0, -n));
  return result;
}

Measured measure(const ChoosingCase& problem,
                 const ChoosingLine& line,
                 const RunWishes& wishes,
                 Report<double>* report) {
  Settings<double> settings;
  settings.method = line.method;
  settings.parameter = line.parameter;
  settings.projection = line.projection;
  settings.scale = problem.scale;
  settings.to = problem.end;
  settings.relative_tolerance = settings.absolute_tolerance = wishes.tolerance;
  settings.rows = Rows::requested;
  settings.at = wishes.at;
  settings.events = wishes.events;
  settings.most_steps = most_steps;
  if (line.step > 0) {
    settings.control = Control::fixed;
    settings.step = line.step;
  }
  auto run = integrate<double>(problem.problem, settings, problem.start);
  Measured result;
  result.problem = problem.name;
  result.line = line.label;
  result.setting = wishes.tolerance;
  result.error = problem.error(run.trajectory.point(run.trajectory.size() - 1));
  // A series that is tried with a smaller step is not computed again.
  result.work =
      static_cast<double>(run.counters.fields) +
      static_cast<double>(run.steps) * coefficients_of_a_step(line.method, wishes.tolerance);
  result.steps = run.steps;
  result.seconds = run.seconds;
  result.ended = reason_text(run);
  if (report != nullptr) *report = std::move(run);
  return result;
}

Chart work_precision(const std::string& title,
                     const ChoosingCase& problem,
                     const std::vector<ChoosingLine>& lines,
                     const std::vector<double>& tolerances,
                     Record& record) {
  Chart chart{title, error_axis, work_axis, {}};
  for (const ChoosingLine& line : lines) {
    Curve curve{line.label, line.colour, {}};
    for (const double tolerance : tolerances) {
      RunWishes wishes;
      wishes.tolerance = tolerance;
      const Measured measured = measure(problem, line, wishes);
      record.add(measured);
      if (measured.ended != "reached") break;  // nor with a smaller one
      curve.points.emplace_back(measured.error, measured.work);
    }
    chart.curves.push_back(std::move(curve));
  }
  return chart;
}

}  // namespace leafwise::bench
