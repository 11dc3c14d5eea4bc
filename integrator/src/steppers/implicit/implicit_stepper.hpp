// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "leafwise/integrator/tableau.hpp"
#include "steppers/hermite_interpolant.hpp"
#include "steppers/implicit/projected_stages.hpp"
#include "steppers/implicit/stage_history.hpp"

namespace leafwise::integrator {

/// How an implicit method differs from [TA01, (4.14)].
enum class ImplicitVariant {
  none,
  start_normals,  ///< projected along the normals at the start: the left of [003, (5.3)]
  midpoint,       ///< [003, (5.4)], with its error estimate
};

/// An implicit Runge–Kutta method on M [TA01, §4.2]: its stages by StageSolver, its end the last
/// stage where that is the new point, else the projection of p + h Σ b_i V_i. For the midpoint
/// rule: [003, (5.4)] and, where errors are compared as in the papers, the estimate of §6.2.2: the
/// difference to an implicit Euler step of h/2 from r. It is O(h²), and 0 where the curve turns
/// evenly, whatever the error: there the difference to the trapezoidal rule takes its place. With
/// other controls, steps are doubled.
///
/// The derivative of V is kept from one step to the next as long as iterations converge fast, and
/// taken anew at the start of a step that does not converge. Iterations begin on the polynomial
/// through the last step, else with p + c h V + (c h)²/2 dV V.
template <typename Real>
class ImplicitStepper final : public Stepper<Real> {
 public:
  using Form = typename StageCoupling<Real>::Form;

  /// @pre !tableau.is_explicit(); variants have one stage
  ImplicitStepper(const Tableau& tableau,
                  ImplicitVariant variant,
                  const ManifoldProblem<Real>& problem,
                  const StepperOptions& options,
                  const Tolerance<Real>& tolerance);

  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) override;
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial) override;
  [[nodiscard]] bool is_stiff(Real size) const override {
    return std::abs(size) * model_.size() > 1;
  }
  StepStatus steady_slope(Geometry<Real>& geometry,
                          std::span<const Real> point,
                          std::span<Real> slope) override;
  [[nodiscard]] std::vector<std::int64_t> memory(std::span<const Real> point) const override;
  void restore(std::span<const std::int64_t> memory) override;

 private:
  /// How the end follows where it is no stage: from fields, or from y_i − p.
  struct End {
    bool is_last_stage = false;
    Real first_weight = 0;         ///< of h V(p) among fields
    std::vector<Real> weights;     ///< b_i
    Real start = 0;                ///< of h V(p) beside y_i − p
    std::vector<Real> increments;  ///< weights of y_i − p: bᵀA⁻¹
  };

  [[nodiscard]] static End end_of(const Tableau& tableau,
                                  const ImplicitPart& part,
                                  const StageCoupling<Real>& coupling);
  [[nodiscard]] StepStatus find_stages(Geometry<Real>& geometry, const Step<Real>& step);
  /// Makes `model_` one for step.from: from the record of the step before, or anew.
  [[nodiscard]] StepStatus choose_model(Geometry<Real>& geometry,
                                        const Step<Real>& step,
                                        StageRecord<Real>* before);
  [[nodiscard]] StepStatus renew_model(Geometry<Real>& geometry, const Step<Real>& step);
  void load_original(StageRecord<Real>& record);
  [[nodiscard]] StepStatus iterate_from_guess(Geometry<Real>& geometry, const Step<Real>& step);
  StepStatus iterate(Geometry<Real>& geometry,
                     const Step<Real>& step,
                     const StageRecord<Real>* before);
  void use_original();
  void guess(const Step<Real>& step, const StageRecord<Real>* before);
  void guess_steadily(const Step<Real>& step, const StageRecord<Real>* before);
  void add_up(const Step<Real>& step);
  void find_unprojected(const Step<Real>& step);
  [[nodiscard]] StepStatus find_end(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] StepStatus estimate(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] StepStatus guard_estimate(Geometry<Real>& geometry, Step<Real>& step);
  void set_goal(const Step<Real>& step);
  void record(const Step<Real>& step);

  Form form_;
  StepperTraits traits_;
  StepperOptions options_;
  Tolerance<Real> tolerance_;
  StageSolver<Real> solver_;
  End end_;
  FieldDifferentiator<Real> differentiator_;
  FieldModel<Real> original_;  // as it was differentiated
  std::uint64_t original_number_ = 0;
  std::int64_t original_age_ = 0;     // steps made with it, this one included
  std::vector<Real> original_point_;  // where; not a number: before the last step
  FieldModel<Real> model_;            // the same, transported to where the step begins
  std::uint64_t model_number_ = 0;
  std::uint64_t model_source_ = 0;  // the number of its original
  bool model_is_original_ = false;
  std::vector<Real> model_point_;      // where else it was transported to
  std::uint64_t solver_model_ = 0;     // that the solver's blocks are for
  std::uint64_t estimator_model_ = 0;  // and those of the estimator
  std::uint64_t models_ = 0;
  StageHistory<Real> history_;
  StageExtrapolation<Real> extrapolation_;
  IterationGoal<Real> goal_;
  std::optional<StageSolver<Real>> estimator_;  // implicit Euler
  std::vector<Real> target_, work_, reduced_;
  std::vector<Real> first_slope_, last_slope_;  // of an interpolated step
  HermiteInterpolant<Real> interpolant_;
};

}  // namespace leafwise::integrator
