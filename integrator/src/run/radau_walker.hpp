// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/walker.hpp"
#include "steppers/radau5/radau_stepper.hpp"
#include "steppers/radau5/step_curve.hpp"

namespace leafwise::integrator::detail {

/// Walks with RadauStepper. What systems do differently at the ends of steps is plugged in.
template <typename Real>
class RadauWalker : public Walker<Real> {
 public:
  [[nodiscard]] std::size_t highest_degree() const override { return 5; }
  void restore(const Checkpoint<Real>& checkpoint) override;
  void save(Checkpoint<Real>& checkpoint) override;
  void tell(Report<Real>& report) override;

  [[nodiscard]] Advance advance() override;
  /// These curves can always be made, and their points found.
  void refuse() override {}
  void accept(bool is_last) override;
  [[nodiscard]] std::uint64_t attempts() const override;
  [[nodiscard]] std::uint64_t steps() const override;
  [[nodiscard]] std::span<const Real> from() const override { return from_; }
  [[nodiscard]] std::span<const Real> to() const override { return to_; }

  [[nodiscard]] Real size() const override { return stepper_->last_step(); }
  [[nodiscard]] bool is_at_goal() const override { return to_[0] == this->settings_.to; }
  [[nodiscard]] SolutionCurve<Real>& curve() override { return step_curve(); }
  [[nodiscard]] std::span<const Real> end_of_curve() override { return step_curve().end(); }
  [[nodiscard]] bool point(Real share, std::span<Real> z) override;
  [[nodiscard]] Real share_of(Real value) override;
  [[nodiscard]] Real length(Real share) override;
  [[nodiscard]] Real residual(std::span<const Real> point) override;

 protected:
  /// @param measured components of y that count for the length of the curve
  RadauWalker(const Settings<Real>& settings, RowShape shape, std::size_t measured);

  /// @param point (t, y) as long as the system is @pre `stepper_` is there
  void start_at(std::span<const Real> point);
  void use(std::unique_ptr<RadauStepper<Real>> stepper);
  [[nodiscard]] static RadauTolerance<Real> tolerance_of(const Settings<Real>& settings) {
    return {settings.relative_tolerance,
            settings.absolute_tolerance,
            settings.control == Control::fixed};
  }
  [[noreturn]] static void refuse_with(std::string message, std::string expected);

  /// What is to be done at the end of an accepted step, in `to_` and stepper_->y().
  /// @return why the run cannot go on
  [[nodiscard]] virtual std::optional<std::string> finish_step() { return std::nullopt; }
  /// Whether the step just made, with its curve, has stayed where its start is.
  [[nodiscard]] virtual bool stays() { return true; }
  /// Why the run cannot go on, where the step has not stayed and no shorter one does.
  [[nodiscard]] virtual std::string left_message() const { return {}; }
  /// Where steps failed: why, if it is the place.
  [[nodiscard]] virtual std::optional<std::string> explain_failure() { return std::nullopt; }
  /// What rows and events between ends of steps are taken from.
  [[nodiscard]] virtual StepCurve<Real>& step_curve() noexcept = 0;
  /// At the end of each step, if defects are watched.
  virtual void watch(std::span<const Real> /*point*/) {}
  [[nodiscard]] virtual Real distance(std::span<const Real> point) = 0;
  [[nodiscard]] virtual std::string singular_message() const = 0;
  /// The numbers that a system adds to a checkpoint, before all others.
  virtual void save_own(std::vector<Real>& numbers) const = 0;
  /// Makes the stepper, too, if there is none. @return how many of the numbers are its own
  [[nodiscard]] virtual std::size_t restore_own(std::span<const Real> numbers) = 0;
  /// After the stepper was restarted.
  virtual void finish_restore() {}

  std::unique_ptr<RadauStepper<Real>> stepper_;
  std::vector<Real> from_;  ///< (t, y) at the last complete step
  std::vector<Real> to_;    ///< at the end of the step just made

 private:
  void check_settings() const;
  [[nodiscard]] Advance end_badly(RadauEnd how);
  [[nodiscard]] Advance step_back();
  void append_numbers(std::vector<Real>& numbers) const;
  void take_ends();
  [[nodiscard]] std::span<const Real> shown(std::span<const Real> point) const {
    return point.first(this->shape_.coordinates.size());
  }

  std::size_t measured_;
  std::vector<Real> slope_;
  Checkpoint<Real> before_;            ///< of what was counted before this call
  std::vector<Real> remembered_;       ///< the state at the last complete step
  RadauState<Real> remembered_state_;  ///< likewise, as the stepper has it
  RadauCounters remembered_count_;     ///< likewise
  bool is_under_way_ = false;          ///< the stepper has left it
  Real largest_residual_ = 0;
};

}  // namespace leafwise::integrator::detail
