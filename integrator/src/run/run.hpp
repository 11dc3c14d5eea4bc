// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"
#include "leafwise/integrator/system.hpp"
#include "run/event_finder.hpp"
#include "run/recorder.hpp"
#include "run/row_writer.hpp"
#include "run/run_limits.hpp"
#include "run/walker.hpp"

namespace leafwise::integrator::detail {

/// One run from its start, or a checkpoint, to its end: the loop around steps of any method.
template <typename Real>
class Run {
 public:
  /// @throws InvalidInput if settings and system do not fit together
  Run(const System<Real>& system, const Settings<Real>& settings);

  void start(std::span<const Real> point);
  void continue_from(const Checkpoint<Real>& checkpoint);
  [[nodiscard]] Report<Real> finish();

 private:
  void check_settings() const;
  void check_rows() const;
  void loop();
  void make_step();
  void accept(bool is_last);
  void end(Reason reason, const std::string& message);
  void end_at(const Stop& stop);
  [[nodiscard]] bool was_stopped() const;
  void end_with_walk();
  [[nodiscard]] Checkpoint<Real> make_checkpoint();

  // run_output.cpp: rows and events
  [[nodiscard]] Real place() const;
  [[nodiscard]] Real parameter_at(Real share) const;
  [[nodiscard]] Real arclength_at(Real share);
  [[nodiscard]] bool write_events(Real& last_share, bool is_last);
  void write_rows(Real last_share, bool is_last);
  void write_early_end();
  void write_requested_rows(Real last_share);
  void end_between_rows(const Stop& stop, Real share);
  void end_within(Real share);
  [[nodiscard]] Real share_of(Real value);
  void write_row(std::span<const Real> point, Real share);
  void record(std::span<const Real> point, Real arclength, Real size);
  [[nodiscard]] std::span<const Real> shown(std::span<const Real> point) const {
    return point.first(walker_->shape().coordinates.size());
  }

  const Settings<Real>& settings_;
  std::unique_ptr<Walker<Real>> walker_;
  EventFinder<Real> finder_;
  RowWriter<Real> writer_;
  Recorder<Real> recorder_;

  /// The end of the run, if it is within a step.
  std::optional<Real> end_parameter_, end_arclength_;
  std::size_t next_row_ = 0;        ///< of those requested
  std::uint64_t events_ahead_ = 0;  ///< of the step after the last complete one
  bool is_over_ = false;
  std::vector<Real> point_;
  std::vector<EventPlace<Real>> places_;
  Report<Real> report_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace leafwise::integrator::detail
