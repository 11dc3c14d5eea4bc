// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "linear/normal_space.hpp"
#include "steppers/curve_series.hpp"
#include "steppers/hermite_interpolant.hpp"

namespace leafwise::integrator {

/// The Taylor methods of the papers: the projection of p + h w¹ + h² w² + h³ w³ [TA01, (3.2)] with
/// directions in the geometry of M. Orders 1 to 3 with tangential directions [TA01, Prop. 3.7,
/// Cor. 3.4, Prop. 3.5], and order 3 with the normal correction of Prop. 3.9.
///
/// With the curve's derivatives c'' = ∇_V V + S_V and, as π_t((dS_V) V) = −X_p for the X_p of
/// Lemma 3.6, π_t c''' = ∇_V(∇_V V) − X_p, only X_p needs d²f:
/// ⟨X_p, z⟩ = ⟨S_V, S(V, z)⟩ = −λ·d²f(V, z) for tangential z, where S_V = dfᵀ λ.
template <typename Real>
class GeometricTaylorStepper final : public Stepper<Real> {
 public:
  /// @pre 1 ≤ order ≤ 3; is_normal only with order 3
  GeometricTaylorStepper(const ManifoldProblem<Real>& problem,
                         Parameter parameter,
                         int order,
                         bool is_normal,
                         const StepperOptions& options);

  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) override;
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial) override;
  [[nodiscard]] std::vector<std::int64_t> memory(std::span<const Real> point) const override;
  void restore(std::span<const std::int64_t> memory) override;

 private:
  StepStatus find_directions(Geometry<Real>& geometry, const Step<Real>& step);
  StepStatus find_third(Geometry<Real>& geometry, const Step<Real>& step);
  /// X_p into bend_.
  StepStatus find_bend(Geometry<Real>& geometry, const Step<Real>& step);

  int order_;
  bool is_normal_;
  StepperOptions options_;
  StepperTraits traits_;
  CurveSeries<Real> series_;
  std::unique_ptr<SmoothMap<Real>> equations_;  ///< null: M = ℝᵐ
  detail::NormalSpace<Real> normal_space_;
  std::vector<Real> second_, third_;  ///< w², w³
  std::vector<Real> normal_;          ///< S_V
  std::vector<Real> bend_;            ///< X_p
  std::vector<Real> values_, multipliers_, curvature_, unit_, target_;
  HermiteInterpolant<Real> interpolant_;
};

}  // namespace leafwise::integrator
