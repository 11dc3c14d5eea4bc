// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/projected_stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/dense.hpp"

namespace leafwise::integrator {

using detail::add_multiple;
using detail::dot;

namespace {

/// The papers take a new Jacobian in every third iteration [TA01, §5.3].
constexpr int refresh_every = 3;
/// Iterations that shrink by less are given up, unless round-off is what keeps them.
constexpr double slowest_contraction = 0.9;

}  // namespace

template <typename Real>
StageCoupling<Real>::StageCoupling(const ImplicitPart& part, const Tableau& tableau, Form chosen)
    : form(chosen), split(part.matrix, part.stages) {
  for (const long double entry : part.matrix) matrix.push_back(static_cast<Real>(entry));
  for (std::size_t i = part.first; i < tableau.stages(); ++i) {
    start.push_back(part.first == 1 ? static_cast<Real>(tableau.a(i, 0)) : Real{0});
    nodes.push_back(static_cast<Real>(tableau.c()[i]));
  }
}

template <typename Real>
StageSolver<Real>::StageSolver(const ManifoldProblem<Real>& problem, StageCoupling<Real> coupling)
    : coupling_(std::move(coupling)),
      m_(problem.dimension()),
      c_(coupling_.form != Form::unprojected && problem.equations ? problem.codimension : 0),
      k_(c_ > 0 ? problem.equations->outputs() : 0),
      d_(m_ - c_),
      equations_(c_ > 0 ? problem.equations->clone() : nullptr),
      blocks_(coupling_.split, d_),
      normals_(coupling_.stages(), detail::NormalSpace<Real>(k_, m_, c_)),
      points_(coupling_.stages() * m_),
      slopes_(points_.size()),
      residuals_(points_.size()),
      changes_(points_.size()),
      multipliers_(coupling_.stages() * c_),
      values_(coupling_.stages() * k_),
      jacobians_(values_.size() * m_),
      reduced_(coupling_.stages() * d_),
      qualities_(coupling_.stages()),
      work_(m_),
      small_(c_) {}

template <typename Real>
StepStatus StageSolver<Real>::fix_start_normals(Geometry<Real>& geometry,
                                                const StageStart<Real>& start) {
  equations_->jacobian(start.point, values_, normals_[0].jacobian());
  ++geometry.counters().jacobians;
  ++geometry.counters().factorizations;
  return normals_[0].factorize() ? StepStatus::good : StepStatus::rank_lost;
}

template <typename Real>
StepStatus StageSolver<Real>::normals_at_stage(Geometry<Real>& geometry, std::size_t i, bool anew) {
  const std::span<Real> df = std::span<Real>(jacobians_).subspan(i * k_ * m_, k_ * m_);
  equations_->jacobian(row(points_, i), std::span<Real>(values_).subspan(i * k_, k_), df);
  ++geometry.counters().jacobians;
  if (!anew || coupling_.form == Form::start_normals) return StepStatus::good;
  ++geometry.counters().factorizations;
  std::ranges::copy(df, normals_[i].jacobian().begin());
  if (normals_[i].factorize()) return StepStatus::good;
  return detail::all_finite(std::span<const Real>(df)) ? StepStatus::rank_lost
                                                       : StepStatus::not_finite;
}

template <typename Real>
StepStatus StageSolver<Real>::evaluate(Geometry<Real>& geometry, bool anew) {
  for (std::size_t i = 0; i < coupling_.stages(); ++i) {
    const FieldStatus evaluated = geometry.field(row(points_, i), row(slopes_, i));
    qualities_[i] = geometry.quality();
    if (evaluated != FieldStatus::good) return to_step_status(evaluated);
    if (c_ == 0) continue;
    const StepStatus status = normals_at_stage(geometry, i, anew);
    if (status != StepStatus::good) return status;
  }
  return StepStatus::good;
}

/// out += factor · df(q_i)ᵀ μ_i
template <typename Real>
void StageSolver<Real>::add_normal(std::size_t i, Real factor, std::span<Real> out) const {
  // With normals at the start, df is that of the start, and `remove_normal` removes all of it.
  if (c_ == 0 || coupling_.form == Form::start_normals) return;
  const std::span<const std::size_t> rows = normals_[i].rows();
  for (std::size_t r = 0; r < c_; ++r) {
    add_multiple(factor * multipliers_[i * c_ + r],
                 jacobians_.data() + (i * k_ + rows[r]) * m_,
                 out.data(),
                 m_);
  }
}

template <typename Real>
StepStatus StageSolver<Real>::find_residuals(Geometry<Real>& geometry,
                                             const StageStart<Real>& start) {
  const std::size_t s = coupling_.stages();
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<Real> out = row(residuals_, i);
    std::ranges::fill(out, Real{0});
    add_multiple(coupling_.start[i], start.field.data(), out.data(), m_);
    for (std::size_t j = 0; j < s; ++j) {
      const Real weight = coupling_.form == Form::midpoint ? Real{1} : coupling_.matrix[i * s + j];
      add_multiple(weight, row(slopes_, j).data(), out.data(), m_);
    }
    for (std::size_t l = 0; l < m_; ++l) out[l] *= start.size;
  }
  if (coupling_.form == Form::midpoint) {
    for (std::size_t l = 0; l < m_; ++l) work_[l] = start.point[l] + residuals_[l];
    const ProjectionStatus projected = geometry.project(start.point, work_, residuals_);
    if (projected != ProjectionStatus::good) return to_step_status(projected);
    for (std::size_t l = 0; l < m_; ++l) residuals_[l] = (residuals_[l] - start.point[l]) / 2;
  }
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<Real> out = row(residuals_, i);
    const std::span<const Real> q = row(points_, i);
    for (std::size_t l = 0; l < m_; ++l) out[l] = (q[l] - start.point[l]) - out[l];
    add_normal(i, Real{1}, out);
  }
  return StepStatus::good;
}

