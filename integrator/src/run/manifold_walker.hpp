// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/sheet_watch.hpp"
#include "run/singularity_watch.hpp"
#include "run/walker.hpp"
#include "steppers/dense_output.hpp"
#include "steppers/division_passage.hpp"
#include "steppers/singular_passage.hpp"

namespace leafwise::integrator::detail {

/// None but by the independent variable: places are passed by it only.
template <typename Real>
[[nodiscard]] Divisions<Real> divisions_of(const Settings<Real>& settings);

/// Walks on a manifold along its distribution, by any Stepper: sizes, the goal, singular points,
/// places where divisors vanish.
template <typename Real>
class ManifoldWalker final : public Walker<Real> {
 public:
  /// @throws InvalidInput if settings and problem do not fit together
  ManifoldWalker(const ManifoldProblem<Real>& problem, const Settings<Real>& settings);

  [[nodiscard]] std::size_t highest_degree() const override { return dense_.highest_degree(); }
  void start(std::span<const Real> point) override;
  void restore(const Checkpoint<Real>& checkpoint) override;
  void save(Checkpoint<Real>& checkpoint) override;
  void tell(Report<Real>& report) override;

  [[nodiscard]] Advance advance() override;
  void refuse() override;
  void come_to(Real share) override;
  void accept(bool is_last) override;
  [[nodiscard]] std::uint64_t attempts() const override { return attempts_; }
  [[nodiscard]] std::uint64_t steps() const override { return steps_; }
  [[nodiscard]] std::span<const Real> from() const override { return step_.from; }
  [[nodiscard]] std::span<const Real> to() const override { return step_.to; }

  [[nodiscard]] Real size() const override { return step_.size; }
  [[nodiscard]] bool is_at_goal() const override { return is_at_goal_; }
  [[nodiscard]] SolutionCurve<Real>& curve() override { return dense_; }
  [[nodiscard]] std::span<const Real> end_of_curve() override { return step_.to; }
  [[nodiscard]] std::span<const Real> middle() const override;
  [[nodiscard]] bool point(Real share, std::span<Real> z) override;
  [[nodiscard]] Real share_of(Real value) override;
  [[nodiscard]] Real length(Real share) override;

  void write_attached(std::span<const Real> point, std::span<Real> columns) override;
  [[nodiscard]] Real residual(std::span<const Real> point) override;

 private:
  /// How a step stands to the goal.
  enum class Arrival { before, there, failed };

  void check_settings() const;
  void check_start() const;
  void start_singular();
  void find_first_size();
  [[nodiscard]] Real place_of_start() const { return this->place(step_.from, this->parameter_); }

  void save_steps(Checkpoint<Real>& checkpoint);
  void restore_passed(const Checkpoint<Real>& checkpoint);

  // manifold_steps.cpp
  [[nodiscard]] Advance make_step();
  [[nodiscard]] Advance step_by_method();
  [[nodiscard]] bool attempt();
  void refuse_attempt(StepStatus status);
  [[nodiscard]] bool may_be_shorter() const;
  [[nodiscard]] bool stays_on_sheet();
  [[nodiscard]] bool has_halves() const;
  [[nodiscard]] Real planned_size();
  [[nodiscard]] Real cut_to_goal(Real size);
  [[nodiscard]] bool is_too_small(Real size) const;
  [[nodiscard]] bool has_finite_length();
  void end_too_small();

  // manifold_ends.cpp: goals and singular points
  [[nodiscard]] Arrival arrive();
  [[nodiscard]] bool is_goal_but_for_projection(Real gap);
  [[nodiscard]] Arrival shorten_to_goal(Real size);
  [[nodiscard]] Real size_at_fold();
  [[nodiscard]] bool is_row(Real theta) const;
  [[nodiscard]] std::string accuracy_text() const;
  [[nodiscard]] std::optional<Real> last_row_before(Real theta);
  void end_at_singular_point(Real theta, std::optional<Real> last_row);

  // singular_begin.cpp: starts where the direction is not defined
  [[nodiscard]] bool begin_beside();
  [[nodiscard]] bool has_singular_point();
  [[nodiscard]] Advance advance_from_singular_start();

  // manifold_divisions.cpp: places where divisors vanish
  [[nodiscard]] bool pass_division();
  [[nodiscard]] std::optional<Advance> come_nearer_to_division(Real theta);
  [[nodiscard]] bool is_before_goal(Real size) const;
  [[nodiscard]] bool make_passage(SeriesPassage<Real>& passage);
  void leave_passage();

  // manifold_passages.cpp: singular places that the curve goes through
  [[nodiscard]] Real grid() const;
  [[nodiscard]] bool open();
  [[nodiscard]] bool pass_singular_point();
  [[nodiscard]] bool rescue();
  [[nodiscard]] std::optional<Advance> come_nearer_to_singular_point(Real theta);
  [[nodiscard]] std::optional<Advance> end_short_of(Real place, Real share);

  const ManifoldProblem<Real>& problem_;
  Tolerance<Real> tolerance_;
  Geometry<Real> geometry_;
  std::unique_ptr<Stepper<Real>> stepper_;
  StepController<Real> controller_;
  Step<Real> step_;
  DenseOutput<Real> dense_;
  SingularityWatch<Real> watch_;
  SheetWatch<Real> sheets_;
  DivisionPassage<Real> passage_;
  SingularPassage<Real> singular_passage_;
  std::unique_ptr<Distribution<Real>> attached_;  ///< null: no attached quantities

  Real next_size_ = 0;                      ///< to be tried next, with its sign
  bool is_retry_ = false;                   ///< the last attempt from here was refused
  bool is_cut_ = false;                     ///< the size was cut so as to end at the goal
  bool is_at_goal_ = false;                 ///< the step just made ends there
  bool is_passage_ = false;                 ///< the step was not made by the method
  SeriesPassage<Real>* made_by_ = nullptr;  ///< which has made it
  bool has_begun_ = true;  ///< false: the first step is there, but was not told of yet
  bool is_begin_ = false;  ///< the step is the first one of a singular start
  /// What a step was begun with, where a run may be stopped within it; is_under_way_: it was made.
  Checkpoint<Real> before_;
  bool is_under_way_ = false;
  Real passed_at_ = 0;  ///< where a divisor vanishes in it
  std::uint64_t attempts_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t rejected_ = 0;
  std::uint64_t failed_ = 0;
  int standing_ = 0;  ///< steps since the independent variable has last changed at all
  StepStatus last_failure_ = StepStatus::good;
  std::vector<Real> point_;
  std::optional<SingularPoint<Real>> singular_;
  std::vector<PassedDivision<Real>> passed_;
  std::vector<Real> passed_singular_;
  bool has_singular_start_ = false;
  std::string why_not_beside_;        ///< of a singular start, if more is known
  std::size_t settled_passages_ = 0;  ///< of them, up to the last complete step
  std::size_t settled_singular_ = 0;  ///< of the singular ones, likewise
};

}  // namespace leafwise::integrator::detail
