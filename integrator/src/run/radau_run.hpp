// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/radau_settings.hpp"
#include "leafwise/integrator/report.hpp"
#include "run/event_finder.hpp"
#include "run/recorder.hpp"
#include "steppers/radau5/radau_stepper.hpp"
#include "steppers/radau5/step_curve.hpp"

namespace leafwise::integrator::detail {

struct Stop;

/// What a run shows of its points (t, y).
struct RunShape {
  std::string method;
  std::vector<std::string> coordinates;  ///< of rows, events and monitors: the first ones
  std::size_t measured = 0;              ///< components of y that count for the length of the curve
  std::vector<std::string> own_columns;  ///< between monitors and `_s`
};

/// A run with RadauStepper: steps, rows, events and its end. Memory is asked for at the beginning,
/// and for rows. What systems do differently at the ends of steps is plugged in.
template <typename Real>
class RadauRun {
 public:
  virtual ~RadauRun() = default;
  RadauRun(const RadauRun&) = delete;
  RadauRun& operator=(const RadauRun&) = delete;

 protected:
  RadauRun(const RadauSettings<Real>& settings, RunShape shape);

  /// @param point (t, y) as long as the system is @pre `stepper_` is there
  void start_at(std::span<const Real> point);
  void continue_at(const RadauCheckpoint<Real>& checkpoint, std::size_t skipped);
  /// Makes the steps; then report, counters and checkpoint are complete.
  [[nodiscard]] Report<Real> complete();
  [[nodiscard]] RadauCheckpoint<Real> make_checkpoint(std::vector<Real> first_numbers) const;
  void use(std::unique_ptr<RadauStepper<Real>> stepper);
  [[nodiscard]] static RadauTolerance<Real> tolerance_of(const RadauSettings<Real>& settings) {
    return {settings.relative_tolerance, settings.absolute_tolerance, settings.is_fixed};
  }
  [[noreturn]] static void refuse(std::string message, std::string expected);

  /// What is to be done at the end of an accepted step, in `end_point_` and stepper_->y().
  /// @return why the run cannot go on
  [[nodiscard]] virtual std::optional<std::string> finish_step() { return std::nullopt; }
  /// Where steps failed: why, if it is the place.
  [[nodiscard]] virtual std::optional<std::string> explain_failure() { return std::nullopt; }
  /// What rows and events between ends of steps are taken from.
  [[nodiscard]] virtual StepCurve<Real>& curve() noexcept = 0;
  /// At the end of each step, if defects are watched.
  virtual void watch(std::span<const Real> /*point*/) {}
  /// @param columns as many as RunShape::own_columns
  virtual void write_own(std::span<const Real> point, std::span<Real> columns) = 0;
  [[nodiscard]] virtual Real residual(std::span<const Real> point) = 0;
  [[nodiscard]] virtual std::string singular_message() const = 0;

  const RadauSettings<Real>& settings_;
  std::unique_ptr<RadauStepper<Real>> stepper_;
  std::vector<Real> end_point_;  ///< of the last complete step

 private:
  void check_settings() const;
  void begin();
  void loop();
  void make_step();
  void end(Reason reason, const std::string& message);
  void end_at(const Stop& stop);
  [[nodiscard]] std::uint64_t attempts() const;
  void end_badly(RadauEnd how);

  void set_point(Real share);
  [[nodiscard]] std::span<const Real> shown(std::span<const Real> point) const {
    return point.first(shape_.coordinates.size());
  }
  void find_events(Real& last_share, bool is_last);
  void write_event(std::size_t event, Real share, int sign);
  void write_rows(Real last_share, bool is_last);
  void end_between_rows(const Stop& stop, Real share);
  void write_early_end();
  void write_row(std::span<const Real> point, Real share);
  void fill_room(std::span<const Real> point, Real share);
  [[nodiscard]] Real length(Real share);

  RunShape shape_;
  std::vector<std::unique_ptr<SmoothMap<Real>>> monitors_;
  EventFinder<Real> finder_;
  std::vector<EventPlace<Real>> places_;
  std::vector<Real> point_;        ///< (t, y)
  std::vector<Real> start_point_;  ///< of the step
  std::vector<Real> slope_;
  Report<Real> report_;
  Recorder<Real> recorder_;
  Real direction_ = 1;
  Real arclength_ = 0;
  std::size_t next_row_ = 0;
  bool ends_between_rows_ = false;
  bool is_over_ = false;
};

}  // namespace leafwise::integrator::detail
