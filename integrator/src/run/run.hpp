// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"
#include "run/event_finder.hpp"
#include "run/recorder.hpp"
#include "run/row_writer.hpp"
#include "run/sheet_watch.hpp"
#include "run/singularity_watch.hpp"
#include "steppers/dense_output.hpp"
#include "steppers/division_passage.hpp"

namespace leafwise::integrator {

namespace detail {
struct Stop;
}

/// One run from its start, or a checkpoint, to its end.
template <typename Real>
class Run {
 public:
  /// @throws InvalidInput if settings and problem do not fit together
  Run(const ManifoldProblem<Real>& problem, const Settings<Real>& settings);

  void start(std::span<const Real> point);
  void continue_from(const Checkpoint<Real>& checkpoint);
  [[nodiscard]] Report<Real> finish();

 private:
  /// How an accepted step stands to the goal.
  enum class Arrival { before, there, failed };

  void check_settings() const;
  void check_start() const;
  void find_first_size();
  [[nodiscard]] Real place(std::span<const Real> z, Real parameter) const;

  // run_loop.cpp
  void loop();
  void make_step();
  [[nodiscard]] bool attempt();
  void refuse_attempt(StepStatus status);
  [[nodiscard]] bool may_be_shorter() const;
  [[nodiscard]] bool stays_on_sheet();
  [[nodiscard]] bool has_halves() const;
  [[nodiscard]] Real planned_size();
  [[nodiscard]] Real cut_to_goal(Real size);
  [[nodiscard]] bool is_too_small(Real size) const;
  [[nodiscard]] bool has_finite_length();
  void accept(bool is_last);
  void end(Reason reason, const std::string& message);
  void end_at(const detail::Stop& stop);
  void end_too_small();

  // run_ends.cpp: goals and singular points
  [[nodiscard]] Arrival arrive();
  [[nodiscard]] Arrival shorten_to_goal(Real size);
  [[nodiscard]] Real size_at_fold();
  [[nodiscard]] bool is_row(Real theta) const;
  [[nodiscard]] std::string accuracy_text() const;
  void end_at_singular_point(Real theta);

  // run_divisions.cpp: places where divisors vanish
  [[nodiscard]] bool pass_division();
  [[nodiscard]] bool come_nearer_to_division(Real theta);
  [[nodiscard]] bool is_before_goal(Real size) const;

  // run_output.cpp: rows and events
  [[nodiscard]] Real parameter_at(Real theta) const;
  [[nodiscard]] Real arclength_at(Real theta);
  [[nodiscard]] bool write_events(Real& last_theta, bool is_last);
  void write_rows(Real last_theta, bool is_last);
  void write_early_end();
  void write_requested_rows(Real last_theta);
  void end_between_rows(const detail::Stop& stop, Real theta);
  [[nodiscard]] Real theta_of(Real value);
  void write_row(std::span<const Real> z, Real theta);
  void record(std::span<const Real> z, Real arclength, Real size);
  [[nodiscard]] Checkpoint<Real> make_checkpoint();

  const ManifoldProblem<Real>& problem_;
  const Settings<Real>& settings_;
  Tolerance<Real> tolerance_;
  Geometry<Real> geometry_;
  std::unique_ptr<Stepper<Real>> stepper_;
  StepController<Real> controller_;
  Step<Real> step_;
  DenseOutput<Real> dense_;
  EventFinder<Real> finder_;
  SingularityWatch<Real> watch_;
  SheetWatch<Real> sheets_;
  DivisionPassage<Real> passage_;
  RowWriter<Real> writer_;
  Recorder<Real> recorder_;

  Real direction_ = 1;       ///< of the run: the sign of its steps
  Real next_size_ = 0;       ///< to be tried next, with its sign
  bool is_retry_ = false;    ///< the last attempt from here was refused
  bool is_cut_ = false;      ///< the size was cut so as to end at the goal
  bool is_passage_ = false;  ///< the step was not made by the method
  Real parameter_ = 0;       ///< at the start of the step
  Real arclength_ = 0;       ///< likewise
  Real last_size_ = 0;
  /// Where the run ended, if that is within a step.
  std::optional<Real> end_parameter_, end_arclength_;
  std::size_t next_row_ = 0;  ///< of those requested
  std::uint64_t attempts_in_call_ = 0;
  int standing_ = 0;  ///< steps since the independent variable has last changed at all
  StepStatus last_failure_ = StepStatus::good;
  bool is_over_ = false;
  std::vector<Real> point_;
  std::vector<EventPlace<Real>> places_;
  Report<Real> report_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace leafwise::integrator
