// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/stiff_walker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/small_vectors.hpp"
#include "steppers/stiff/stiff_begin.hpp"
#include "steppers/stiff/stiff_frame.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Columns are chosen anew where the volume of their minor is below this share of what it could be:
/// not so soon that they are changed to and fro.
constexpr double least_volume = 0.25;

template <typename Real>
RowShape shape_of(const StiffProblem<Real>& problem, const Settings<Real>& settings) {
  RowShape shape;
  shape.coordinates = {problem.independent};
  for (const auto* names : {&problem.positions, &problem.velocities}) {
    shape.coordinates.insert(shape.coordinates.end(), names->begin(), names->end());
  }
  shape.independent = 0;
  if (settings.watches_defects) shape.own = {"stiff_force"};
  return shape;
}

}  // namespace

template <typename Real>
StiffWalker<Real>::StiffWalker(const StiffProblem<Real>& problem, const Settings<Real>& settings)
    : RadauWalker<Real>(settings, shape_of(problem, settings), 2 * problem.size()),
      problem_(problem),
      kind_(settings.solver),
      curve_(1 + 2 * problem.size()),
      gradient_map_(problem.gradient->clone()),
      mass_map_(problem.mass ? problem.mass->clone() : nullptr),
      present_(problem.size()),
      best_(problem.size()),
      gradient_(problem.size()),
      slopes_(problem.size() * (1 + problem.size())),
      hessian_(problem.size() * problem.size()),
      mass_(problem.size() * problem.size()),
      diagonal_(problem.size(), Real{1}) {}

template <typename Real>
void StiffWalker<Real>::prepare(std::vector<std::size_t> columns) {
  stages_ = std::make_unique<StiffStages<Real>>(problem_, std::move(columns));
  solver_ = std::make_unique<StiffStageSolver<Real>>(*stages_, kind_, true);
  this->use(std::make_unique<RadauStepper<Real>>(
      *stages_, this->tolerance_of(this->settings_), solver_.get()));
}

/// ∇U, H and the diagonal of M.
template <typename Real>
void StiffWalker<Real>::take_hessian(std::span<const Real> point) {
  const std::size_t n = problem_.size();
  gradient_map_->jacobian(point.first(1 + n), gradient_, slopes_);
  for (std::size_t i = 0; i < n; ++i) {
    copy_few(slopes_.data() + i * (1 + n) + 1, hessian_.data() + i * n, n);
  }
  if (!mass_map_) return;
  mass_map_->value(point.first(1 + n), mass_);
  for (std::size_t i = 0; i < n; ++i) diagonal_[i] = mass_[i * (n + 1)];
}

template <typename Real>
void StiffWalker<Real>::start(std::span<const Real> point) {
  const StiffBeginning<Real> beginning = begin_stiff(problem_, kind_, point);
  prepare(beginning.columns);
  this->start_at(beginning.point);
}

template <typename Real>
void StiffWalker<Real>::save_own(std::vector<Real>& numbers) const {
  const std::vector<std::size_t>& columns = stages_->forces().columns();
  numbers.push_back(static_cast<Real>(columns.size()));
  for (const std::size_t column : columns) numbers.push_back(static_cast<Real>(column));
  numbers.insert(numbers.end(), {largest_pivot_, largest_force_});
  numbers.push_back(static_cast<Real>(outer_before_ + solver_->outer()));
  numbers.push_back(static_cast<Real>(fallbacks_before_ + solver_->fallbacks()));
  numbers.push_back(static_cast<Real>(more_factorizations()));
}

template <typename Real>
std::size_t StiffWalker<Real>::restore_own(std::span<const Real> numbers) {
  const std::size_t n = problem_.size();
  const auto mistaken = [&] {
    this->refuse_with("the checkpoint does not belong to this system",
                      "one of a run of the same system");
  };
  std::vector<std::size_t> columns;
  const auto is_index = [](Real number, std::size_t end) {
    return number >= 0 && number < static_cast<Real>(end) && number == std::floor(number);
  };
  constexpr std::size_t others = 5;
  if (numbers.empty() || !is_index(numbers[0], n + 1)) mistaken();
  const auto count = static_cast<std::size_t>(numbers[0]);
  if ((count > 0) != needs_columns(kind_) || numbers.size() < 1 + count + others) mistaken();
  for (std::size_t i = 1; i <= count; ++i) {
    if (!is_index(numbers[i], n)) mistaken();
    columns.push_back(static_cast<std::size_t>(numbers[i]));
  }
  const std::span<const Real> rest = numbers.subspan(1 + count, others);
  const auto counted = [&](std::size_t i) {
    return static_cast<std::uint64_t>(std::max(rest[i], Real{0}));
  };
  largest_pivot_ = rest[0];
  largest_force_ = rest[1];
  outer_before_ = counted(2);
  fallbacks_before_ = counted(3);
  factorizations_before_ = counted(4);
  prepare(std::move(columns));
  return 1 + count + others;
}

