// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/step_polynomial.hpp"
#include "steppers/radau5/collocation_curve.hpp"
#include "steppers/radau5/hessenberg_stages.hpp"
#include "steppers/radau5/hidden_constraints.hpp"
#include "steppers/radau5/radau_stepper.hpp"
#include "steppers/radau5/step_curve.hpp"

namespace leafwise::integrator::detail {

/// The solution (t, u, v, λ) within a step of an index-3 run.
///
/// u and v solve the differential equation that d₃ = 0 makes of the system. Hermite's cubic through
/// both ends is corrected by the field at points of it, twice (as HermiteInterpolant does): degree
/// 5, with an error of O(h⁶) where the collocation polynomial, of degree 3, has one of O(h⁴).
/// Multipliers are those with d₃ = 0. Where the corrections grow, as they do in stiff systems, or Γ
/// is singular, the collocation polynomial stays.
template <typename Real>
class Index3Curve final : public StepCurve<Real> {
 public:
  static constexpr std::size_t highest_degree = 5;

  /// @param projects points are projected onto the constraints, as ends of steps are
  Index3Curve(const HessenbergProblem<Real>& problem, bool projects);

  /// To be called for each new step. The ends and the stepper must stay as they are.
  void begin(std::span<const Real> from,
             std::span<const Real> to,
             const RadauStepper<Real>& stepper) override;

  [[nodiscard]] bool prepare() override;
  [[nodiscard]] const StepPolynomial<Real>& polynomial() const noexcept override {
    return polynomial_;
  }
  /// Always true: a point that cannot be projected stays what it is, and its defects say so.
  [[nodiscard]] bool point(Real theta, std::span<Real> z) override;
  /// The end of the step, from prepare() on with the multipliers of the curve.
  [[nodiscard]] std::span<const Real> end() const noexcept override { return to_.point; }

 private:
  struct Place {
    std::vector<Real> point;  ///< (t, u, v, λ)
    std::vector<Real> slope;  ///< (f, k)
  };

  [[nodiscard]] bool make();
  [[nodiscard]] bool take_slope(Place& place);
  [[nodiscard]] bool correct(const HermiteWeights& weights, Real& change);
  void assemble(const HermiteWeights& weights);
  void assemble_multipliers();

  bool projects_;
  std::size_t rates_;  ///< how many u and v there are
  HessenbergStages<Real> stages_;
  HiddenConstraints<Real> hidden_;
  std::vector<HermiteWeights> levels_;
  CubicFit<Real> fit_;
  const RadauStepper<Real>* stepper_ = nullptr;
  bool is_prepared_ = false;
  bool has_slope_of_start_ = false;
  bool has_slope_of_end_ = false;
  Place from_;
  Place to_;
  std::array<Place, 2> inner_;
  std::vector<Real> middle_;
  std::vector<Real> multipliers_;
  StepPolynomial<Real> polynomial_;
};

}  // namespace leafwise::integrator::detail
