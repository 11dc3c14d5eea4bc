// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/stiff_mechanics.hpp"
#include "run/radau_walker.hpp"
#include "steppers/radau5/collocation_curve.hpp"
#include "steppers/stiff/column_choice.hpp"
#include "steppers/stiff/stiff_solver.hpp"

namespace leafwise::integrator::detail {

/// Stiff mechanical systems: which columns of H make Gᵀ is looked at after each step.
template <typename Real>
class StiffWalker final : public RadauWalker<Real> {
 public:
  StiffWalker(const StiffProblem<Real>& problem, const Settings<Real>& settings);

  void start(std::span<const Real> point) override;
  void tell(Report<Real>& report) override;
  void write_own(std::span<const Real> point, std::span<Real> columns) override;

 private:
  void prepare(std::vector<std::size_t> columns);
  void take_hessian(std::span<const Real> point);
  [[nodiscard]] std::optional<std::string> finish_step() override;
  [[nodiscard]] std::optional<std::string> explain_failure() override;
  void change_columns();
  [[nodiscard]] StepCurve<Real>& step_curve() noexcept override { return curve_; }
  [[nodiscard]] Real stiff_force(std::span<const Real> point);
  void watch(std::span<const Real> point) override;
  [[nodiscard]] Real distance(std::span<const Real> point) override;
  [[nodiscard]] std::string singular_message() const override;
  void save_own(std::vector<Real>& numbers) const override;
  [[nodiscard]] std::size_t restore_own(std::span<const Real> numbers) override;
  void finish_restore() override;
  [[nodiscard]] std::uint64_t more_factorizations() const;

  const StiffProblem<Real>& problem_;
  StiffSolver kind_;
  CollocationCurve<Real> curve_;
  std::unique_ptr<StiffStages<Real>> stages_;
  std::unique_ptr<StiffStageSolver<Real>> solver_;
  std::unique_ptr<SmoothMap<Real>> gradient_map_;
  std::unique_ptr<SmoothMap<Real>> mass_map_;  ///< null: the identity
  ColumnChoice<Real> present_;
  ColumnChoice<Real> best_;
  std::vector<Real> gradient_;
  std::vector<Real> slopes_;
  std::vector<Real> hessian_;
  std::vector<Real> mass_;
  std::vector<Real> diagonal_;  ///< of M
  Real largest_pivot_ = 0;      ///< of H, at the end of any step
  Real largest_force_ = 0;
  std::uint64_t outer_before_ = 0;  ///< of what was counted before this call
  std::uint64_t fallbacks_before_ = 0;
  std::uint64_t factorizations_before_ = 0;
};

}  // namespace leafwise::integrator::detail
