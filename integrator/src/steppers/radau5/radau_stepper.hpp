// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "steppers/radau5/stage_newton.hpp"
#include "steppers/radau5/stage_solver.hpp"
#include "steppers/radau5/stage_system.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
struct RadauTolerance {
  Real relative;
  Real absolute;
  /// All steps have the first one's size, whatever their error.
  bool is_fixed = false;
};

enum class RadauEnd { accepted, step_too_small, singular, not_finite };

/// All that the next step depends on, so that a run can be continued as if it had not stopped.
template <typename Real>
struct RadauState {
  Real t = 0;
  Real next_step = 0;
  Real last_step = 0;
  Real accepted_step = 0;   ///< of the predictive controller: the step before
  Real accepted_error = 1;  ///< and its error
  Real newton_factor = 1;   ///< θ/(1 − θ) of the last iteration
  Real contraction = 0;     ///< θ of the last step
  Real proposed_step = 0;   ///< by the last accepted error, before any limit
  bool is_settled = true;
  bool is_first = true;
  bool after_rejection = false;
  bool keeps_factors = false;  ///< the next step has this step's size and matrices
  bool keeps_derivative = false;
  bool has_derivative_of_end = false;  ///< J belongs to the end of the last step
  Real factorized_step = 0;
  std::vector<Real> y;
  std::vector<Real> end;               ///< of the last step before anything was projected
  std::vector<Real> differences;       ///< of the collocation polynomial, 3 × size
  std::vector<Real> linearised_point;  ///< (t, y) where J was taken
  std::vector<Real> factorized_point;  ///< where the J was taken that the factors are made of
};

/// Steps of the three-stage Radau IIA method in the manner of RADAU5 [HW96, IV.8]: extrapolated
/// starting values, simplified Newton iteration, error estimate at the beginning of the step,
/// Gustafsson's predictive control, J and factors kept while they serve. Errors of components of
/// index 2 and 3 count h and h² times [HW96, VII.7].
///
/// [HW96] E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer 1996.
template <typename Real>
class RadauStepper {
 public:
  /// @param solver of the equations of a step; null: StageNewton alone
  RadauStepper(StageSystem<Real>& system,
               RadauTolerance<Real> tolerance,
               StageSolver<Real>* solver = nullptr);

  /// @param step the first one, with the sign of the run
  [[nodiscard]] bool start(Real t, std::span<const Real> y, Real step);
  /// Goes on from where `state` was taken. Counters begin anew.
  [[nodiscard]] bool restart(const RadauState<Real>& state);

  /// Back to the state before the last step, which was accepted and is not good: the next one tries
  /// this size. Counts as a rejection.
  [[nodiscard]] bool step_back(const RadauState<Real>& before, Real next);

  /// Tries sizes until a step is accepted; the last one ends at `end` exactly.
  [[nodiscard]] RadauEnd advance(Real end);
  /// Takes J at t() and y() after a step, for a projection; the next step takes it over, and counts
  /// it, if it wants a new one.
  [[nodiscard]] bool linearise_at_end();
  /// To be called after each accepted step that is not the last, once y() has been projected or
  /// not: the field at y, the size of the next step, and whether J and factors serve once more.
  [[nodiscard]] bool settle(Real largest_step);

  /// What the last components mean has changed: each of them, and their history, is multiplied by
  /// this square matrix, row by row; matrices are made anew. To be called before `settle`.
  void change_last(std::span<const Real> matrix, std::size_t count);

  [[nodiscard]] Real t() const noexcept { return state_.t; }
  [[nodiscard]] Real last_step() const noexcept { return state_.last_step; }
  [[nodiscard]] std::span<Real> y() noexcept { return state_.y; }
  [[nodiscard]] std::span<const Real> field() const noexcept { return field_; }
  /// The collocation polynomial at t() − (1 − share)·last_step(), 0 ≤ share ≤ 1.
  void interpolate(Real share, std::span<Real> out) const;
  /// Its derivative by `share`.
  void differentiate(Real share, std::span<Real> out) const;
  [[nodiscard]] const RadauState<Real>& state() const noexcept { return state_; }
  [[nodiscard]] const RadauCounters& counters() const noexcept { return counters_; }

 private:
  enum class Attempt { accepted, rejected, step_failed };
  [[nodiscard]] bool factorize(Real h);
  [[nodiscard]] bool prepare_matrices(Real h);
  void set_weights(Real h);
  void predict(Real h);
  [[nodiscard]] Real estimate_error(Real h);
  [[nodiscard]] Real solve_estimate();
  void accept(Real h, Real error, Real quotient);
  [[nodiscard]] Attempt attempt(Real& h);
  void shrink(Real& h, Real factor);
  [[nodiscard]] bool evaluate_field();

  StageSystem<Real>& system_;
  StageSolver<Real>* solver_;
  RadauTolerance<Real> tolerance_;
  RadauState<Real> state_;
  RadauCounters counters_;
  StageNewton<Real> newton_;
  std::vector<Real> weights_;  ///< h^(index − 1)/(absolute + relative |y|)
  std::vector<Real> field_;    ///< F(t, y)
  std::vector<Real> error_;
  std::vector<Real> part_;
  std::vector<Real> point_;
  bool has_new_derivative_ = false;  ///< J belongs to this y
  bool has_factors_ = false;
  bool needs_derivative_ = true;
  std::uint64_t singular_in_a_row_ = 0;
};

}  // namespace leafwise::integrator::detail
