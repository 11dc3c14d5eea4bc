// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/index3_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
RunShape shape_of(const HessenbergProblem<Real>& problem, const Index3Settings<Real>& settings) {
  RunShape shape;
  shape.method = index3_method;
  shape.coordinates = {problem.independent};
  for (const auto* names : {&problem.positions, &problem.velocities, &problem.multipliers}) {
    shape.coordinates.insert(shape.coordinates.end(), names->begin(), names->end());
  }
  shape.measured = problem.positions.size() + problem.velocities.size();
  if (settings.watches_defects) shape.own_columns = {"d1", "d2", "d3"};
  return shape;
}

}  // namespace

template <typename Real>
Index3Run<Real>::Index3Run(const HessenbergProblem<Real>& problem,
                           const Index3Settings<Real>& settings)
    : RadauRun<Real>(settings, shape_of(problem, settings)),
      problem_(problem),
      own_settings_(settings),
      stages_(problem),
      hidden_(problem),
      curve_(problem, settings.projects),
      constraints_(problem.constraints->clone()),
      g_(problem.multipliers.size()),
      slopes_(problem.multipliers.size() * (1 + problem.positions.size())) {
  this->use(std::make_unique<RadauStepper<Real>>(stages_, this->tolerance_of(settings)));
}

template <typename Real>
void Index3Run<Real>::start(std::span<const Real> point) {
  if (point.size() != 1 + problem_.size()) {
    this->refuse("the start has " + std::to_string(point.size()) + " numbers",
                 std::to_string(1 + problem_.size()) + ": t, u, v, lambda");
  }
  if (!all_finite(point)) this->refuse("the start is not finite", "numbers");
  this->start_at(point);
}

/// (2.7): y and end_point_ at the end of the step.
template <typename Real>
std::optional<std::string> Index3Run<Real>::finish_step() {
  if (!own_settings_.projects) return std::nullopt;
  ++projections_;
  std::vector<Real>& end = this->end_point_;
  if (!this->stepper_->linearise_at_end() || !hidden_.project(stages_, end)) {
    return "a step could not be projected onto the constraints";
  }
  std::copy(end.begin() + 1, end.end(), this->stepper_->y().begin());
  return std::nullopt;
}

template <typename Real>
void Index3Run<Real>::watch(std::span<const Real> point) {
  const Defects<Real> here = hidden_.measure_all(point);
  largest_.first = std::max(largest_.first, here.position);
  largest_.second = std::max(largest_.second, here.velocity);
  largest_.third = std::max(largest_.third, here.acceleration);
}

template <typename Real>
void Index3Run<Real>::write_own(std::span<const Real> point, std::span<Real> columns) {
  if (columns.empty()) return;
  const Defects<Real> here = hidden_.measure_all(point);
  watch(point);
  columns[0] = here.position;
  columns[1] = here.velocity;
  columns[2] = here.acceleration;
}

template <typename Real>
Real Index3Run<Real>::residual(std::span<const Real> point) {
  const std::size_t width = 1 + problem_.positions.size();
  constraints_->jacobian(point.first(width), g_, slopes_);
  Real worst = 0;
  for (std::size_t i = 0; i < g_.size(); ++i) {
    const Real* const slope = slopes_.data() + i * width;
    const Real norm = std::sqrt(dot(slope, slope, width));
    worst = std::max(worst, std::abs(g_[i]) / std::max(norm, Real{1}));
  }
  return worst;
}

template <typename Real>
std::string Index3Run<Real>::singular_message() const {
  return "the iteration matrices are singular: constraints lose rank here";
}

template <typename Real>
Index3Report<Real> Index3Run<Real>::finish() {
  Index3Report<Real> report;
  report.run = this->complete();
  report.run.counters.projections = projections_;
  report.counters.functions = report.run.counters.fields;
  report.counters.jacobians = report.run.counters.jacobians;
  report.counters.factorizations = report.run.counters.factorizations;
  report.counters.newton = report.run.counters.newton;
  report.counters.projections = projections_;
  report.largest = largest_;
  report.checkpoint = this->make_checkpoint({});
  return report;
}

template class Index3Run<double>;
template class Index3Run<long double>;

}  // namespace leafwise::integrator::detail