/// What was factorised only to go on is not counted.
template <typename Real>
void StiffWalker<Real>::finish_restore() {
  factorizations_before_ -= stages_->more_factorizations();
}

template <typename Real>
std::uint64_t StiffWalker<Real>::more_factorizations() const {
  return factorizations_before_ + stages_->more_factorizations();
}

/// Whether H still has its rank, and whether the columns chosen still are good ones.
template <typename Real>
std::optional<std::string> StiffWalker<Real>::finish_step() {
  const std::size_t m = stages_->rank();
  if (m == 0) return std::nullopt;
  take_hessian(this->to_);
  present_.eliminate(hessian_, diagonal_, stages_->forces().columns());
  best_.choose(hessian_, diagonal_, m);
  largest_pivot_ = std::max(largest_pivot_, best_.first_pivot());
  if (!(best_.smallest_pivot() > negligible_stiffness<Real>() * largest_pivot_)) {
    return "the Hessian of the potential loses rank here";
  }
  if (!(present_.volume() >= static_cast<Real>(least_volume) * best_.volume())) change_columns();
  return std::nullopt;
}

/// Of steps that failed: whether H loses its rank where the next one would end.
template <typename Real>
std::optional<std::string> StiffWalker<Real>::explain_failure() {
  const std::size_t m = stages_->rank();
  const std::size_t n = problem_.size();
  const Real h = this->stepper_->state().next_step;
  for (const Real distance : {Real{0}, h}) {
    if (m == 0) break;
    std::vector<Real> ahead = this->from_;
    ahead[0] += distance;
    for (std::size_t i = 1; i <= n; ++i) ahead[i] += distance * ahead[n + i];
    take_hessian(ahead);
    best_.choose(hessian_, diagonal_, m);
    if (!(best_.smallest_pivot() > negligible_stiffness<Real>() * largest_pivot_)) {
      return "the Hessian of the potential loses rank here";
    }
  }
  return std::nullopt;
}

/// λ ← E⁻¹ H_{new, old} λ: the same reaction by other columns.
template <typename Real>
void StiffWalker<Real>::change_columns() {
  const std::size_t m = stages_->rank();
  const std::size_t n = problem_.size();
  const std::vector<std::size_t> old = stages_->forces().columns();
  const std::vector<std::size_t>& fresh = best_.columns();
  ShiftedMatrix<Real> minor(m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      minor.entries[i * m + j] = hessian_[fresh[i] * n + fresh[j]];
    }
  }
  std::vector<Real> change(m * m);
  if (!minor.factorize()) return;
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < m; ++i) minor.right[i] = hessian_[fresh[i] * n + old[j]];
    minor.solve();
    for (std::size_t i = 0; i < m; ++i) change[i * m + j] = minor.right[i];
  }
  stages_->forces().set_columns(fresh);
  this->stepper_->change_last(change, m);
  std::copy(this->stepper_->y().begin(), this->stepper_->y().end(), this->to_.begin() + 1);
}

/// Gᵀλ, or ∇U/ε² where there are no multipliers.
template <typename Real>
Real StiffWalker<Real>::stiff_force(std::span<const Real> point) {
  const std::size_t n = problem_.size();
  take_hessian(point);
  const std::vector<std::size_t>& columns = stages_->forces().columns();
  Real largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Real force = columns.empty() ? gradient_[i] / (problem_.epsilon * problem_.epsilon) : Real{0};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      force += hessian_[i * n + columns[c]] * point[1 + 2 * n + c];
    }
    largest = std::max(largest, std::abs(force));
  }
  return largest;
}

template <typename Real>
void StiffWalker<Real>::watch(std::span<const Real> point) {
  largest_force_ = std::max(largest_force_, stiff_force(point));
}

template <typename Real>
void StiffWalker<Real>::write_own(std::span<const Real> point, std::span<Real> columns) {
  if (columns.empty()) return;
  columns[0] = stiff_force(point);
  largest_force_ = std::max(largest_force_, columns[0]);
}

template <typename Real>
Real StiffWalker<Real>::distance(std::span<const Real> point) {
  take_hessian(point);
  const Real norm = std::sqrt(dot<Real>(hessian_, hessian_));
  const Real size = std::sqrt(dot<Real>(gradient_, gradient_));
  return norm > 0 ? size / norm : size;
}

template <typename Real>
std::string StiffWalker<Real>::singular_message() const {
  return "the iteration matrices are singular here: M or the Hessian of the potential loses rank";
}

template <typename Real>
void StiffWalker<Real>::tell(Report<Real>& report) {
  RadauWalker<Real>::tell(report);
  report.counters.factorizations += more_factorizations();
  report.details.largest_force = largest_force_;
  report.details.outer = outer_before_ + solver_->outer();
  report.details.fallbacks = fallbacks_before_ + solver_->fallbacks();
}

template class StiffWalker<double>;
template class StiffWalker<long double>;

}  // namespace leafwise::integrator::detail
