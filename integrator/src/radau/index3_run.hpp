// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "event_finder.hpp"
#include "leafwise/integrator/index3.hpp"
#include "radau/hessenberg_stages.hpp"
#include "radau/hidden_constraints.hpp"
#include "radau/index3_curve.hpp"
#include "radau/radau_stepper.hpp"

namespace leafwise::integrator::detail {

/// A run: steps, projections, rows, events and its end. Memory is asked for at the beginning, and
/// for rows.
template <typename Real>
class Index3Run {
 public:
  Index3Run(const HessenbergProblem<Real>& problem, const Index3Settings<Real>& settings);

  void start(std::span<const Real> point);
  void continue_from(const Index3Checkpoint<Real>& checkpoint);
  [[nodiscard]] Index3Report<Real> finish();

 private:
  void begin();
  void loop();
  void make_step();
  [[nodiscard]] bool project_end();
  void end(Reason reason, const std::string& message);
  void end_badly(RadauEnd how);
  void take_defects(std::span<const Real> point);

  void set_point(Real share);
  void find_events(Real& last_share);
  void write_event(std::size_t event, Real share, int sign);
  void write_rows(Real last_share, bool is_last);
  void write_early_end();
  void write_row(std::span<const Real> point, Real share, Trajectory<Real>& table);
  [[nodiscard]] Real length(Real share);
  void summarise_monitors();
  [[nodiscard]] Index3Checkpoint<Real> make_checkpoint() const;

  const HessenbergProblem<Real>& problem_;
  const Index3Settings<Real>& settings_;
  HessenbergStages<Real> stages_;
  RadauStepper<Real> stepper_;
  HiddenConstraints<Real> hidden_;
  Index3Curve<Real> curve_;
  EventFinder<Real> finder_;
  std::vector<EventPlace<Real>> places_;
  std::vector<std::unique_ptr<SmoothMap<Real>>> monitors_;
  std::unique_ptr<SmoothMap<Real>> constraints_;
  std::vector<Real> point_;        ///< (t, u, v, λ)
  std::vector<Real> end_point_;    ///< of the last complete step
  std::vector<Real> start_point_;  ///< of the step
  std::vector<Real> slope_;
  std::vector<Real> g_;
  std::vector<Real> slopes_;
  Index3Report<Real> report_;
  Real direction_ = 1;
  Real arclength_ = 0;
  std::size_t next_row_ = 0;
  std::uint64_t steps_in_call_ = 0;
  bool is_over_ = false;
};

}  // namespace leafwise::integrator::detail
