// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaf_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/decompose.hpp"

namespace leafwise::papers {
namespace {

/// Far more than any of these systems needs.
constexpr std::chrono::seconds time_allowed{120};

algebra::CompletionOptions fresh_options() {
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.engine = algebra::Engine(std::filesystem::path(LEAFWISE_WORKER));
  return options;
}

std::vector<double> times(double to, int count) {
  std::vector<double> at;
  for (int i = 1; i <= count; ++i) at.push_back(to * i / count);
  return at;
}

}  // namespace

pipeline::Problem example(const std::string& name, const std::vector<pipeline::Setting>& settings) {
  return pipeline::read_problem(std::filesystem::path(LEAFWISE_EXAMPLES) / (name + ".toml"),
                                settings);
}

pipeline::Problem problem_of(const std::string& toml) {
  return pipeline::read_problem(pipeline::SourceFile{"bench/papers", toml});
}

Started started(const pipeline::Problem& problem) {
  algebra::CompletionOptions options = fresh_options();
  options.point = pipeline::steering_point(problem);
  const auto report =
      pipeline::complete_for_run(problem, "", options, algebra::Limits::within(time_allowed));
  auto selection = pipeline::select_branch(problem, report, problem.plan.branch);
  if (!selection) throw std::runtime_error(problem.source.title + ": " + selection.reason());
  return {problem, std::move(selection).value()};
}

Report<double> run(const Started& started, const Settings<double>& settings) {
  return integrator::integrate<double>(started.manifold(), settings, started.start());
}

Report<double> run_accurately(const Started& started, double to, int rows) {
  Settings<double> settings;
  settings.relative_tolerance = 1e-10;
  settings.absolute_tolerance = 1e-12;
  settings.to = to;
  settings.rows = integrator::Rows::requested;
  settings.at = times(to, rows);
  return run(started, settings);
}

std::string list_of(const std::vector<double>& values) {
  std::string text;
  for (const double value : values)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f}", value);
  return text;
}

Settings<double> equal_steps(const std::string& method, double step, double to) {
  Settings<double> settings;
  settings.method = method;
  settings.control = integrator::Control::fixed;
  settings.step = step;
  settings.to = to;
  return settings;
}

Points columns_of(const integrator::Trajectory<double>& rows,
                  const std::string& x,
                  const std::string& y) {
  Points points;
  const std::size_t first = rows.column(x).value();
  const std::size_t second = rows.column(y).value();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    points.emplace_back(rows.row(i)[first], rows.row(i)[second]);
  }
  return points;
}

integrator::Event<double> zero_of(const integrator::ManifoldProblem<double>& problem,
                                  const std::string& coordinate) {
  const auto place = std::find(problem.coordinates.begin(), problem.coordinates.end(), coordinate);
  const auto index = static_cast<std::size_t>(place - problem.coordinates.begin());
  if (index == problem.coordinates.size()) throw std::runtime_error("no coordinate " + coordinate);
  integrator::MapFunctions<double> functions;
  functions.value = [index](std::span<const double> z, std::span<double> f) { f[0] = z[index]; };
  integrator::Event<double> event;
  event.name = coordinate + " = 0";
  event.function = std::make_shared<integrator::CallableMap<double>>(
      problem.dimension(), 1, std::move(functions));
  event.degree = 1;
  return event;
}

algebra::Completion completed(const pipeline::Problem& problem, bool critical) {
  algebra::CompletionOptions options = fresh_options();
  options.critical = critical;
  return algebra::complete(
      pipeline::system_from(problem.model), options, algebra::Limits::within(time_allowed));
}

std::vector<algebra::Polynomial> polynomials_of(const pipeline::Problem& problem) {
  std::vector<algebra::Polynomial> polynomials;
  for (const auto& equation : pipeline::system_from(problem.model).equations) {
    polynomials.push_back(equation.polynomial);
  }
  return polynomials;
}

bool is_same_ideal(const algebra::Ideal& left, const std::vector<algebra::Polynomial>& right) {
  const auto equal = algebra::is_equal(left,
                                       algebra::Ideal(left.variables(), right, left.engine()),
                                       algebra::Limits::within(time_allowed));
  return equal && equal.value();
}

}  // namespace leafwise::papers
