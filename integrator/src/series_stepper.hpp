// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "curve_series.hpp"
#include "leafwise/integrator/stepper.hpp"

namespace leafwise::integrator {

/// Taylor's method of any order by recurrences: the series of the curve at p, one factorisation a
/// step, and one projection of its sum at the end.
///
/// The advised step is ρ (tolerance/‖p‖)^(1/N): with ρ, the radius of convergence as the last two
/// coefficients tell it, the last term is about the tolerance, and the remainder smaller by the
/// ratio of step and radius (À. Jorba, M. Zou, Experimental Mathematics 14 (2005) 99–117, where
/// also the order 1 − ln(tolerance)/2, the cheapest, is from).
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

  CurveSeries<Real> series_;
  StepperTraits traits_;
  StepperOptions options_;
  Tolerance<Real> tolerance_;
  std::vector<Real> target_;
};

}  // namespace leafwise::integrator
