// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "leafwise/integrator/tableau.hpp"
#include "steppers/hermite_interpolant.hpp"

namespace leafwise::integrator {

/// A weighted sum of the fields at the stages, without its zeros.
template <typename Real>
struct StageSum {
  std::vector<std::size_t> stages;
  std::vector<Real> weights;

  StageSum() = default;
  explicit StageSum(std::span<const long double> all_weights);
};

/// An explicit Runge–Kutta method as [TA01, (4.1)–(4.10)]: stage i is the projection of
/// p + h Σ_j a_ij V_j, the end that of p + h Σ_i b_i V_i. With Projection::step only the end is
/// projected.
template <typename Real>
class RungeKuttaStepper final : public Stepper<Real> {
 public:
  /// @pre tableau.is_explicit()
  RungeKuttaStepper(const Tableau& tableau, std::size_t dimension, const StepperOptions& options);

  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) override;
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial) override;

 private:
  StepStatus inner_stage(Geometry<Real>& geometry, Step<Real>& step, std::size_t stage);
  StepStatus estimate(Geometry<Real>& geometry,
                      const Step<Real>& step,
                      const StageSum<Real>& weights,
                      const StageSum<Real>& differences,
                      std::vector<Real>& error);
  /// out = p + h Σ weights·V, or without p.
  void add_up(const Step<Real>& step, const StageSum<Real>& sum, bool from_start);

  StepperTraits traits_;
  StepperOptions options_;
  bool last_stage_is_end_;
  std::vector<StageSum<Real>> rows_;
  StageSum<Real> end_;
  /// The weights of each estimate, and their differences to those of the end.
  StageSum<Real> embedded_, embedded_difference_;
  StageSum<Real> second_, second_difference_;
  std::vector<std::vector<Real>> slopes_;  ///< V at the stages
  std::vector<Real> target_, point_;
  HermiteInterpolant<Real> interpolant_;
};

}  // namespace leafwise::integrator
