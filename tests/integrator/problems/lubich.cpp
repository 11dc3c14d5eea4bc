// SPDX-License-Identifier: GPL-3.0-or-later
#include "lubich.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/integrate.hpp"

namespace leafwise::tests {
namespace {

using integrator::StiffSolver;
using Vector = std::vector<long double>;

/// So fine that errors of order 5 vanish; those of order 3 are taken out by projections.
constexpr long double fine_step = 1.0L / 400;
/// At the largest step the iteration would not reach round-off in its limit of iterations.
long double tolerance_for(long double h) {
  return h > 0.1L ? 1e-12L : 1e-17L;
}
/// Starts are smooth to ε^14: below 1e-25 for all ε here but the first, 1e-28.
constexpr std::size_t smooth_order = 6;

void configure(integrator::Settings<long double>& settings, long double h) {
  settings.to = 1;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance_for(h);
  settings.rows = integrator::Rows::requested;
  settings.control = integrator::Control::fixed;
  settings.step = h;
  settings.watches_defects = false;
}

Vector end_of(const integrator::Report<long double>& report) {
  if (report.reason != integrator::Reason::reached) throw std::runtime_error(report.message);
  const auto point = report.trajectory.point(report.trajectory.size() - 1);
  return {point.begin(), point.end()};
}

Vector minus(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t i = 0; i < 5; ++i) result.push_back(a[i] - b[i]);
  return result;
}

Errors size_of(const Vector& error) {
  return {static_cast<double>(std::max(std::abs(error[1]), std::abs(error[2]))),
          static_cast<double>(std::max(std::abs(error[3]), std::abs(error[4])))};
}

}  // namespace

LubichMeasurements::LubichMeasurements()
    : system_(spring_pendulum()), limit_(system_.limit<long double>()) {
  Vector start = system_.start;
  start.push_back(0);
  consistent_ = integrator::make_consistent<long double>(limit_, start).value();
  exact_limit_ = run_limit(fine_step, true);
}

Vector LubichMeasurements::run_limit(long double h, bool projects) {
  integrator::Settings<long double> settings;
  settings.method = integrator::index3_method;
  configure(settings, h);
  settings.projects = projects;
  return end_of(integrator::integrate<long double>(limit_, settings, consistent_));
}

Vector LubichMeasurements::smooth(long double epsilon, const Vector& start) {
  const auto problem = system_.problem<long double>(epsilon);
  return integrator::smooth_start<long double>(problem, start, smooth_order).value().point;
}

Vector LubichMeasurements::run_stiff(long double epsilon, long double h) {
  integrator::Settings<long double> settings;
  settings.method = integrator::stiff_method;
  configure(settings, h);
  const auto problem = system_.problem<long double>(epsilon);
  const Vector start = smooth(epsilon, system_.start);
  return end_of(integrator::integrate<long double>(problem, settings, start));
}

Vector LubichMeasurements::limit_error(long double h) {
  return minus(run_limit(h, false), exact_limit_);
}

/// The end of smooth motion is on the manifold of smooth motion as well.
Vector LubichMeasurements::stiff_error(long double epsilon, long double h) {
  const Vector exact = smooth(epsilon, run_stiff(epsilon, fine_step));
  return minus(run_stiff(epsilon, h), exact);
}

Errors LubichMeasurements::limit(long double h) {
  return size_of(limit_error(h));
}

Errors LubichMeasurements::stiff(long double epsilon, long double h) {
  return size_of(stiff_error(epsilon, h));
}

Errors LubichMeasurements::difference(long double epsilon, long double h) {
  return size_of(minus(stiff_error(epsilon, h), limit_error(h)));
}

double LubichMeasurements::first_failing(long double epsilon, StiffSolver solver) {
  const auto problem = system_.problem<long double>(epsilon);
  const Vector start = smooth(epsilon, system_.start);
  integrator::StageLimits<long double> limits;
  // Corrections of q'' in long double cannot be smaller than about 1e-19/ε².
  limits.tolerance = 1e-6L;
  long double h = 3 * epsilon;
  while (h < 2) {
    if (!integrator::iterate_stages<long double>(problem, start, h, solver, limits).converged)
      break;
    h *= 1.01L;
  }
  return static_cast<double>(h);
}

int LubichMeasurements::iterations(long double epsilon, long double h, StiffSolver solver) {
  const auto problem = system_.problem<long double>(epsilon);
  const Vector start = smooth(epsilon, system_.start);
  integrator::StageLimits<long double> limits;
  limits.tolerance = 1e-6L;
  limits.most_iterations = 400;
  limits.stops_growing = false;
  const auto result = integrator::iterate_stages<long double>(problem, start, h, solver, limits);
  return result.converged ? result.iterations : 0;
}

std::vector<double> LubichMeasurements::damping(long double epsilon, long double h, int count) {
  const auto problem = system_.problem<long double>(epsilon);
  Vector start = system_.start;
  for (std::size_t i = 1; i <= 2; ++i) {
    const long double direction = system_.start[i];
    start[i] = (1 + h * h / 2) * direction;
    start[2 + i] += h / 2 * direction;
  }
  integrator::Settings<long double> settings;
  settings.method = integrator::stiff_method;
  configure(settings, h);
  settings.to = static_cast<long double>(count) * h;
  settings.rows = integrator::Rows::every_step;
  const auto report = integrator::integrate<long double>(problem, settings, start);
  std::vector<double> offsets;
  for (std::size_t i = 0; i < report.trajectory.size(); ++i) {
    const auto row = report.trajectory.point(i);
    const Vector here(row.begin(), row.end());
    const Vector near = smooth(epsilon, here);
    offsets.push_back(
        static_cast<double>(std::abs(std::hypot(here[1], here[2]) - std::hypot(near[1], near[2]))));
  }
  return offsets;
}

}  // namespace leafwise::tests