/// The component of w that is tangent where the normals of stage i are frozen.
template <typename Real>
void StageSolver<Real>::remove_normal(std::size_t i, std::span<Real> w) {
  if (c_ == 0) return;
  normals_[i].apply(w, small_);
  normals_[i].solve(small_);
  normals_[i].subtract_transposed(small_, w);
}

/// μ_i so that what is left of the residual, as the model predicts it, has no normal component.
template <typename Real>
void StageSolver<Real>::correct_multiplier(std::size_t i, Real h) {
  const std::size_t s = coupling_.stages();
  const std::span<Real> rest = row(residuals_, i);  // has the change of q_i in it already
  for (std::size_t j = 0; j < s; ++j) {
    add_multiple(-h * coupling_.matrix[i * s + j], row(changes_, j).data(), rest.data(), m_);
  }
  normals_[i].apply(rest, small_);
  normals_[i].solve(small_);
  for (std::size_t r = 0; r < c_; ++r) multipliers_[i * c_ + r] -= small_[r];
}

template <typename Real>
Real StageSolver<Real>::correct(const FieldModel<Real>& model,
                                Real h,
                                const IterationGoal<Real>& goal) {
  const std::size_t s = coupling_.stages();
  for (std::size_t i = 0; i < s; ++i) {
    std::ranges::copy(row(residuals_, i), work_.begin());
    remove_normal(i, work_);
    detail::multiply(model.frame.data(), d_, m_, work_.data(), reduced_.data() + i * d_);
  }
  blocks_.solve(reduced_);
  Real size = 0;
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<const Real> u = std::span<const Real>(reduced_).subspan(i * d_, d_);
    model.spread(model.along, u, row(changes_, i));
    model.spread(model.frame, u, work_);
    if (c_ > 0) {
      // f(q_i) + df(q_i)(w − Cᵀν) = 0: the tangential part of w, and back to M.
      const std::span<const std::size_t> rows = normals_[i].rows();
      for (std::size_t r = 0; r < c_; ++r) {
        const std::size_t at = i * k_ + rows[r];
        small_[r] = values_[at] + dot(jacobians_.data() + at * m_, work_.data(), m_);
      }
      normals_[i].solve(small_);
      normals_[i].subtract_transposed(small_, work_);
      add_multiple(Real{1}, work_.data(), row(residuals_, i).data(), m_);
    }
    const Real moved =
        detail::move_by(row(points_, i).data(), work_.data(), goal.weights.data(), m_);
    if (!(moved <= size)) size = moved;  // keeps a not-a-number
  }
  for (std::size_t i = 0; i < s && c_ > 0; ++i) correct_multiplier(i, h);
  return size;
}

