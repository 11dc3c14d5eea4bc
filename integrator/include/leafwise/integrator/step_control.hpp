// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/integrator/stepper.hpp"
#include "leafwise/integrator/tolerance.hpp"

namespace leafwise::integrator {

/// How the size of the next step is found.
enum class Control {
  pi,       ///< from this error and the one before; weighted norm, error per step
  classic,  ///< the papers' textbook rule, relative errors: reproduces their tables
  halving,  ///< step doubling as in [003, §6.2.1]: absolute errors, halves and doubles
  fixed,    ///< all steps have the given size
};

/// The complete state of the controller: a restart continues as if there had been none.
template <typename Real>
struct ControlState {
  Real last_error = 1;  ///< of the last accepted step, in units of the tolerance
  bool after_rejection = false;
};

/// Accepts or rejects a step, and proposes the next size.
///
/// pi: h·0.9·err^(−0.7/k)·err_before^(0.4/k), k = error order + 1 (K. Gustafsson, ACM Trans. Math.
/// Softw. 17 (1991) 533–554), within a fifth and five times h; classic: h·min(5, max(0.2,
/// 0.9·(tol/err)^(1/k))), both without growth after a rejection.
///
/// halving: |a₂ − b| is the length of the difference of two steps and a double one in the ambient
/// space, each component in units of its absolute tolerance. Above 1 the size is halved, so that
/// the old a₁ is the new b. The paper does not say when steps grow: they are doubled when the error
/// of the double step, 2^k as large, would still be accepted.
template <typename Real>
class StepController {
 public:
  StepController(Control control, Tolerance<Real> tolerance, const StepperTraits& traits);

  /// The error in units of the tolerance; at most 1 is accepted. Not a number is not.
  [[nodiscard]] Real measure(const Step<Real>& step) const;

  /// From now on points may be projected however far.
  void ignore_moves() noexcept { ignores_moves_ = true; }
  /// How far a point of the step was projected, in units of what is allowed.
  [[nodiscard]] Real measure_move(std::span<const Real> moved, const Step<Real>& step) const;

  struct Decision {
    bool is_accepted = false;
    Real factor = 1;  ///< of the step just tried
  };
  [[nodiscard]] Decision decide(Real error);
  /// After a step that could not be made.
  [[nodiscard]] Real factor_after_failure();

  [[nodiscard]] Control control() const noexcept { return control_; }
  [[nodiscard]] const Tolerance<Real>& tolerance() const noexcept { return tolerance_; }
  [[nodiscard]] const ControlState<Real>& state() const noexcept { return state_; }
  void restore(const ControlState<Real>& state) { state_ = state; }

 private:
  [[nodiscard]] Real measure_as_in_papers(const Step<Real>& step) const;
  [[nodiscard]] Real measure_weighted(const Step<Real>& step) const;
  [[nodiscard]] Real ambient_length(const Step<Real>& step) const;
  [[nodiscard]] Real next_factor(Real error, bool is_accepted) const;

  Control control_;
  Tolerance<Real> tolerance_;
  StepperTraits traits_;
  ControlState<Real> state_;
  bool ignores_moves_ = false;
};

/// A size for the first step, without a sign: E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary
/// Differential Equations I, II.4, with one projected Euler step. Moving the zero of the
/// independent variable changes nothing.
/// @param way that the run has to go in its parameter, without a sign; 0: not known
/// @pre step.from and step.from_field are set; step.to and others are overwritten
template <typename Real>
[[nodiscard]] Real first_step_size(Geometry<Real>& geometry,
                                   Step<Real>& step,
                                   const Tolerance<Real>& tolerance,
                                   int error_order,
                                   int direction,
                                   Real way);

}  // namespace leafwise::integrator
