// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/stiff_solver.hpp"

#include <algorithm>
#include <cmath>

#include "steppers/radau5/stage_transform.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Corrections (8.7): each is smaller than the one before by O(h²) [Lu, Lemma 8.2]; where so many
/// do not do, steps are too large.
constexpr int most_outer = 6;
/// Of what the rounding of q makes of ∇U/ε²: a first correction that is no larger would replace an
/// error of O(ε²) by noise; further ones that are no larger are noise.
constexpr double first_noise = 1.0 / 16;
constexpr double later_noise = 16;
/// Changes that do not shrink by this factor: as for Newton's iteration.
constexpr double largest_contraction = 0.99;

}  // namespace

template <typename Real>
StiffStageSolver<Real>::StiffStageSolver(StiffStages<Real>& stages,
                                         StiffSolver kind,
                                         bool falls_back)
    : stages_(stages),
      kind_(kind),
      falls_back_(falls_back),
      guess_(3 * stages.size()),
      weights_(stages.size()),
      positions_(3 * stages.positions()) {}

template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve(Newton& newton,
                                                                      const StepStart<Real>& step,
                                                                      RadauCounters& count) {
  std::copy(step.weights.begin(), step.weights.end(), weights_.begin());
  std::fill(weights_.begin() + static_cast<std::ptrdiff_t>(2 * stages_.positions()),
            weights_.end(),
            Real{0});
  switch (kind_) {
    case StiffSolver::outer: return solve_either(newton, step, count);
    case StiffSolver::fixed: return solve_plain(newton, step, count);
    case StiffSolver::guessed: return solve_guessed(newton, step, count);
    case StiffSolver::constrained: break;
  }
  return solve_constrained(newton, step, count);
}

template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_plain(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  if (!stages_.use(StiffForm::plain)) return Result::diverging;
  return newton.solve(step.t, step.h, step.y, weights_, count);
}

/// (8.5)–(8.8), and the other way where that fails.
template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_either(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  if (!falls_back_) return solve_outer(newton, step, count);
  if (stages_.preferred() == StiffForm::plain) return solve_plain(newton, step, count);
  std::copy_n(newton.z(0).data(), guess_.size(), guess_.begin());
  if (solve_outer(newton, step, count) == Result::converged) return Result::converged;
  // Multipliers are extrapolated worst: without them the other way is not disturbed by that.
  std::copy(guess_.begin(), guess_.end(), newton.z(0).data());
  if (solve_plain(newton, step, count) == Result::converged) {
    ++fallbacks_;
    return Result::converged;
  }
  // Large steps: better no guess than one from a polynomial that was continued too far.
  std::fill_n(newton.z(0).data(), guess_.size(), Real{0});
  return solve_outer(newton, step, count);
}

template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_outer(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  if (!stages_.use(StiffForm::multipliers)) return Result::diverging;
  stages_.clear_remainders();
  Result result = newton.solve(step.t, step.h, step.y, step.weights, count);
  Real contraction = newton.contraction();
  Real last = 0;
  for (int k = 0; result == Result::converged; ++k) {
    count.functions += 3;
    const Real change = stages_.take_remainders(
        step, newton, static_cast<Real>(k == 0 ? first_noise : later_noise));
    if (change <= newton.tolerance()) {
      newton.set_contraction(contraction);
      return result;
    }
    const bool shrinks = k == 0 || change < static_cast<Real>(largest_contraction) * last;
    if (k >= most_outer || !shrinks || !std::isfinite(change)) return Result::diverging;
    last = change;
    ++outer_;
    result = newton.solve(step.t, step.h, step.y, step.weights, count);
    contraction = std::max(contraction, newton.contraction());
  }
  return result;
}

/// With the iteration matrix of positions_; error estimates take the one of the beginning.
template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_coupled(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  if (!stages_.use(StiffForm::plain) || !stages_.couple(step, positions_)) {
    stages_.uncouple();
    return Result::diverging;
  }
  const Result result = newton.solve(step.t, step.h, step.y, weights_, count);
  stages_.uncouple();
  return result;
}

template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_guessed(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  const auto& c = radau_transform<Real>().c;
  const std::size_t n = stages_.positions();
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      positions_[i * n + j] = step.y[j] + c[i] * step.h * step.y[n + j];
    }
  }
  return solve_coupled(newton, step, count);
}

template <typename Real>
typename StiffStageSolver<Real>::Result StiffStageSolver<Real>::solve_constrained(
    Newton& newton, const StepStart<Real>& step, RadauCounters& count) {
  if (!stages_.use(StiffForm::constrained)) return Result::diverging;
  const Result first = newton.solve(step.t, step.h, step.y, step.weights, count);
  if (first != Result::converged) return first;
  const std::size_t n = stages_.positions();
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < n; ++j) positions_[i * n + j] = step.y[j] + newton.z(i)[j];
  }
  return solve_coupled(newton, step, count);
}

template class StiffStageSolver<double>;
template class StiffStageSolver<long double>;

}  // namespace leafwise::integrator::detail