template <typename Real>
Real StageSolver<Real>::worst_sine() const {
  Real worst = 1;
  if (c_ == 0) return worst;
  for (const auto& space : normals_) worst = std::min(worst, space.sine());
  return worst;
}

template <typename Real>
typename StageSolver<Real>::Verdict StageSolver<Real>::judge(Real size,
                                                             Real before,
                                                             int iteration,
                                                             const IterationGoal<Real>& goal) {
  const Real rate = iteration > 1 ? size / before : Real{1};
  // Changes of round-off tell nothing.
  if (iteration > 1 && before > 64 * goal.round_off) contraction_ = rate;
  const Real enough = std::max(goal.enough, goal.round_off);
  if (size <= enough) return Verdict::converged;
  if (rate < Real{0.5} && size * rate <= goal.enough * (1 - rate)) return Verdict::converged;
  // Values of V and f have errors of their own, by the condition of what they are computed from.
  const bool is_noise = size * worst_sine() <= 1024 * goal.round_off;
  if (iteration > 2 && rate > Real{0.5} && is_noise) return Verdict::converged;
  if (iteration >= goal.most_iterations) return Verdict::failed;
  const Real slowest = static_cast<Real>(slowest_contraction);
  if (iteration > 2 && rate > slowest) return Verdict::failed;
  // What the iterations that are left would reach.
  const auto left = static_cast<Real>(goal.most_iterations - iteration);
  if (iteration > 2 && size * std::pow(rate, left) > enough * (1 - rate)) return Verdict::failed;
  return Verdict::goes_on;
}

template <typename Real>
StepStatus StageSolver<Real>::solve(Geometry<Real>& geometry,
                                    const StageStart<Real>& start,
                                    const FieldModel<Real>& model,
                                    bool is_new,
                                    const IterationGoal<Real>& goal) {
  const std::size_t factorized = blocks_.factorizations();
  const bool regular = blocks_.factorize(model.reduced, start.size, is_new);
  geometry.counters().factorizations += blocks_.factorizations() - factorized;
  contraction_ = -1;
  if (!regular) return StepStatus::no_stages;
  if (c_ > 0 && coupling_.form == Form::start_normals) {
    const StepStatus fixed = fix_start_normals(geometry, start);
    if (fixed != StepStatus::good) return fixed;
  }
  std::ranges::fill(multipliers_, Real{0});
  Real before = 0;
  for (int iteration = 1;; ++iteration) {
    StepStatus status = evaluate(geometry, iteration % refresh_every == 1);
    if (status == StepStatus::good) status = find_residuals(geometry, start);
    if (status != StepStatus::good) return status;
    const Real size = correct(model, start.size, goal);
    geometry.counters().newton += coupling_.stages();
    if (!std::isfinite(size)) return StepStatus::not_finite;
    const Verdict verdict = judge(size, before, iteration, goal);
    if (verdict == Verdict::failed) return StepStatus::no_stages;
    if (verdict == Verdict::converged) break;
    before = size;
  }
  for (std::size_t i = 0; i < slopes_.size(); ++i) slopes_[i] += changes_[i];
  return StepStatus::good;
}

template <typename Real>
void StageSolver<Real>::increment(std::size_t i,
                                  const StageStart<Real>& start,
                                  std::span<Real> out) const {
  const std::span<const Real> q = row(points_, i);
  for (std::size_t l = 0; l < m_; ++l) out[l] = q[l] - start.point[l];
  add_normal(i, Real{1}, out);
}

template <typename Real>
std::size_t StageSolver<Real>::memory_size() const {
  return normals_.size() * normals_.front().choice().memory_size();
}

template <typename Real>
void StageSolver<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  for (const auto& space : normals_) space.choice().append_memory(memory);
}

template <typename Real>
void StageSolver<Real>::restore(std::span<const std::int64_t> memory) {
  const std::size_t share = memory_size() / normals_.size();
  for (std::size_t i = 0; i < normals_.size(); ++i) {
    normals_[i].choice().restore(memory.subspan(i * share, share));
  }
}

template struct StageCoupling<double>;
template struct StageCoupling<long double>;
template class StageSolver<double>;
template class StageSolver<long double>;

}  // namespace leafwise::integrator
