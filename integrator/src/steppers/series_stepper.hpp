// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "steppers/curve_series.hpp"

namespace leafwise::integrator {

/// Taylor's method of any order by recurrences: the series of the curve at p, one factorisation a
/// step, and one projection of its sum at the end.
///
/// The advised step is ρ (tolerance/‖p‖)^(1/N): with ρ, the radius of convergence as the last two
/// coefficients tell it, the last term is about the tolerance, and the remainder smaller by the
/// ratio of step and radius (À. Jorba, M. Zou, Experimental Mathematics 14 (2005) 99–117, where
/// also the order 1 − ln(tolerance)/2, the cheapest, is from).
///
/// Coefficients vanish without meaning anything: those of x'' = −t² x at t = 0 are 0 but for every
/// fourth. So they advise, but what decides is the defect P' − V(P) at the end of the step, where V
/// is needed anyway, and at places between where the last terms say nothing. After degree N the
/// remainder is O(t^(N+1)), so that h/(N + 1) times the defect bounds its size.
template <typename Real>
class SeriesStepper final : public Stepper<Real> {
 public:
  static constexpr std::size_t highest_order = 40;

  SeriesStepper(const ManifoldProblem<Real>& problem,
                Parameter parameter,
                std::size_t order,
                const StepperOptions& options,
                const Tolerance<Real>& tolerance);

  /// The order that a tolerance asks for.
  [[nodiscard]] static std::size_t automatic_order(const Tolerance<Real>& tolerance);

  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) override;
  Real advised_size(Geometry<Real>& geometry, Step<Real>& step) override;
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial) override;
  [[nodiscard]] std::vector<std::int64_t> memory(std::span<const Real> /*point*/) const override {
    return series_.memory();
  }
  void restore(std::span<const std::int64_t> memory) override { series_.restore(memory); }

 private:
  [[nodiscard]] bool expand(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] StepStatus estimate(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] StepStatus look_between(Geometry<Real>& geometry, Step<Real>& step);
  /// P at the parameter into target_, P' into slope_, P''/2 into bend_.
  void evaluate(Real parameter);
  /// Raises step.error to weight·|P' − V|, for P' in slope_.
  void note_defect(std::span<const Real> field, Real weight, Step<Real>& step) const;
  /// Whether the last terms explain why the step is no longer than it is.
  [[nodiscard]] bool is_explained(const Step<Real>& step) const;

  CurveSeries<Real> series_;
  std::optional<std::size_t> independent_;
  StepperTraits traits_;
  StepperOptions options_;
  Tolerance<Real> tolerance_;
  std::vector<Real> target_;
  std::vector<Real> slope_;
  std::vector<Real> bend_;  ///< P''/2
  std::vector<Real> point_;
  std::vector<Real> field_;
  std::vector<Real> round_off_;  ///< of the sum of the terms, at the end of the step
};

}  // namespace leafwise::integrator
