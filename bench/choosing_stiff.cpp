// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of docs/choosing about stiff springs.

#include <algorithm>
#include <cmath>
#include <memory>

#include "choosing.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::bench {

using namespace integrator;

namespace {

constexpr double end = 5;
constexpr double reference_tolerance = 1e-15;

/// (1.1) of Lubich's paper.
template <typename Real>
StiffProblem<Real> spring_pendulum(Real epsilon) {
  ProgramBuilder place(3);
  const Expression stretch =
      sqrt(place.input(1) * place.input(1) + place.input(2) * place.input(2)) - 1.0L;
  const Program potential = place.build(std::vector{stretch * stretch / 2.0L});
  ProgramBuilder motion(5);
  const Program force = motion.build(std::vector{motion.constant(0), motion.constant(-1)});
  return stiff_problem<Real>(
      {{"x", "y"}, {"u", "v"}, "t"}, StiffPrograms{nullptr, force, potential}, epsilon);
}

/// The same as a field on the whole space of (t, x, y, u, v).
template <typename Real>
ManifoldProblem<Real> as_field(long double epsilon) {
  ProgramBuilder b(5);
  const Expression x = b.input(1);
  const Expression y = b.input(2);
  const Expression length = sqrt(x * x + y * y);
  const Expression pull = (length - 1.0L) / length / (epsilon * epsilon);
  ManifoldProblem<Real> problem;
  problem.coordinates = {"t", "x", "y", "u", "v"};
  problem.independent = 0;
  problem.distribution = std::make_shared<ExplicitField<Real>>(std::make_shared<CompiledMap<Real>>(
      b.build(std::vector{b.constant(1), b.input(3), b.input(4), -x * pull, -y * pull - 1.0L})));
  return problem;
}

/// Smooth motion from the height of the pivot.
std::vector<double> start_of(double epsilon) {
  const std::vector<double> at_rest = {0, 1, 0, 0, 0};
  return smooth_start<double>(spring_pendulum<double>(epsilon), at_rest, 3).value().point;
}

std::vector<long double> exact_end(double epsilon, const std::vector<double>& start) {
  const std::vector<long double> exact_start(start.begin(), start.end());
  Settings<long double> settings;
  settings.method = stiff_method;
  settings.to = end;
  settings.relative_tolerance = settings.absolute_tolerance = reference_tolerance;
  settings.rows = Rows::requested;
  const auto exact =
      integrate<long double>(spring_pendulum<long double>(epsilon), settings, exact_start);
  const auto last = exact.trajectory.point(exact.trajectory.size() - 1);
  return {last.begin() + 1, last.begin() + 3};
}

/// Where the oscillation is followed, which is independent of radau5_stiff.
std::vector<long double> resolved_end(double epsilon, const std::vector<double>& start) {
  Settings<long double> settings;
  settings.method = stiff_method;
  settings.method = "taylor_30";
  settings.to = end;
  settings.relative_tolerance = settings.absolute_tolerance = reference_tolerance;
  settings.rows = Rows::requested;
  const auto exact = integrate<long double>(as_field<long double>(epsilon),
                                            settings,
                                            std::vector<long double>(start.begin(), start.end()));
  const auto last = exact.trajectory.point(exact.trajectory.size() - 1);
  return {last.begin() + 1, last.begin() + 3};
}

/// Of positions: velocities have the oscillation's share that nobody wants.
double error_of(std::span<const double> point, const std::vector<long double>& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    worst = std::max(worst, std::abs(point[i + 1] - static_cast<double>(exact[i])));
  }
  return worst;
}

ChoosingCase field_case(double epsilon, const std::vector<long double>& exact) {
  ChoosingCase problem;
  problem.name = "spring pendulum";
  problem.problem = as_field<double>(epsilon);
  problem.start = start_of(epsilon);
  problem.end = end;
  problem.error = [exact](std::span<const double> point) { return error_of(point, exact); };
  return problem;
}

Measured measure_stiff(double epsilon, double tolerance, const std::vector<long double>& exact) {
  Settings<double> settings;
  settings.method = stiff_method;
  settings.to = end;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = Rows::requested;
  const auto report =
      integrate<double>(spring_pendulum<double>(epsilon), settings, start_of(epsilon));
  const auto& rows = report.trajectory;
  Measured measured;
  measured.problem = "spring pendulum";
  measured.line = "radau5_stiff";
  measured.setting = tolerance;
  measured.error = error_of(rows.point(rows.size() - 1), exact);
  measured.work = static_cast<double>(report.counters.fields);
  measured.steps = report.steps;
  measured.seconds = report.seconds;
  measured.ended = reason_text(report);
  return measured;
}

std::vector<ChoosingLine> field_lines() {
  return {{"dopri54", colour::dopri54, "dopri54"},
          {"dop853", colour::dop853, "dop853"},
          {"taylor", colour::taylor, "taylor"},
          {"radau_iia_3", colour::radau, "radau_iia_3"}};
}

Chart over_epsilon(Record& record) {
  Chart chart{"Tolerance 10⁻⁶", {"ε", true, true}, work_axis, {}};
  Curve stiff{"radau5_stiff", colour::stiff, {}};
  for (const ChoosingLine& line : field_lines()) {
    chart.curves.push_back({line.label, line.colour, {}});
  }
  for (double epsilon = 1e-1; epsilon > 0.5e-6; epsilon /= 10) {
    const auto exact = exact_end(epsilon, start_of(epsilon));
    Measured measured = measure_stiff(epsilon, 1e-6, exact);
    measured.setting = epsilon;
    record.add(measured);
    stiff.points.emplace_back(epsilon, measured.work);
    std::size_t n = 0;
    for (const ChoosingLine& line : field_lines()) {
      Curve& curve = chart.curves[n++];
      // Beyond, a tenth of ε only takes ten times the steps.
      if (epsilon < 0.9e-4) continue;
      measured = measure(field_case(epsilon, exact), line, {});
      measured.setting = epsilon;
      record.add(measured);
      if (measured.ended == "reached") curve.points.emplace_back(epsilon, measured.work);
    }
  }
  chart.curves.push_back(std::move(stiff));
  return chart;
}

Chart at_one_epsilon(Record& record) {
  constexpr double epsilon = 1e-3;
  const auto exact = resolved_end(epsilon, start_of(epsilon));
  ChoosingCase problem = field_case(epsilon, exact);
  problem.name += " (epsilon 1e-3)";
  Chart chart =
      work_precision("ε = 10⁻³", problem, field_lines(), tolerances_down_to(1e-11), record);
  Curve curve{"radau5_stiff", colour::stiff, {}};
  for (const double tolerance : tolerances_down_to(1e-11)) {
    Measured measured = measure_stiff(epsilon, tolerance, exact);
    measured.problem = problem.name;
    record.add(measured);
    if (measured.ended == "reached") curve.points.emplace_back(measured.error, measured.work);
  }
  chart.curves.push_back(std::move(curve));
  return chart;
}

}  // namespace

ChoosingPicture stiff_springs() {
  Record record("stiff-springs");
  std::vector<Chart> charts = {over_epsilon(record), at_one_epsilon(record)};
  return {"stiff-springs.svg", std::move(charts), std::move(record)};
}

}  // namespace leafwise::bench
