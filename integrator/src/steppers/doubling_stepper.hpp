// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "steppers/hermite_interpolant.hpp"

namespace leafwise::integrator {

/// Two steps of h/2 of another method; one step of h gives the estimate of the error
/// [003, §6.2.1]. The point between is an accepted point as well. When a step of exactly half the
/// size is tried next from the same point, that point is its step of h, and not made again.
///
/// Where derivatives vanish at the start both results may agree, and be wrong: for x' = t²⁴ they
/// do. `by_slopes` also compares the end with Simpson's rule over V at the start, the point between
/// and the end, which is as accurate as methods up to order 3; for such methods the two estimates
/// are the same but where one is misled.
template <typename Real>
class DoublingStepper final : public Stepper<Real> {
 public:
  /// `inner` needs no error estimate of its own.
  DoublingStepper(std::unique_ptr<Stepper<Real>> inner,
                  std::size_t dimension,
                  ErrorForm error_form,
                  bool by_slopes);

  [[nodiscard]] const StepperTraits& traits() const noexcept override { return traits_; }
  StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) override;
  [[nodiscard]] bool is_stiff(Real size) const override { return inner_->is_stiff(size); }
  StepStatus interpolate(Geometry<Real>& geometry,
                         const Step<Real>& step,
                         StepPolynomial<Real>& polynomial) override;
  [[nodiscard]] std::vector<std::int64_t> memory(std::span<const Real> point) const override;
  void restore(std::span<const std::int64_t> memory) override;

 private:
  StepStatus halves(Geometry<Real>& geometry, Step<Real>& step);
  StepStatus whole(Geometry<Real>& geometry, const Step<Real>& step);
  StepStatus compare_slopes(Geometry<Real>& geometry, Step<Real>& step);

  std::unique_ptr<Stepper<Real>> inner_;
  StepperTraits traits_;
  ErrorForm error_form_;
  bool by_slopes_;
  Step<Real> half_;
  Step<Real> whole_;
  /// The end of the first half of the last attempt, 0 sized if there is none.
  Real middle_size_ = 0;
  std::vector<Real> middle_;
  Real middle_quality_ = 1;
  int middle_evaluations_ = 0;
  HermiteInterpolant<Real> interpolant_;
  std::array<std::vector<Real>, 3> slopes_;  // of a stiff step: at its ends and its middle
};

}  // namespace leafwise::integrator
