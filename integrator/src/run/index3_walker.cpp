// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/index3_walker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
RowShape shape_of(const HessenbergProblem<Real>& problem, const Settings<Real>& settings) {
  RowShape shape;
  shape.coordinates = {problem.independent};
  for (const auto* names : {&problem.positions, &problem.velocities, &problem.multipliers}) {
    shape.coordinates.insert(shape.coordinates.end(), names->begin(), names->end());
  }
  shape.independent = 0;
  if (settings.watches_defects) shape.own = {"d1", "d2", "d3"};
  return shape;
}

}  // namespace

template <typename Real>
Index3Walker<Real>::Index3Walker(const HessenbergProblem<Real>& problem,
                                 const Settings<Real>& settings)
    : RadauWalker<Real>(settings,
                        shape_of(problem, settings),
                        problem.positions.size() + problem.velocities.size()),
      problem_(problem),
      stages_(problem),
      hidden_(problem),
      curve_(problem, settings.projects),
      constraints_(problem.constraints->clone()),
      g_(problem.multipliers.size()),
      slopes_(problem.multipliers.size() * (1 + problem.positions.size())),
      sheets_(problem.constraints.get(), problem.multipliers.size(), 1 + problem.positions.size()),
      at_start_(sheets_.frame()),
      at_end_(sheets_.frame()),
      beside_(sheets_.frame()),
      point_(1 + problem.size()) {
  this->use(std::make_unique<RadauStepper<Real>>(stages_, this->tolerance_of(settings)));
}

template <typename Real>
void Index3Walker<Real>::start(std::span<const Real> point) {
  if (point.size() != 1 + problem_.size()) {
    this->refuse_with("the start has " + std::to_string(point.size()) + " numbers",
                      std::to_string(1 + problem_.size()) + ": t, u, v, lambda");
  }
  if (!all_finite(point)) this->refuse_with("the start is not finite", "numbers");
  this->start_at(point);
}

/// (2.7): y and to_ at the end of the step.
template <typename Real>
std::optional<std::string> Index3Walker<Real>::finish_step() {
  if (!this->settings_.projects) return std::nullopt;
  ++projections_;
  std::vector<Real>& end = this->to_;
  is_projected_ = this->stepper_->linearise_at_end() && hidden_.project(stages_, end);
  if (!is_projected_) return std::nullopt;  // it does not stay
  std::copy(end.begin() + 1, end.end(), this->stepper_->y().begin());
  return std::nullopt;
}

/// As SheetWatch sees it for methods on the leaf.
template <typename Real>
bool Index3Walker<Real>::stays() {
  if (!is_projected_) return false;
  if (!this->settings_.projects || !sheets_.exists()) return true;
  const std::size_t width = 1 + problem_.positions.size();
  sheets_.differentiate(std::span<const Real>(this->from_).first(width), at_start_);
  sheets_.differentiate(std::span<const Real>(this->to_).first(width), at_end_);
  sheets_.start(at_start_);
  if (sheets_.is_calm(at_start_, at_end_) && is_projected_alike()) return true;
  return sheets_.follow(
      at_start_, at_end_, [&](Real theta, auto& frame) { return look(theta, frame); });
}

template <typename Real>
std::string Index3Walker<Real>::left_message() const {
  if (!is_projected_) return "a step could not be projected onto the constraints";
  if (this->settings_.control == Control::fixed) {
    return "a step of this size may end in another assembly";
  }
  return "constraints nearly lose rank here: another assembly is too near to be told from this one";
}

template <typename Real>
bool Index3Walker<Real>::is_projected_alike() {
  const std::size_t width = 1 + problem_.positions.size();
  std::copy_n(this->to_.begin(), width, point_.begin());
  std::copy_n(this->stepper_->state().end.begin(), width - 1, point_.begin() + 1);
  sheets_.differentiate(std::span<const Real>(point_).first(width), beside_);
  return sheets_.is_same(beside_, at_end_);
}

template <typename Real>
bool Index3Walker<Real>::look(Real theta, typename SheetNormals<Real>::Frame& frame) {
  const std::size_t width = 1 + problem_.positions.size();
  if (!curve_.point(theta, point_)) return false;
  frame.theta = theta;
  sheets_.differentiate(std::span<const Real>(point_).first(width), frame);
  curve_.polynomial().value(theta, point_);
  sheets_.differentiate(std::span<const Real>(point_).first(width), beside_);
  return sheets_.is_same(beside_, frame);
}

template <typename Real>
void Index3Walker<Real>::watch(std::span<const Real> point) {
  const Defects<Real> here = hidden_.measure_all(point);
  largest_.first = std::max(largest_.first, here.position);
  largest_.second = std::max(largest_.second, here.velocity);
  largest_.third = std::max(largest_.third, here.acceleration);
}

template <typename Real>
void Index3Walker<Real>::write_own(std::span<const Real> point, std::span<Real> columns) {
  if (columns.empty()) return;
  const Defects<Real> here = hidden_.measure_all(point);
  watch(point);
  columns[0] = here.position;
  columns[1] = here.velocity;
  columns[2] = here.acceleration;
}

template <typename Real>
Real Index3Walker<Real>::distance(std::span<const Real> point) {
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
std::string Index3Walker<Real>::singular_message() const {
  return "the iteration matrices are singular: constraints lose rank here";
}

template <typename Real>
void Index3Walker<Real>::tell(Report<Real>& report) {
  RadauWalker<Real>::tell(report);
  report.counters.projections = projections_;
  report.details.largest = largest_;
}

template <typename Real>
void Index3Walker<Real>::save(Checkpoint<Real>& checkpoint) {
  RadauWalker<Real>::save(checkpoint);
  checkpoint.counters.projections = projections_;
}

template <typename Real>
void Index3Walker<Real>::save_own(std::vector<Real>& numbers) const {
  numbers.push_back(static_cast<Real>(projections_));
  numbers.insert(numbers.end(), {largest_.first, largest_.second, largest_.third});
}

template <typename Real>
std::size_t Index3Walker<Real>::restore_own(std::span<const Real> numbers) {
  constexpr std::size_t own = 4;
  if (numbers.size() < own) return numbers.size() + 1;
  projections_ = static_cast<std::uint64_t>(std::max(numbers[0], Real{0}));
  largest_ = {numbers[1], numbers[2], numbers[3]};
  return own;
}

template class Index3Walker<double>;
template class Index3Walker<long double>;

}  // namespace leafwise::integrator::detail
