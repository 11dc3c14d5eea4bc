// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "leafwise/integrator/checkpoint.hpp"
#include "leafwise/integrator/divisions.hpp"
#include "leafwise/integrator/row_receiver.hpp"
#include "leafwise/integrator/smooth_map.hpp"
#include "leafwise/integrator/step_control.hpp"

namespace leafwise::integrator {

/// The variable in which the end and the requested rows are given.
enum class Scale {
  independent,  ///< the independent variable
  parameter,    ///< the parameter of the run, 0 at the start: arc length, or the time of a field
};

/// Which way an event function goes through 0, along the run.
enum class Crossing { both, rising, falling };

/// A place on the curve where a function of the coordinates changes its sign.
template <typename Real>
struct Event {
  std::string name;
  std::shared_ptr<const SmoothMap<Real>> function;  ///< one output
  Crossing direction = Crossing::both;
  bool stops = false;
  /// Of the function, if it is a polynomial and does not say so itself (compiled maps do): no root
  /// of a polynomial on the interpolant is missed. Where no degree is known, it is guessed from the
  /// Taylor coefficients.
  std::optional<std::size_t> degree = std::nullopt;
};

/// A function of the coordinates that is written beside them: an invariant, a defect.
template <typename Real>
struct Monitor {
  std::string name;
  std::shared_ptr<const SmoothMap<Real>> function;  ///< one output
};

/// How the equations of a step of stiff mechanics are solved. All variants have the same solution;
/// those after the first exist for comparison.
enum class StiffSolver {
  outer,        ///< (8.5)–(8.8): with multipliers; where it fails, or h is below ε, as `fixed`
  fixed,        ///< (8.1): H at the beginning of the step; converges for h ≤ c ε^(2/3)
  guessed,      ///< (8.2): H at q + c_i h q'; converges for h ≤ c ε^(1/2)
  constrained,  ///< (8.3): H at the stages of the limit ε = 0, which are computed first
};

enum class Rows {
  every_step,  ///< both halves of doubled steps
  requested,   ///< those in `at`, the start and the end
};

/// The state of a run, for a progress display; updated after each step.
template <typename Real>
struct Progress {
  std::uint64_t steps = 0;
  Real place = 0;  ///< on the scale of the goal
  Real goal = 0;
};

/// For all methods; a setting that a method does not support is refused.
template <typename Real>
struct Settings {
  std::string method = "dopri54";
  Parameter parameter = Parameter::independent;
  Projection projection = Projection::stage;
  Control control = Control::pi;
  ErrorSource error_source = ErrorSource::automatic;

  Real relative_tolerance = static_cast<Real>(1e-8L);
  Real absolute_tolerance = static_cast<Real>(1e-10L);
  /// By component; instead of the two numbers.
  std::optional<Tolerance<Real>> tolerance = std::nullopt;

  Scale scale = Scale::independent;
  Real to = 0;                              ///< smaller than the start: backwards
  std::optional<Real> step = std::nullopt;  ///< the first one; with Control::fixed, all
  Real largest_step = std::numeric_limits<Real>::infinity();
  std::vector<Real> start_direction;  ///< for a curve without an independent variable

  Rows rows = Rows::every_step;
  std::vector<Real> at;         ///< on the scale of the goal, in the run's order
  bool writes_attached = true;  ///< with the quantities attached to points
  /// Gets rows and events as they come; null: the report keeps them. Outlives the run.
  RowReceiver<Real>* receiver = nullptr;
  CheckpointReceiver<Real>* checkpoints = nullptr;  ///< may be null; outlives the run
  std::vector<Event<Real>> events;
  std::vector<Monitor<Real>> monitors;

  /// Attempts in one call, refused ones included; a doubled step is two.
  std::uint64_t most_steps = 10'000'000;
  /// The latest end, by a steady clock; checked between attempts.
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  /// Without: in adaptive runs, stages a thousand times more accurate than the tolerance, points
  /// that are kept to round-off; elsewhere all to round-off.
  std::optional<ProjectionSettings> projections = std::nullopt;
  /// The distribution counts as singular where its second singular value is below this share of
  /// the largest one met before.
  Real singular_share = static_cast<Real>(1e-7L);

  /// What the problem divides by. With a goal and steps by the independent variable a run passes
  /// where one of these vanishes and all but its reciprocal is analytic.
  Divisions<Real> divisions;

  /// Pass places where the distribution stops being one-dimensional, or df loses its rank, if the
  /// curve's series goes on through them and satisfies all equations on both sides.
  bool passes_singular_points = false;
  /// Of a run that starts in such a place and passes them: the Taylor coefficients of the curve,
  /// one after the other, in the parameter of the run (the independent variable's own one as well).
  std::vector<Real> opening;

  /// Refuse a field that is not tangent to M: its solutions leave M, and projected methods would
  /// compute something else. false: do it all the same.
  bool checks_tangency = true;
  /// Of a field that is tangent to M, a projection moves points by no more than the errors of
  /// steps: if it does, a step has failed. false: the field may leave M, and how far points are
  /// moved says nothing.
  bool is_tangent = true;

  // For methods that work without completion.
  /// Defects in rows and in the report: d₁, d₂, d₃ of index-3 systems, forces of stiff ones.
  bool watches_defects = true;
  /// (2.7) of [Sch] after each step of an index-3 system: d₁ and d₂ at round-off. false: plain
  /// RADAU5.
  bool projects = true;
  StiffSolver solver = StiffSolver::outer;

  std::stop_token stop;
  std::function<void(const Progress<Real>&)> progress;
};

}  // namespace leafwise::integrator
