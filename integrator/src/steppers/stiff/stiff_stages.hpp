// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "steppers/radau5/rate_elimination.hpp"
#include "steppers/radau5/stage_solver.hpp"
#include "steppers/stiff/coupled_stages.hpp"
#include "steppers/stiff/stiff_forces.hpp"

namespace leafwise::integrator::detail {

/// The data for solving the equations of a step.
enum class StiffForm {
  multipliers,  ///< (8.6): M v' = f − Gᵀλ + r_i, 0 = (Gᵀ)⁻∇U − ε²λ
  plain,        ///< M v' = f − ∇U/ε²; λ, where there is one, follows
  constrained,  ///< the limit: M v' = f − Gᵀλ, 0 = (Gᵀ)⁻∇U
};

/// Stiff mechanics for the simplified Newton iteration: y = (q, v, λ), B = diag(I, I, 0), with as
/// many λ as H has columns chosen. All forms have the same unknowns, so that a step can change from
/// one to another.
template <typename Real>
class StiffStages final : public StageSystem<Real> {
 public:
  /// @param columns of H; none: there are no multipliers, and every step is solved as `plain`
  StiffStages(const StiffProblem<Real>& problem, std::vector<std::size_t> columns);

  [[nodiscard]] std::size_t size() const noexcept override { return 2 * n_ + m_; }
  [[nodiscard]] std::size_t differential() const noexcept override { return 2 * n_; }
  [[nodiscard]] int index_of(std::size_t component) const noexcept override {
    return component < n_ ? 1 : (component < 2 * n_ ? 2 : 3);
  }
  [[nodiscard]] std::size_t measured() const noexcept override { return 2 * n_; }
  [[nodiscard]] bool evaluate(std::span<const Real> point, std::span<Real> out) override;
  [[nodiscard]] bool evaluate_stage(std::size_t stage,
                                    std::span<const Real> point,
                                    std::span<Real> out) override;
  [[nodiscard]] bool linearise(std::span<const Real> point) override;
  [[nodiscard]] bool factorize(const Shifts<Real>& shifts) override;
  void solve(std::span<Real> r) override;
  void solve_pair(std::span<Real> real, std::span<Real> imaginary) override;
  [[nodiscard]] bool is_coupled() const noexcept override { return is_coupled_; }
  void solve_coupled(std::span<Real> r) override;

  /// The form that a step of the size that was factorised last begins with.
  [[nodiscard]] StiffForm preferred() const noexcept;
  /// Factorises for another form if need be, at the same J and size. false: singular.
  [[nodiscard]] bool use(StiffForm form);
  [[nodiscard]] std::uint64_t more_factorizations() const noexcept { return more_; }

  /// r_i ← 0, (8.5)
  void clear_remainders();
  /// (8.7) at the stages y + z; what that changes in stages, in the norm of corrections. 0: no more
  /// than so many units of what the rounding of q makes of ∇U/ε². Not a number: functions have no
  /// values.
  [[nodiscard]] Real take_remainders(const StepStart<Real>& step,
                                     const StageNewton<Real>& newton,
                                     Real units);

  /// Stages are coupled by H at these positions from now on. @param positions 3 × n
  [[nodiscard]] bool couple(const StepStart<Real>& step, std::span<const Real> positions);
  void uncouple() noexcept { is_coupled_ = false; }

  [[nodiscard]] StiffForces<Real>& forces() noexcept { return forces_; }
  [[nodiscard]] std::size_t positions() const noexcept { return n_; }
  [[nodiscard]] std::size_t rank() const noexcept { return m_; }

 private:
  [[nodiscard]] std::vector<Real>& rows_of(StiffForm form) {
    return rows_[static_cast<std::size_t>(form)];
  }
  [[nodiscard]] DerivativeRows<Real> rows() { return {rows_of(form_).data(), 2 * n_ + m_}; }
  [[nodiscard]] bool finish(std::span<const Real> point, StiffForm form, std::span<Real> out);
  void set_acceleration(StiffForm form, std::span<const Real> multipliers);
  void set_soft_rows(StiffForm form, std::span<const Real> point);
  void set_stiff_rows(StiffForm form);
  void set_reduced_rows(StiffForm form);
  void set_rows(StiffForm form, std::span<const Real> point);

  std::size_t n_;
  std::size_t m_;
  StiffForces<Real> forces_;
  StiffForm form_ = StiffForm::plain;
  std::array<std::vector<Real>, 3> rows_;  ///< of (k, g) by (q, v, λ), for each form
  std::array<RateElimination<Real>, 3> eliminations_;
  std::array<bool, 3> has_factors_{};
  Shifts<Real> shifts_{1, 1, 1};
  Real stiffness_ = 0;            ///< bound of ω/ε
  std::vector<Real> remainders_;  ///< r_i, 3 × n
  std::vector<Real> fresh_;
  std::vector<Real> point_;
  std::vector<Real> matrix_;
  std::vector<Real> column_;
  CoupledStages<Real> coupled_;
  bool is_coupled_ = false;
  std::uint64_t more_ = 0;
};

}  // namespace leafwise::integrator::detail
