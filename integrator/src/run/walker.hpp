// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"
#include "steppers/solution_curve.hpp"

namespace leafwise::integrator::detail {

/// The columns of rows for the points of a walk.
struct RowShape {
  std::vector<std::string> coordinates;    ///< of rows, events and monitors: what points begin with
  std::optional<std::size_t> independent;  ///< which of them is the independent variable
  std::vector<std::string> attached = {};  ///< between coordinates and monitors
  std::vector<std::string> own = {};       ///< between monitors and `_s`
};

enum class Advance {
  made,     ///< a step: `curve` is of it, until it is accepted or refused
  refused,  ///< one attempt: try again
  ended,    ///< there is no going on: `end`
};

/// Why a walk cannot go on.
template <typename Real>
struct WalkEnd {
  Reason reason = Reason::reached;
  std::string message;
  /// Within the step that could not be made: where the last row is.
  std::optional<Real> share = std::nullopt;
  std::vector<Real> point = {};
};

/// Goes along the solution of a system of one kind, a complete step at a time, by a method for such
/// systems. What happens between steps, Run does for all of them.
template <typename Real>
class Walker {
 public:
  virtual ~Walker() = default;
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

  [[nodiscard]] const RowShape& shape() const noexcept { return shape_; }
  /// Of any polynomial that stands for a step.
  [[nodiscard]] virtual std::size_t highest_degree() const = 0;

  /// At the start, or where a run is continued. It may have ended there.
  virtual void start(std::span<const Real> point) = 0;
  virtual void restore(const Checkpoint<Real>& checkpoint) = 0;
  /// Its part of a checkpoint: of the last complete step.
  virtual void save(Checkpoint<Real>& checkpoint) = 0;
  /// Its part of a report.
  virtual void tell(Report<Real>& report) = 0;

  /// Tries to make a step.
  [[nodiscard]] virtual Advance advance() = 0;
  /// The step just made cannot be recorded.
  virtual void refuse() = 0;
  /// The run has come so far in the step.
  virtual void come_to(Real /*share*/) {}
  /// The step stands; the next one begins at its end. @param is_last the end is the goal
  virtual void accept(bool is_last) = 0;
  [[nodiscard]] const std::optional<WalkEnd<Real>>& end() const noexcept { return end_; }
  /// Attempts in this call, refused ones included.
  [[nodiscard]] virtual std::uint64_t attempts() const = 0;
  /// Accepted ones.
  [[nodiscard]] virtual std::uint64_t steps() const = 0;

  // Where it is. Points may have more components than rows show.
  [[nodiscard]] Real direction() const noexcept { return direction_; }
  [[nodiscard]] Real parameter() const noexcept { return parameter_; }
  [[nodiscard]] Real arclength() const noexcept { return arclength_; }
  [[nodiscard]] Real last_size() const noexcept { return last_size_; }
  /// The end of the last complete step, and of the one just made.
  [[nodiscard]] virtual std::span<const Real> from() const = 0;
  [[nodiscard]] virtual std::span<const Real> to() const = 0;

  // Of the step just made.
  [[nodiscard]] virtual Real size() const = 0;
  [[nodiscard]] virtual bool is_at_goal() const = 0;
  [[nodiscard]] virtual SolutionCurve<Real>& curve() = 0;
  /// Its end as events see it, from curve().prepare() on.
  [[nodiscard]] virtual std::span<const Real> end_of_curve() = 0;
  /// Of doubled steps the point between both halves; else empty.
  [[nodiscard]] virtual std::span<const Real> middle() const { return {}; }
  [[nodiscard]] virtual bool point(Real share, std::span<Real> z) = 0;
  /// The share where the independent variable has that value, between both ends.
  [[nodiscard]] virtual Real share_of(Real value) = 0;
  /// Of its curve up to there.
  [[nodiscard]] virtual Real length(Real share) = 0;

  // Rows; counters stay what they were.
  virtual void write_attached(std::span<const Real> /*point*/, std::span<Real> /*columns*/) {}
  virtual void write_own(std::span<const Real> /*point*/, std::span<Real> /*columns*/) {}
  [[nodiscard]] virtual Real residual(std::span<const Real> point) = 0;

  /// On the scale of the goal.
  [[nodiscard]] Real place(std::span<const Real> point, Real parameter) const {
    return settings_.scale == Scale::independent ? point[*shape_.independent] : parameter;
  }

 protected:
  Walker(const Settings<Real>& settings, RowShape shape)
      : settings_(settings), shape_(std::move(shape)) {}

  Advance end_with(Reason reason, std::string message) {
    end_ = WalkEnd<Real>{reason, std::move(message)};
    return Advance::ended;
  }

  const Settings<Real>& settings_;
  RowShape shape_;
  Real direction_ = 1;  ///< of the run: the sign of its steps
  Real parameter_ = 0;  ///< since the start, at the last complete step
  Real arclength_ = 0;  ///< likewise
  Real last_size_ = 0;  ///< of the step that led there
  std::optional<WalkEnd<Real>> end_;
};

}  // namespace leafwise::integrator::detail
